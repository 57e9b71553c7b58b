"""Reading editions, which are TOML files; each game checks its own (`edition.check`)."""

import tomllib
from pathlib import Path

from menagerie.errors import BadInput
from menagerie.jsontext import Json, check_depth


def read(path: Path) -> Json:
    """Read a TOML file; its contents are not validated yet."""
    try:
        edition = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise BadInput(f"{path} is not TOML: {_one_line(error)}") from None
    except RecursionError:
        raise BadInput(f"{path} is nested too deeply") from None
    check_depth(edition, str(path))
    return edition


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())
