"""`GameSession`: one table of one game, in the form that PettingZoo and Gymnasium need.

Moves are move numbers, and an observation is a row of numbers (see `encoding.py`).
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from menagerie.encoding import NUMBER, layout
from menagerie.errors import BadInput, IllegalMove
from menagerie.game import WATCHER, MoveNumber, Seat, Table
from menagerie.header import Header
from menagerie.jsontext import Json, abbreviate_json
from menagerie.kernel import Numbers, TableView, copy
from menagerie.research import kernels, rewards
from menagerie.research.kernels import OVER


class GameSession:
    """One table, reused for game after game; call `start` first."""

    def __init__(
        self,
        game: str,
        players: int | None,
        options: Mapping[str, object] | None,
        edition: Json | str | None,
    ) -> None:
        self.header = Header.create(game, players, seed=0, edition=edition, options=options)
        self.game = self.header.game
        self.layout = layout(self.game)
        self.players = self.header.players
        self.array = np.atleast_1d(self.game.blank(self.header.edition))
        self.legal = np.empty(self.game.max_legal_moves, np.int32)
        self.mask = np.zeros(self.game.move_count, np.int8)  # a 1 for each legal move
        self.turn = OVER  # the seat to move
        self.step = 0
        self._seen = copy(self.array)
        self._row_sources = _row_sources(self._seen, self.layout.runs)
        self._set_up()
        kernels.precompile(self.game, self.array)

    def start(self, seed: str | int) -> None:
        """Start a game, the same that `menagerie.new` starts with this seed."""
        self.header = replace(self.header, seed=str(seed))
        self._set_up()
        self.mask = np.zeros(self.game.move_count, np.int8)
        self.turn = kernels.mark_legal(self.array, self.legal, self.mask)
        self.step = 0

    def _set_up(self) -> None:
        header = self.header
        self.game.set_up(self.array[0], header.players, header.options, header.key)

    def push(self, move: MoveNumber) -> None:
        """Play a move. An illegal move raises an error and changes nothing."""
        if not (0 <= move < len(self.mask) and self.mask[move]):
            raise self.illegal(move)
        self.mask = np.zeros(len(self.mask), np.int8)
        self.turn = kernels.advance(self.array, move, self.legal, self.mask)
        self.step += 1

    def observe(self, seat: Seat) -> Table:
        """What a seat knows."""
        return self.game.observe(TableView(self.array), seat)

    def row(self, seat: Seat) -> Numbers:
        """What a seat knows, as a row of numbers."""
        kernels.observe_into(self.array, seat, self._seen)
        row = np.zeros(self.layout.size, NUMBER)
        for target, source in self._row_sources:
            row[target] = source
        if seat != WATCHER:
            row[seat - self.game.players[-1]] = 1
        return row

    def full_row(self) -> Numbers:
        """The full table, including hidden information, as a row of numbers."""
        return self.layout.encode(self.array, WATCHER)

    def returns(self, kind: rewards.Kind) -> list[float]:
        """The reward of each seat in a finished game."""
        return rewards.KINDS[kind](self.array, self.players)

    def result(self) -> dict[str, list[int]]:
        """The scores and winners of a finished game."""
        return {
            "scores": rewards.scores(self.array, self.players),
            "winners": rewards.winners(self.array, self.players),
        }

    def words(self, move: MoveNumber, language: str = "en") -> str:
        """A move of the seat to move, in words."""
        return self.game.move_codec.to_words(self.array[0], move, self.game.text(language))

    def illegal(self, move: MoveNumber) -> BadInput:
        """The error that explains why a move is illegal."""
        if self.turn == OVER:
            return BadInput("the game is over; no move is allowed")
        if not 0 <= move < len(self.mask):
            most = len(self.mask) - 1
            return BadInput(
                f"a move must be a number from 0 to {most}, not {abbreviate_json(move)}"
            )
        reason, rule = self.game.move_codec.why_illegal(self.array[0], move)
        return IllegalMove(f"{self.words(move)} is not allowed: {reason}", rule)


def _row_sources(array: Numbers, runs: Numbers) -> list[tuple[slice, Numbers]]:
    """Pairs of a slice of a row, and the bytes of the table that belong there."""
    raw = array.view(NUMBER)
    sources, end = [], 0
    for start, count in runs.tolist():
        sources.append((slice(end, end + count), raw[start : start + count]))
        end += count
    return sources
