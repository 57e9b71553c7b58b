"""`menagerie score`: the score sheet of a game played on a real table."""

import typer
from rich.table import Table as Grid

from menagerie import discovery, jsontext, texts
from menagerie.cli.console import Console
from menagerie.game import Sheet
from menagerie.jsontext import Json


def score(name: str, data: object, edition: Json | None, language: str, *, as_json: bool) -> None:
    """Print the scores as tables or as JSON."""
    game = discovery.load(name)
    blank = game.blank(game.standard if edition is None else game.check_edition(edition))
    sheet = game.score_sheet.score(data, blank, game.text(language))
    if as_json:
        typer.echo(jsontext.write(_as_json(sheet)))
    else:
        print_sheet(sheet, language)


def _as_json(sheet: Sheet) -> Json:
    result: Json = {"scores": sheet.scores, "breakdown": sheet.breakdown}
    if sheet.tie_breaks is not None:
        result |= {"tie_breaks": sheet.tie_breaks, "ranking": sheet.ranking}
    return result


def print_sheet(sheet: Sheet, language: str) -> None:
    text = texts.ours(language)
    console = Console()
    for number, total in enumerate(sheet.scores, 1):
        grid = Grid(title=text("score.player", number=number), title_justify="left", box=None)
        grid.add_column("")
        grid.add_column("", justify="right")
        labels, points = sheet.labels[number - 1], sheet.breakdown[number - 1]
        for name, value in points.items():
            grid.add_row(labels[name], f"{value:+d}" if value else "0")
        grid.add_row(text("score.total"), str(total), style="bold")
        console.print(grid)
        console.print()
    if sheet.tie_breaks is not None:
        console.print(_ranking(sheet, sheet.tie_breaks, text))


def _ranking(sheet: Sheet, tie_breaks: list[dict[str, int]], text: texts.Text) -> Grid:
    """The ranking, with the values of the tie-breaks."""
    grid = Grid(title=text("score.ranking"), title_justify="left", box=None, show_header=False)
    place = 1
    for seats in sheet.ranking:
        for seat in seats:
            reasons = [sheet.labels[seat][name] for name in tie_breaks[seat]]
            player = text("score.player", number=seat + 1)
            grid.add_row(f"{place}.", player, str(sheet.scores[seat]), ", ".join(reasons))
        place += len(seats)
    return grid
