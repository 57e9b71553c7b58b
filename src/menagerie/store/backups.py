"""Backup of a database as it is: nothing is migrated, whatever its schema."""

from pathlib import Path

from menagerie.errors import BadInput
from menagerie.store.database import DATABASE_ERRORS, describe_error
from menagerie.store.urls import read_url


def backup(url: str, file: Path) -> None:
    """Copy an SQLite database, which may be in use; blocks."""
    database = read_url(url)
    try:
        database.backup(file)
    except DATABASE_ERRORS as error:
        raise BadInput(f"{file} could not be written: {describe_error(error)}") from None
