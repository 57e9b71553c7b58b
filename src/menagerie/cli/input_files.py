"""Reading the file that a command is given; `-` is stdin."""

import sys
import tomllib
from pathlib import Path

from menagerie import jsontext
from menagerie.errors import BadInput

JSON_STARTS = ("{", "[{", "null", "true", "false")


def read_text(file: str) -> str:
    """The text of a file, or of stdin for `-`."""
    try:
        if file != "-":
            return Path(file).read_text(encoding="utf-8")
        if sys.stdin is None:
            raise BadInput("stdin is closed")
        return sys.stdin.read()
    except OSError as error:
        raise BadInput(f"{display_name(file)} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{display_name(file)} is not UTF-8 text") from None


def display_name(file: str) -> str:
    return "stdin" if file == "-" else file


def read_data(file: str) -> object:
    """The contents of a JSON or TOML file."""
    text = read_text(file)
    if text.lstrip().startswith(JSON_STARTS) or file.endswith(".json"):
        return jsontext.parse(text, display_name(file))
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{display_name(file)} is neither JSON nor TOML: {error}") from None
    jsontext.check_depth(data, display_name(file))
    return data
