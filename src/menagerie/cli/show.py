"""`menagerie show`: a position, as text or as JSON."""

import typer

from menagerie import jsontext, texts
from menagerie.cli.console import Console
from menagerie.contract import Seat
from menagerie.position import Position


def show(
    document: str,
    seat: Seat | None,
    moves: list[str],
    seed: str | None,
    language: str,
    *,
    as_json: bool,
) -> None:
    """Apply the moves, then show the whole table, or what one seat sees of it."""
    texts.ours(language)  # an unknown language is an error, also with --json
    position = Position.from_json(document, seed=seed)
    for move in moves:
        position.push(move)
    if as_json:
        typer.echo(jsontext.write(describe(position, seat)))
    else:
        print_table(position, seat, language)


def describe(position: Position, seat: Seat | None) -> dict[str, object]:
    """A position as JSON; for a seat, only what it may know."""
    game = position.game
    table = position.table if seat is None else position.observe(seat)
    sees_moves = seat is None or seat == position.turn
    return {
        "position": game.document.to_json(table),
        "to_move": position.turn,
        "legal": [move.to_json() for move in position.legal_moves] if sees_moves else [],
        "over": position.is_over(),
        "points": game.points(table),
        "winners": position.winners(),
    }


def print_table(position: Position, seat: Seat | None, language: str) -> None:
    game, text = position.game, position.game.text(language)
    table = position.table if seat is None else position.observe(seat)
    console = Console()
    console.print(game.screen.show(table, text))
    console.print(f"\n{game.screen.ask(table, text)}", style="bold")
    if seat is None or seat == position.turn or position.is_over():
        for number, move in enumerate(position.legal_moves, 1):
            console.print(f"{number:4}  {move.words(language)}")
    else:
        console.print(texts.ours(language)("show.not_your_turn"))
