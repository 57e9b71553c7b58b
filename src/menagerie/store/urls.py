"""Reading the URL of a database. Nothing of it is repeated in an error but what is no secret."""

import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from menagerie.errors import BadInput
from menagerie.store.database import Database
from menagerie.store.postgres import Postgres
from menagerie.store.sqlite import Sqlite

FORMS = (
    "sqlite:///file.db (sqlite:////folder/file.db from the root) "
    "or postgresql://user:password@host:port/database"
)
SETTINGS = {"host", "port", "ssl"}  # of a connection to PostgreSQL


def read_url(written: str) -> Database:
    """The database that a URL names."""
    if not written.isprintable():
        raise BadInput(f"the URL has characters that cannot be printed; write {FORMS}")
    try:
        url = make_url(written)
    except (ArgumentError, ValueError):
        raise BadInput(f"this is not the URL of a database; write {FORMS}") from None
    match url.drivername:
        case "sqlite":
            return Sqlite(_file(url))
        case "postgresql" | "postgres":
            # With one more, a piece of a password could pass for the name of a host.
            if written.count("@") > 1:
                raise BadInput("the URL has one @ too many; in a password it is written %40")
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
    settings = dict(url.query)
    if "sslmode" in settings:  # as other programs call it
        settings["ssl"] = settings.pop("sslmode")
    if unknown := set(settings) - SETTINGS:
        known = ", ".join(sorted(SETTINGS))
        raise BadInput(f"the URL has an unknown setting {min(unknown)}; known are: {known}")
    if not all(isinstance(value, str) for value in settings.values()):
        raise BadInput("the URL has a setting twice")
    if not url.database:
        raise BadInput(f"the URL names no database; write {FORMS}")
    port = settings.get("port", "" if url.port is None else f"{url.port}")
    if port and not (re.fullmatch("[0-9]{1,5}", f"{port}") and 0 < int(f"{port}") < 2**16):
        raise BadInput("the port in the URL must be a number from 1 to 65535")
    return url.set(query=settings)
