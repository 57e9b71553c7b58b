"""What a seat is shown and told: all of it is made from what the seat observes, here alone."""

from typing import Any

from menagerie.game import WATCHER, Game, Table
from menagerie.kernel import copy
from menagerie.match import Change, Match
from menagerie.position import Position
from menagerie.server.messages import Event, LegalMove, Sight, Update
from menagerie.texts import ours


def sight(
    match: Match, seat: int, language: str, deadline: float | None, *, past: bool = False
) -> Sight:
    """All that a seat may know now; WATCHER is somebody without a seat.

    Of the past nobody asks what would have been legal, and to tell it takes long.
    """
    position, game = match.position, match.header.game
    observed = position.observe(seat)
    turn = position.turn
    text = game.text(language)
    return {
        "number": match.number,
        "view": match.header.document(game.document.to_json(observed)),
        "turn": turn,
        "question": game.screen.ask(observed, text),
        "legal": _legal(position, observed, language) if seat == turn and not past else [],
        "may_undo": seat != WATCHER and match.undoer == seat,
        "points": game.points(observed),
        "over": turn is None,
        "winners": position.winners(),
        "deadline": deadline,
    }


def _legal(position: Position, observed: Table, language: str) -> list[LegalMove]:
    game, text = position.game, position.game.text(language)
    return [
        {
            "move": game.move.to_json(observed, number),
            "words": game.move.to_words(observed, number, text),
        }
        for number in game.legal(observed)
    ]


def update(
    match: Match,
    change: Change,
    by: Any,
    seat: int,
    language: str,
    deadline: float | None,
    *,
    past: bool = False,
) -> Update:
    """A line of the log, as a seat saw it happen."""
    return {
        "type": "update",
        "events": [event(match.header.game, change, by, seat, language)],
        "sight": sight(match, seat, language, deadline, past=past),
    }


def event(game: Game, change: Change, by: Any, seat: int, language: str) -> Event:
    """Who did what, in data and in words."""
    text = game.text(language)
    if change.line.kind == "undo":  # the move was made at the table that is there again
        seen = game.observe(change.after, seat)
        words = [ours(language)("table.undone", move=game.move.to_words(seen, change.move, text))]
    else:
        seen = copy(change.before)
        game.secrets.reveal(seen, change.move)
        game.secrets.observe(seen, seat)
        words = game.screen.tell(seen, change.move, game.observe(change.after, seat), text)
    return {
        "kind": change.line.kind,
        "seat": change.line.seat,
        "by": by,
        "move": game.move.to_json(seen, change.move),
        "words": words,
    }
