"""The database schema. A change here needs a migration; a test compares the two."""

from sqlalchemy import (
    JSON,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("code", Text, unique=True),  # null once the game is over, so that codes can be reused
    Column("game", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("settings", JSON, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("header", JSON(none_as_null=True)),
    Column("next_id", Text),  # no foreign key: a rematch is named before it exists
    Column("created", Double, nullable=False),
    Column("changed", Double, nullable=False),
    # A lower bound of the next time at which a clock or a bot is due; null if none is.
    Column("due", Double),
    Index(None, "changed"),
    Index(None, "due"),
    Index(None, "state", "changed"),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("token_hash", LargeBinary),
    Column("bot", Text),
    Column("entropy", Text, nullable=False),
    Column("data", JSON, nullable=False),
    Index(None, "token_hash"),
)

# The primary key (table_id, number) is what makes appends safe (optimistic concurrency): of two
# servers that append the same number, one gets a Conflict.
log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("data", JSON, nullable=False),
    Column("at", Double, nullable=False),
)

retention_clock = Table(
    "retention_clock",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # always 1: the table has one row
    Column("trusted", Double, nullable=False),
)

write_check = Table(
    "write_check",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),  # always 1: the table has one row
    Column("at", Double, nullable=False),
)
