"""Codes that can be used again, tables that are due, the retention clock, the write check."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("code", existing_type=sa.Text(), nullable=True)
        tables.add_column(sa.Column("due", sa.Double()))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.execute("UPDATE tables SET due = 0 WHERE state = 'playing'")
    op.execute("UPDATE tables SET code = NULL WHERE state = 'over'")
    for name, column in (("retention_clock", "trusted"), ("write_check", "at")):
        op.create_table(
            name,
            sa.Column("id", sa.Integer(), nullable=False, autoincrement=False),
            sa.Column(column, sa.Double(), nullable=False),
            sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
        )


def downgrade() -> None:
    """Tables without a code get their id as one; it is unique, and nobody types it."""
    op.drop_table("write_check")
    op.drop_table("retention_clock")
    op.execute("UPDATE tables SET code = id WHERE code IS NULL")
    op.drop_index("ix_tables_due", "tables")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("due")
        tables.alter_column("code", existing_type=sa.Text(), nullable=False)
