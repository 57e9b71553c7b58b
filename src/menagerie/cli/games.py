"""`menagerie games`: the list of games, as a table."""

from rich.table import Table as Grid

from menagerie import discovery, texts
from menagerie.cli.console import Console
from menagerie.jsontext import abbreviate_json


def print_games(language: str) -> None:
    """Print a row per game, with one option per line."""
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
