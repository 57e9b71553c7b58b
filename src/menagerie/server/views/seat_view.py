"""What a seat is shown, made only from what the seat observes."""

from collections.abc import Iterable

import orjson

from menagerie.game import WATCHER, Game, Seat, Table
from menagerie.match import Change, Match
from menagerie.position import Position
from menagerie.server.schemas.replies import GameEvent, GameUpdate, LegalMove, SeatView
from menagerie.server.views.entry_words import entry_in_words
from menagerie.texts import Text

Viewer = tuple[Seat, str]  # a seat, or WATCHER, and a language
EncodedUpdates = dict[Viewer, bytes]  # JSON


def seat_view(match: Match, seat: Seat, language: str, deadline: float | None) -> SeatView:
    """Everything a seat may know now; WATCHER is a client without a seat."""
    position = match.position
    observed = position.observe(seat)
    shared = _shared_view(position, match.number, observed, language, deadline)
    return _for_seat(shared, position.game, observed, seat, language, match.may_undo(seat))


def _shared_view(
    position: Position, number: int, observed: Table, language: str, deadline: float | None
) -> SeatView:
    """The part that depends on the observed table only, not on the seat."""
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
        "winners": position.winners(),
        "deadline": deadline,
    }


def _for_seat(
    shared: SeatView, game: Game, observed: Table, seat: Seat, language: str, may_undo: bool
) -> SeatView:
    """The shared view, plus what only the player to move may see."""
    if seat == WATCHER or seat != shared["turn"]:
        return shared
    own = shared.copy()
    own["legal"] = _legal_moves(game, observed, game.text(language))
    own["may_undo"] = may_undo
    return own


def _legal_moves(game: Game, observed: Table, text: Text) -> list[LegalMove]:
    return [
        {
            "move": game.move_codec.to_json(observed, number),
            "words": game.move_codec.to_words(observed, number, text),
        }
        for number in game.legal_moves(observed)
    ]


class UpdateRenderer:
    """Renders one log entry for everybody at a table.

    Views and events are memoised by what was observed, so equal observations are rendered once.
    """

    def __init__(self, change: Change, deadline: float | None, *, is_past: bool = False) -> None:
        self.change = change
        self.entry = change.entry
        self.deadline = deadline
        self.is_past = is_past  # if so, legal moves are left out, because they are slow to render
        self._views: dict[tuple[bytes, str], SeatView] = {}
        self._events: dict[tuple[bytes, bytes, str], GameEvent] = {}

    def update(self, seat: Seat, language: str) -> GameUpdate:
        """The entry as a seat saw it happen."""
        position, number = self.change.position, self.change.number + 1
        after = position.observe(seat)
        key = (after.raw, language)
        if key not in self._views:
            self._views[key] = _shared_view(position, number, after, language, self.deadline)
        shared = self._views[key]
        return {
            "type": "update",
            "events": [self._event(after, seat, language)],
            "sight": (
                shared
                if self.is_past
                else _for_seat(shared, position.game, after, seat, language, self.change.may_undo)
            ),
        }

    def _event(self, after: Table, seat: Seat, language: str) -> GameEvent:
        change = self.change
        undone = self.entry.kind == "undo"  # the undone move was made at the restored table
        seen = after if undone else change.origin.observe_during(change.move, seat)
        key = (seen.raw, after.raw, language)
        if key not in self._events:
            self._events[key] = self._make_event(seen, after, language)
        return self._events[key]

    def _make_event(self, seen: Table, after: Table, language: str) -> GameEvent:
        """Who did what, in data and in words."""
        change, game = self.change, self.change.position.game
        return {
            "kind": self.entry.kind,
            "seat": self.entry.seat,
            "by": self.entry.by,
            "move": game.move_codec.to_json(seen, change.move),
            "words": entry_in_words(self.entry, game, seen, change.move, after, language),
        }


def encode_updates(
    change: Change, deadline: float | None, viewers: Iterable[Viewer]
) -> EncodedUpdates:
    """A log entry as each viewer saw it happen."""
    renderer = UpdateRenderer(change, deadline)
    return {(seat, lang): orjson.dumps(renderer.update(seat, lang)) for seat, lang in viewers}
