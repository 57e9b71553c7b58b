"""Parses the URL of a database. Errors repeat only the parts that cannot contain a password."""

import re
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from menagerie.errors import BadInput
from menagerie.store.database import Database
from menagerie.store.postgres import Postgres
from menagerie.store.sqlite import Sqlite

URL_FORMS = (
    "sqlite:///file.db (sqlite:////folder/file.db from the root) "
    "or postgresql://user:password@host:port/database"
)
POSTGRES_SETTINGS = {"host", "port", "ssl"}


def read_url(written: str) -> Database:
    """The database at a URL."""
    if not written.isprintable():
        raise BadInput(f"the URL contains unprintable characters; write {URL_FORMS}")
    try:
        url = make_url(written)
    except (ArgumentError, ValueError):
        raise BadInput(f"this is not the URL of a database; write {URL_FORMS}") from None
    match url.drivername:
        case "sqlite":
            return Sqlite(_file(url))
        case "postgresql" | "postgres":
            # With a second @, part of a password could be taken for the host and be shown.
            if written.count("@") > 1:
                raise BadInput("the URL has more than one @; in a password, write it as %40")
            return Postgres(_server(url))
    raise BadInput(f"{url.drivername} is not a supported database; write {URL_FORMS}")


def _file(url: URL) -> Path:
    if url.host or url.username or url.password or url.port or url.query:
        raise BadInput(
            f"the URL of an SQLite file has three slashes or four, then a path: {URL_FORMS}"
        )
    if not url.database or url.database.startswith((":memory:", "file:")) or "\0" in url.database:
        raise BadInput(f"the URL names no file; write {URL_FORMS}")
    file = Path(url.database).absolute()
    if not file.parent.is_dir():
        raise BadInput(f"there is no folder {file.parent} (a path from the root has four slashes)")
    return file


def _server(url: URL) -> URL:
    settings = dict(url.query)
    if "sslmode" in settings:  # the name that libpq uses
        settings["ssl"] = settings.pop("sslmode")
    if unknown := set(settings) - POSTGRES_SETTINGS:
        known = ", ".join(sorted(POSTGRES_SETTINGS))
        raise BadInput(
            f"the URL has an unknown setting {min(unknown)}; the known ones are: {known}"
        )
    if not all(isinstance(value, str) for value in settings.values()):
        raise BadInput("the URL repeats a setting")
    if not url.database:
        raise BadInput(f"the URL names no database; write {URL_FORMS}")
    port = settings.get("port", "" if url.port is None else f"{url.port}")
    if port and not (re.fullmatch("[0-9]{1,5}", f"{port}") and 0 < int(f"{port}") < 2**16):
        raise BadInput("the port in the URL must be a number from 1 to 65535")
    return url.set(query=settings)
