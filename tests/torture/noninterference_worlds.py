"""Pairs of worlds that one seat cannot tell apart.

The first world is the truth: a match replayed from its log. The alternative looks the same to one
seat (or to a watcher) but has other secrets: everything masked in the seat's observation is sampled
again.
"""

import random
from dataclasses import dataclass, replace

from menagerie import generic
from menagerie.game import WATCHER, Game, Seat
from menagerie.header import Header
from menagerie.kernel import TableView, copy
from menagerie.log_entry import LogEntry
from menagerie.match import Change, Match
from menagerie.position import Position


@dataclass
class WorldPair:
    """Two matches, and the viewer who cannot tell them apart."""

    truth: Match
    alternative: Match
    viewer: Seat

    @property
    def differ(self) -> bool:
        """Whether the worlds differ in their secrets."""
        return bool(
            self.truth.position.table.tobytes() != self.alternative.position.table.tobytes()
        )


def make_pair(truth: Match, viewer: Seat, rng: random.Random) -> WorldPair:
    return WorldPair(truth, _like(truth, alternative_to(truth.position, viewer, rng)), viewer)


def alternative_to(position: Position, viewer: Seat, rng: random.Random) -> Position:
    """An alternative world, including its undo history."""
    natural = _replayed(position, viewer, rng)
    if natural is not None:
        return natural
    alternative = position.copy()
    alternative._tables = [
        _imagined(position.game, table, viewer, rng) for table in position._tables
    ]
    alternative._legal = alternative._over = None
    return alternative


def _replayed(position: Position, viewer: Seat, rng: random.Random) -> Position | None:
    """Resample the earliest table and replay the moves; None if the viewer would notice."""
    game = position.game
    tables = [_imagined(game, position._tables[0], viewer, rng)]
    for move in position._moves:
        if move not in game.legal_moves(tables[-1]):
            return None
        tables.append(game.play(tables[-1], move))
    alternative = position.copy()
    alternative._tables = tables
    alternative._legal = alternative._over = None
    return alternative if look_the_same(position, alternative, viewer) else None


def _imagined(game: Game, table: TableView, viewer: Seat, rng: random.Random) -> TableView:
    """The table with the viewer's unknowns sampled again."""
    return game.imagine(table, viewer, rng.randbytes(16))


def look_the_same(one: Position, other: Position, viewer: Seat) -> bool:
    return _raw(one, viewer) == _raw(other, viewer)


def _raw(position: Position, viewer: Seat) -> bytes:
    return position.observe(viewer).raw


def _like(match: Match, position: Position) -> Match:
    """The same log with another final position."""
    alternative = match.copy()
    alternative.position = position
    return alternative


def same_change(pair: WorldPair, change: Change, rng: random.Random) -> tuple[Change, bool]:
    """The change by a log entry in the alternative world that looks the same to the viewer.

    If the real effect of the entry looks the same, return it and True. Otherwise return a change
    between two resampled worlds that look like the true ones, and False.
    """
    found = _natural(pair, change)
    if found is not None:
        return found, True
    shown = change.origin.copy()
    if change.entry.kind == "move":
        array = copy(shown.table_view.array)
        generic.reveal_entry(array, 0, change.move)
        shown._tables = [*shown._tables[:-1], TableView(array)]
    shown.forget()
    before = alternative_to(shown, pair.viewer, rng)
    after = alternative_to(change.position, pair.viewer, rng)
    return replace(change, origin=before, position=after), False


def _natural(pair: WorldPair, change: Change) -> Change | None:
    turn = change.entry.seat
    legal = pair.alternative.position._legal_numbers()
    if change.entry.kind == "move" and change.move not in legal:
        return None  # the viewer does not know that it is illegal there
    move = None
    if change.entry.kind == "move":
        move = pair.alternative.position.game.move_codec.to_json(
            pair.alternative.position.table, change.move
        )
    found = pair.alternative.prepare(LogEntry(change.entry.kind, turn, move))
    if change.entry.kind == "move":
        one = change.origin.observe_during(change.move, pair.viewer).raw
        if one != found.origin.observe_during(found.move, pair.viewer).raw:
            return None
    alike = look_the_same(change.position, found.position, pair.viewer)
    same_past = change.position.past == found.position.past
    if pair.viewer == turn:  # the mover is told whether an undo is possible
        undoable = change.position.past or found.position.past
        assert alike or not undoable, "what was learnt from a move can be unlearnt"
    return found if alike and (same_past or pair.viewer == turn) else None


def random_viewer(header: Header, rng: random.Random) -> Seat:
    """A random seat, or sometimes a watcher."""
    seats: list[int] = [*range(header.players)] * 2
    return rng.choice([WATCHER, *seats])


def random_entry(match: Match, rng: random.Random) -> LogEntry:
    """A random move, or sometimes an undo."""
    position = match.position
    turn = position.turn
    assert turn is not None
    if position.past and rng.random() < 0.3:
        return LogEntry("undo", turn)
    return LogEntry("move", turn, rng.choice(position.legal_moves).to_json())
