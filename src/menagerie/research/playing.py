"""A game in play at one table, as the interfaces of other libraries need it: quick, and by numbers.

Moves are the numbers of the rules. What a seat sees is a row of numbers (see `encoding.py`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from menagerie.encoding import NUMBER, layout
from menagerie.errors import BadInput, IllegalMove
from menagerie.game import WATCHER, Table
from menagerie.header import Header
from menagerie.jsontext import shorten
from menagerie.kernel import Numbers, TableView, copy
from menagerie.research import rewards, stepping
from menagerie.research.stepping import OVER


class Play:
    """One table, used for game after game; `start` comes first."""

    def __init__(
        self,
        game: str,
        players: int | None,
        options: Mapping[str, object] | None,
        edition: dict[str, Any] | str | None,
    ) -> None:
        self.header = Header.create(game, players, seed=0, edition=edition, options=options)
        self.game = self.header.game
        self.layout = layout(self.game)
        self.players = self.header.players
        self.tables = np.atleast_1d(self.game.blank(self.header.edition))
        self.legal = np.empty(self.game.most_legal, np.int32)
        self.mask = np.zeros(self.game.move_count, np.int8)  # a 1 for each legal move
        self.turn = OVER  # the seat that is to move
        self.step = 0
        self._seen = copy(self.tables)
        self._spots = _spots(self._seen, self.layout.runs)
        self._set_up()
        stepping.prepare(self.game, self.tables)

    def start(self, seed: str | int) -> None:
        """Begin a game: the same that `menagerie.new` begins with this seed."""
        self.header = replace(self.header, seed=str(seed))
        self._set_up()
        self.mask = np.zeros(self.game.move_count, np.int8)
        self.turn = stepping.mark(self.tables, self.legal, self.mask)
        self.step = 0

    def _set_up(self) -> None:
        header = self.header
        self.game.set_up(self.tables[0], header.players, header.options, header.key)

    def push(self, move: int) -> None:
        """Play a move; one that is not legal raises, and changes nothing."""
        if not (0 <= move < len(self.mask) and self.mask[move]):
            raise self.illegal(move)
        self.mask = np.zeros(len(self.mask), np.int8)
        self.turn = stepping.advance(self.tables, move, self.legal, self.mask)
        self.step += 1

    def observe(self, seat: int) -> Table:
        """What a seat knows."""
        return self.game.observe(TableView(self.tables), seat)

    def row(self, seat: int) -> Numbers:
        """What a seat knows, as a row of numbers."""
        stepping.look(self.tables, seat, self._seen)
        row = np.zeros(self.layout.size, NUMBER)
        for spot, source in self._spots:
            row[spot] = source
        if seat != WATCHER:
            row[seat - self.game.players[-1]] = 1
        return row

    def whole_row(self) -> Numbers:
        """All that lies on the table, hidden cards too, as a row of numbers."""
        return self.layout.encode(self.tables, WATCHER)

    def returns(self, kind: str) -> list[float]:
        """What a finished game brought to each seat."""
        return rewards.KINDS[kind](self.tables, self.players)

    def result(self) -> dict[str, Any]:
        """How a finished game ended."""
        return {
            "scores": rewards.scores(self.tables, self.players),
            "winners": rewards.winners(self.tables, self.players),
        }

    def words(self, move: int, language: str = "en") -> str:
        """A move of whoever is to move, in words."""
        return self.game.move_codec.to_words(self.tables[0], move, self.game.text(language))

    def illegal(self, move: int) -> BadInput:
        """What is wrong with a move that is not legal."""
        if self.turn == OVER:
            return BadInput("the game is over, and no move is allowed")
        if not 0 <= move < len(self.mask):
            most = len(self.mask) - 1
            return BadInput(f"a move is a number from 0 to {most}, not {shorten(move)}")
        reason, rule = self.game.move_codec.why_illegal(self.tables[0], move)
        return IllegalMove(f"{self.words(move)} is not allowed: {reason}", rule)


def _spots(tables: Any, runs: Numbers) -> list[tuple[slice, Numbers]]:
    """Where the bytes of a table go in a row."""
    raw = tables.view(NUMBER)
    spots, end = [], 0
    for start, count in runs.tolist():
        spots.append((slice(end, end + count), raw[start : start + count]))
        end += count
    return spots
