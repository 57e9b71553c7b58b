"""Reading the URL of a database. Nothing of it is repeated in an error but what is no secret."""

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from menagerie.errors import BadInput
from menagerie.store.dialects import Database, Postgres, Sqlite

FORMS = (
    "sqlite:///file.db (sqlite:////folder/file.db from the root) "
    "or postgresql://user:password@host:port/database"
)
SETTINGS = {"host", "port", "ssl"}  # of a connection to PostgreSQL


def read_url(written: str) -> Database:
    """The database that a URL names."""
    try:
        url = make_url(written)
    except (ArgumentError, ValueError):
        raise BadInput(f"this is not the URL of a database; write {FORMS}") from None
    match url.drivername:
        case "sqlite":
            return Sqlite(_file(url))
        case "postgresql" | "postgres":
            return Postgres(_server(url))
    raise BadInput(f"{url.drivername} is not a database that we know; write {FORMS}")


def _file(url: URL) -> Path:
    if url.host or url.username or url.password or url.port or url.query:
        raise BadInput(f"the URL of an SQLite file has three slashes or four, then a path: {FORMS}")
    if not url.database or url.database.startswith((":memory:", "file:")) or "\0" in url.database:
        raise BadInput(f"the URL names no file; write {FORMS}")
    file = Path(url.database).absolute()
    if not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} (a path from the root has four slashes)")
    return file


def _server(url: URL) -> URL:
    if url.host is not None and "@" in url.host:
        raise BadInput("the URL has one @ too many; in a password it is written %40")
    if not url.database:
        raise BadInput(f"the URL names no database; write {FORMS}")
    if "sslmode" in url.query:  # as other programs call it
        settings = dict(url.query)
        settings["ssl"] = settings.pop("sslmode")
        url = url.set(query=settings)
    if unknown := set(url.query) - SETTINGS:
        known = ", ".join(sorted(SETTINGS))
        raise BadInput(f"the URL has an unknown setting {min(unknown)}; known are: {known}")
    return url
