"""One step of a finished game's replay; nothing is hidden any more."""

from menagerie.match import Change
from menagerie.position import Position
from menagerie.server.schemas.history import ReplayStep
from menagerie.server.views.entry_words import entry_in_words


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
        "winners": position.winners(),
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
        "words": entry_in_words(entry, position.game, before, change.move, change.after, language),
        "view": position.to_json(),
        "turn": position.turn,
        "points": position.scores(),
        "winners": position.winners(),
    }
