"""`menagerie edition check`: prints each fault of an edition."""

from pathlib import Path

import typer

from menagerie import discovery, editions
from menagerie.cli import EXIT_BAD_INPUT, input_files, print_error
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.jsontext import Json, abbreviate_json


def check(file: str, game_name: str | None) -> int:
    """Print one line per fault; return the exit code."""
    edition = _read_edition(file)
    game = discovery.load(game_name) if game_name else guess_game(edition)
    faults = game.edition.check(edition)
    name = input_files.display_name(file)
    for fault in faults:
        print_error(f"{name}: {fault}")
    if faults:
        return EXIT_BAD_INPUT
    typer.echo(f"{name}: a valid edition of {game.name}")
    return 0


def guess_game(edition: Json) -> Game:
    """The game whose standard edition shares most top-level fields with this one."""
    games = [discovery.load(name) for name in discovery.names()]
    best = max(games, key=lambda game: len(edition.keys() & game.standard.keys()))
    if not edition.keys() & best.standard.keys() - {"name", "players"}:
        names = ", ".join(game.name for game in games)
        raise BadInput(f"this is not an edition of any known game: {names}")
    return best


def _read_edition(file: str) -> Json:
    if file != "-":
        return editions.read(Path(file))
    data = input_files.read_data(file)
    if not isinstance(data, dict):
        raise BadInput(f"an edition must be an object, not {abbreviate_json(data)}")
    return data
