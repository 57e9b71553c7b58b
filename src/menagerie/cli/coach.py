"""`menagerie coach`: advice on a position, or a review of a finished game."""

import json

import typer
from rich.table import Table as Grid

from menagerie import jsontext, texts, traces
from menagerie import verdicts as verdict_summary
from menagerie.bots import coach as coaching
from menagerie.bots.levels import check_limit
from menagerie.bots.search_bot import Budget
from menagerie.cli.console import Console, progress_bar
from menagerie.contract import Seat
from menagerie.errors import BadInput
from menagerie.jsontext import Json
from menagerie.position import Position
from menagerie.verdicts import MAX_TURNING_POINTS
from menagerie.wording import player


def coach(
    document: str, seat: Seat | None, iterations: int, threads: int, language: str, *, as_json: bool
) -> None:
    """Advise on a position, or review a trace move by move."""
    texts.ours(language)
    check_limit("iterations", iterations)
    check_limit("threads", threads)
    budget = Budget(iterations=iterations, threads=threads)
    if _is_position(document):
        position = Position.from_json(document)
        if position.is_over():
            raise BadInput("the game is over: there is no move to advise")
        _advise(position, seat, budget, language, as_json=as_json)
    else:
        if seat is not None:
            raise BadInput("--seat is for a position; a whole game is reviewed for all seats")
        _review(traces.replay(document.split("\n")), budget, language, as_json=as_json)


def _is_position(document: str) -> bool:
    """A position is one JSON object; a trace is many lines of JSON."""
    try:
        data = json.loads(document)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and "position" in data and "step" not in data


def _advise(
    position: Position, seat: Seat | None, budget: Budget, language: str, *, as_json: bool
) -> None:
    turn = int(position.table.to_move)
    if seat not in (None, turn):
        raise BadInput(f"seat {seat} is not to move; seat {turn} is")
    game, observed = position.game, position.observe(turn)
    advice = coaching.advise(game, observed, turn, budget, "coach")
    variation = coaching.best_variation(game, observed, turn, advice[0].move, budget, "coach")
    moves = {move.number: move for move in position.legal_moves}
    if as_json:
        found = [one.to_json() | {"move": moves[one.move].to_json()} for one in advice]
        variation_json = [game.move_codec.to_json(table, move) for table, move in variation]
        typer.echo(jsontext.write({"seat": turn, "advice": found, "line": variation_json}))
        return
    text, console = texts.ours(language), Console()
    grid = _grid(text, "move", "win", "points")
    for one in advice:
        win = f"{one.win:.0%} ± {one.half_width:.0%}"
        grid.add_row(moves[one.move].words(language), win, f"{one.points:.1f}")
    console.print(player(turn, game.text(language)), style="bold")
    console.print(grid)
    game_text = game.text(language)
    words = [game.move_codec.to_words(table, move, game_text) for table, move in variation]
    console.print(text("coach.line", line=" → ".join(words)))


def _grid(text: texts.Text, first: str, *numbers: str) -> Grid:
    """An empty table: a column of words, and columns of numbers."""
    grid = Grid(box=None)
    grid.add_column(text(f"coach.{first}"))
    for heading in numbers:
        grid.add_column(text(f"coach.{heading}"), justify="right")
    return grid


def _review(finished: Position, budget: Budget, language: str, *, as_json: bool) -> None:
    with progress_bar(finished.game.name, "moves", finished.step) as advance:
        verdicts = coaching.review(finished, budget, "coach", advance)
    if as_json:
        typer.echo(jsontext.write(_as_json(finished, verdicts)))
    else:
        _print_review(finished, verdicts, language)


def _as_json(finished: Position, verdicts: list[coaching.Verdict]) -> Json:
    points = coaching.turning_points(verdicts, MAX_TURNING_POINTS)
    return {
        "moves": [
            verdict.to_json()
            | {"loss": verdict.loss, "luck": verdict.luck}
            | {"move": move.to_json(), "best": move.instead(verdict.best).to_json()}
            for verdict, move in zip(verdicts, finished.moves, strict=True)
        ],
        "turning_points": [verdict.step for verdict in points],
    }


def _print_review(finished: Position, verdicts: list[coaching.Verdict], language: str) -> None:
    text, game_text, console = texts.ours(language), finished.game.text(language), Console()
    grid = _grid(text, "player", "lost", "luck")
    for seat in range(finished.players):
        lost, luck = verdict_summary.lost(verdicts, seat), verdict_summary.luck(verdicts, seat)
        grid.add_row(player(seat, game_text), f"{lost:.2f}", f"{luck:+.2f}")
    console.print(grid)
    console.print(f"\n{text('coach.turning_points')}", style="bold")
    moves = finished.moves
    for verdict in coaching.turning_points(verdicts, MAX_TURNING_POINTS):
        first, *others = verdict_summary.tell(verdict, moves[verdict.step], language)
        console.print(first)
        for line in others:
            console.print(f"    {line}")
