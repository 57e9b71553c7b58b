"""One step of a finished game's replay; nothing is hidden any more."""

from menagerie.game import Seat
from menagerie.match import Change
from menagerie.position import Position
from menagerie.server.schemas.history import ReplayStep
from menagerie.texts import ours


def deal_step(position: Position) -> ReplayStep:
    """The first step: the deal, before any decision."""
    return {
        "number": 0,
        "seat": None,
        "by": None,
        "kind": None,
        "move": None,
        "words": [],
        "view": position.to_json(),
        "turn": position.turn,
        "points": position.scores(),
        "winners": _winners(position),
    }


def replay_step(change: Change, language: str) -> ReplayStep:
    """The table after a log entry, and the entry in words."""
    entry, position = change.entry, change.position
    undone = entry.kind == "undo"  # the undone move was made at the table that is now restored
    before = change.after if undone else change.before
    return {
        "number": entry.number + 1,
        "seat": entry.seat,
        "by": entry.by,
        "kind": entry.kind,
        "move": position.game.move_codec.to_json(before, change.move),
        "words": _words(change, language),
        "view": position.to_json(),
        "turn": position.turn,
        "points": position.scores(),
        "winners": _winners(position),
    }


def _winners(position: Position) -> list[Seat]:
    return position.winners() if position.turn is None else []


def _words(change: Change, language: str) -> list[str]:
    game = change.position.game
    text = game.text(language)
    if change.entry.kind == "undo":
        undone = game.move_codec.to_words(change.after, change.move, text)
        return [ours(language)("table.undone", move=undone)]
    return game.screen.tell(change.before, change.move, change.after, text)
