"""The score sheet, printed."""

from typing import Any

import typer
from rich.table import Table as Grid

from menagerie import discovery, jsontext, texts
from menagerie.cli.console import Console
from menagerie.game import Sheet


def score(
    name: str, data: Any, edition: dict[str, Any] | None, language: str, *, as_json: bool
) -> None:
    """Score what lies on a real table, for people or for programs."""
    game = discovery.load(name)
    blank = game.blank(game.standard if edition is None else game.check_edition(edition))
    sheet = game.scorer.score(data, blank, game.text(language))
    if as_json:
        result = {"scores": sheet.scores, "breakdown": sheet.breakdown}
        typer.echo(jsontext.write(result))
    else:
        print_sheet(sheet, language)


def print_sheet(sheet: Sheet, language: str) -> None:
    text = texts.ours(language)
    console = Console()
    for number, total in enumerate(sheet.scores, 1):
        grid = Grid(title=text("score.player", number=number), title_justify="left", box=None)
        grid.add_column("")
        grid.add_column("", justify="right")
        labels, points = sheet.labels[number - 1], sheet.breakdown[number - 1]
        for name, label in labels.items():
            grid.add_row(label, f"{points[name]:+d}" if points[name] else "0")
        grid.add_row(text("score.total"), str(total), style="bold")
        console.print(grid)
        console.print()
