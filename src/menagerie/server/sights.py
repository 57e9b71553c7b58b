"""What a seat is shown and told: all of it is made from what the seat observes, here alone."""

from typing import Any

from menagerie.game import WATCHER, Game, Table
from menagerie.match import Change, Match
from menagerie.position import Position
from menagerie.server.messages import Event, LegalMove, Sight, Update
from menagerie.texts import Text, ours


def sight(match: Match, seat: int, language: str, deadline: float | None) -> Sight:
    """All that a seat may know now; WATCHER is somebody without a seat."""
    position = match.position
    observed = position.observe(seat)
    found = _sight(position, match.number, observed, language, deadline)
    return _for_seat(found, position, observed, seat, language)


def _sight(
    position: Position, number: int, observed: Table, language: str, deadline: float | None
) -> Sight:
    """All that follows from what is observed, whoever observes it."""
    game, turn = position.game, position.turn
    return {
        "number": number,
        "view": position.header.document(game.document.to_json(observed)),
        "turn": turn,
        "question": game.screen.ask(observed, game.text(language)),
        "legal": [],
        "may_undo": False,
        "points": position.game.points(observed),
        "over": turn is None,
        "winners": position.winners() if turn is None else [],
        "deadline": deadline,
    }


def _for_seat(found: Sight, position: Position, observed: Table, seat: int, language: str) -> Sight:
    """The same with what only whoever is to move is told."""
    if seat == WATCHER or seat != found["turn"]:
        return found
    game = position.game
    mine = found.copy()
    mine["legal"] = _legal(game, observed, game.text(language))
    mine["may_undo"] = position.past > 0
    return mine


def _legal(game: Game, observed: Table, text: Text) -> list[LegalMove]:
    return [
        {
            "move": game.move_codec.to_json(observed, number),
            "words": game.move_codec.to_words(observed, number, text),
        }
        for number in game.legal_moves(observed)
    ]


class Telling:
    """One line of the log, told to all at a table; what several see alike is made once."""

    def __init__(
        self, change: Change, by: Any, deadline: float | None, *, past: bool = False
    ) -> None:
        self.past = past  # then nobody asks what would have been legal, and to tell it takes long
        self.change = change
        self.by = by
        self.deadline = deadline
        self._sights: dict[tuple[bytes, str], Sight] = {}
        self._events: dict[tuple[bytes, bytes, str], Event] = {}

    def update(self, seat: int, language: str) -> Update:
        """As a seat saw it happen."""
        position, number = self.change.position, self.change.number + 1
        after = position.observe(seat)
        key = (after.raw, language)
        if key not in self._sights:
            self._sights[key] = _sight(position, number, after, language, self.deadline)
        return {
            "type": "update",
            "events": [self._event(after, seat, language)],
            "sight": self._sights[key]
            if self.past
            else _for_seat(self._sights[key], position, after, seat, language),
        }

    def _event(self, after: Table, seat: int, language: str) -> Event:
        change = self.change
        undone = change.line.kind == "undo"  # then the move was made at the table there is again
        seen = after if undone else change.origin.observe_during(change.move, seat)
        key = (seen.raw, after.raw, language)
        if key not in self._events:
            self._events[key] = self._make_event(seen, after, language)
        return self._events[key]

    def _make_event(self, seen: Table, after: Table, language: str) -> Event:
        """Who did what, in data and in words."""
        change, game = self.change, self.change.position.game
        text = game.text(language)
        if change.line.kind == "undo":
            undone = game.move_codec.to_words(seen, change.move, text)
            words = [ours(language)("table.undone", move=undone)]
        else:
            words = game.screen.tell(seen, change.move, after, text)
        return {
            "kind": change.line.kind,
            "seat": change.line.seat,
            "by": self.by,
            "move": game.move_codec.to_json(seen, change.move),
            "words": words,
        }
