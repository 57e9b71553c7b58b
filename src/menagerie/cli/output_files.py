"""Output files: checked before a command starts, written when it ends."""

from pathlib import Path

from menagerie.errors import BadInput


def check_writable(given: str | None, suffix: str = "") -> Path | None:
    """Fail now rather than after an hour of games."""
    if given is None:
        return None
    file = Path(given)
    if file.is_dir():
        raise BadInput(f"{file} cannot be written: it is a folder")
    if not file.parent.is_dir():
        raise BadInput(f"{file} cannot be written: there is no folder {file.parent}")
    if not file.name.endswith(suffix):
        raise BadInput(f"{file} cannot be written: its name must end in {suffix}")
    return file


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}") from None
