"""A finished game, moment by moment, as its log tells it; nothing is hidden."""

from menagerie.header import Header
from menagerie.match import Change, Line, Match
from menagerie.position import Position
from menagerie.server.recounting import Frame
from menagerie.server.replaying import By
from menagerie.texts import ours


def frames(header: Header, lines: list[Line], by: list[By], language: str) -> list[Frame]:
    """The deal, and the table after each line of the log."""
    match = Match(header)
    found = [_deal(match.position)]
    for line, who in zip(lines, by, strict=True):
        change = match.prepare(line)
        match.add(change)
        found.append(_frame(match, change, who, language))
    return found


def _deal(position: Position) -> Frame:
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


def _frame(match: Match, change: Change, by: By, language: str) -> Frame:
    game, position = match.header.game, match.position
    undone = change.line.kind == "undo"  # then the move was made at the table there is again
    before = change.after if undone else change.before
    return {
        "number": match.number,
        "seat": change.line.seat,
        "by": by,
        "kind": change.line.kind,
        "move": game.move_codec.to_json(before, change.move),
        "words": _words(match, change, language),
        "view": position.to_json(),
        "turn": position.turn,
        "points": position.scores(),
        "winners": _winners(position),
    }


def _winners(position: Position) -> list[int]:
    return position.winners() if position.turn is None else []


def _words(match: Match, change: Change, language: str) -> list[str]:
    game = match.header.game
    text = game.text(language)
    if change.line.kind == "undo":
        undone = game.move_codec.to_words(change.after, change.move, text)
        return [ours(language)("table.undone", move=undone)]
    return game.screen.tell(change.before, change.move, change.after, text)
