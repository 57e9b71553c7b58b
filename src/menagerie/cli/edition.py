"""Checking an edition, and printing every fault in it."""

from pathlib import Path
from typing import Any

import typer

from menagerie import discovery, editions
from menagerie.cli import BAD_INPUT, complain, input_files
from menagerie.errors import BadInput
from menagerie.game import Game


def check(file: str, game_name: str | None) -> int:
    """Print what is wrong, a line each; returns the exit code."""
    edition = _read_edition(file)
    game = discovery.load(game_name) if game_name else guess_game(edition)
    faults = game.edition.check(edition)
    name = input_files.display_name(file)
    for fault in faults:
        complain(f"{name}: {fault}")
    if faults:
        return BAD_INPUT
    typer.echo(f"{name}: an edition of {game.name} with nothing wrong in it")
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
    data = input_files.read_data(file)
    if not isinstance(data, dict):
        raise BadInput("an edition is a group of fields")
    return data
