"""Copying a database as it is: nothing is migrated, whatever schema it has."""

from pathlib import Path

from menagerie.errors import BadInput
from menagerie.store.database import FAULTS, reason
from menagerie.store.urls import read_url


def backup(url: str, file: Path) -> None:
    """Copy an SQLite database, also while it is in use. It blocks."""
    database = read_url(url)
    try:
        database.backup(file)
    except FAULTS as error:
        raise BadInput(f"{file} could not be written: {reason(error)}") from None
