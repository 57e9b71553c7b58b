"""Lists: the games there are, and what is wrong in an edition."""

from pathlib import Path
from typing import Any

import typer
from rich.table import Table as Grid

from menagerie import discovery, editions, texts
from menagerie.cli import BAD_INPUT, complain, inputs
from menagerie.cli.console import Console
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.jsontext import abbreviate_json


def games(language: str) -> None:
    """A line for each game, its options below it."""
    text = texts.ours(language)
    grid = Grid(box=None, pad_edge=False)
    for heading in ("name", "players", "options", "summary"):
        grid.add_column(text(f"games.{heading}"), overflow="fold")
    for name in discovery.names():
        game = discovery.load(name)
        options = "\n".join(
            f"{option.name}: {', '.join(abbreviate_json(value) for value in option.allowed)}"
            for option in game.options
        )
        players = f"{game.players[0]}-{game.players[-1]}"
        grid.add_row(name, players, options, game.text(language)("summary"))
    Console().print(grid)


def check_edition(file: str, game_name: str | None) -> int:
    """Print what is wrong, a line each; returns the exit code."""
    edition = _read_edition(file)
    game = discovery.load(game_name) if game_name else guess_game(edition)
    faults = game.edition.check(edition)
    for fault in faults:
        complain(f"{inputs.name_of(file)}: {fault}")
    if faults:
        return BAD_INPUT
    typer.echo(f"{inputs.name_of(file)}: an edition of {game.name} with nothing wrong in it")
    return 0


def guess_game(edition: dict[str, Any]) -> Game:
    """The game whose own edition has most of the same groups."""
    games = [discovery.load(name) for name in discovery.names()]
    best = max(games, key=lambda game: len(edition.keys() & game.standard.keys()))
    if not edition.keys() & best.standard.keys() - {"name", "players"}:
        names = ", ".join(game.name for game in games)
        raise BadInput(f"this is not an edition of any game there is: {names}")
    return best


def _read_edition(file: str) -> dict[str, Any]:
    if file != "-":
        return editions.read(Path(file))
    data = inputs.read_data(file)
    if not isinstance(data, dict):
        raise BadInput("an edition is a group of fields")
    return data
