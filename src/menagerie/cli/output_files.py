"""Files that a command writes in the end: whether it can is asked before it starts."""

from pathlib import Path

from menagerie.errors import BadInput


def check(given: str | None, ending: str = "") -> Path | None:
    """Rather now than after an hour of games."""
    if given is None:
        return None
    file = Path(given)
    if file.is_dir():
        raise BadInput(f"{file} cannot be written: it is a folder")
    if not file.parent.is_dir():
        raise BadInput(f"{file} cannot be written: there is no folder {file.parent}")
    if not file.name.endswith(ending):
        raise BadInput(f"{file} cannot be written: its name must end in {ending}")
    return file


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}") from None
