"""Options of the command line that describe a game: players, seed, options, edition."""

from pathlib import Path

from menagerie import discovery, editions, texts
from menagerie.cli.console import Console, ask
from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.jsontext import Json

FLAGS = {"true": True, "false": False}


def make_header(
    game: str,
    players: int | None,
    seed: str | None,
    options: list[str] | None,
    edition_file: str | None,
) -> Header:
    """The header of a new game, from options of the command line."""
    return Header.create(
        game,
        players,
        seed=seed,
        edition=read_edition(edition_file),
        options=parse_options(options or []),
    )


def parse_options(given: list[str]) -> dict[str, object]:
    """Parse `name=value` pairs; a name alone means true."""
    options: dict[str, object] = {}
    for entry in given:
        name, separator, value = entry.partition("=")
        if name in options:
            raise BadInput(f"option {name} is given twice")
        options[name] = parse_value(value) if separator else True
    return options


def parse_value(text: str) -> bool | int | str:
    if text.lower() in FLAGS:
        return FLAGS[text.lower()]
    try:
        return int(text)
    except ValueError:
        return text


def read_edition(file: str | None) -> Json | None:
    return None if file is None else editions.read(Path(file))


def choose_game(name: str | None, language: str) -> str:
    """The game that was named, or else one that the user chooses by its number or name."""
    if name is not None:
        return name
    names = discovery.names()
    console = Console()
    for number, found in enumerate(names, 1):
        text = discovery.load(found).text(language)
        console.print(f"{number:3}  {text('title')}: {text('summary')}")
    try:
        answer = ask(console, texts.ours(language)("play.which_game"))
    except EOFError:
        raise BadInput(f"no game was chosen; there are: {', '.join(names)}") from None
    return names[int(answer) - 1] if answer in map(str, range(1, len(names) + 1)) else answer
