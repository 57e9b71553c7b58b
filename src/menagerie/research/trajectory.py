"""`Trajectory`: the state behind an OpenSpiel game, first the chance nodes, then the moves.

A few chance nodes at the start choose the seed, and the seed determines the rest of the game. A
trajectory can also start from a table resampled from a seat's information state. Then its past is
unknown, except for the decisions of that seat.
"""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from menagerie.encoding import NUMBER
from menagerie.game import Game, MoveNumber, Seat, Table, key_as_uint64
from menagerie.header import Header, derive_key
from menagerie.jsontext import Json
from menagerie.kernel import Numbers, TableView, copy
from menagerie.match import read_header
from menagerie.research import kernels, rewards
from menagerie.research.decision_history import Decision, latest, observed_row
from menagerie.research.kernels import OVER

CHANCE_NODES, CHANCE_OUTCOMES = 4, 256  # together 2^32 seeds

# The table, the seat, and the row and the move of each decision.
EncodedStart = tuple[bytes, Seat, list[tuple[bytes, MoveNumber]]]


@dataclass(frozen=True)
class ResampledStart:
    """The table from which a resampled trajectory starts, and what the seat remembers."""

    array: Numbers
    seat: Seat
    last_decision: Decision | None

    def encode(self, game: Game) -> EncodedStart:
        past = [
            (decision.row(game).tobytes(), decision.move) for decision in latest(self.last_decision)
        ]
        return self.array.tobytes(), self.seat, past[::-1]

    @classmethod
    def decode(cls, game: Game, encoded: EncodedStart) -> Self:
        table, seat, past = encoded
        decision: Decision | None = None
        for row, move in past:
            decision = Decision.from_row(decision, np.frombuffer(row, NUMBER), seat, move)
        return cls(np.frombuffer(bytearray(table), game.table.dtype), seat, decision)


class Trajectory:
    """Everything that has happened so far. Copies share their decisions."""

    def __init__(self, header: Header, blank: Table) -> None:
        self.header = header
        self.blank = blank
        self.chance_outcomes: tuple[int, ...] = ()
        self.start: ResampledStart | None = None
        self.moves: list[MoveNumber] = []
        self.last_decisions: list[Decision | None] = [None] * header.players
        self._array: Numbers | None = None
        self._turn: Seat | None = None

    def __deepcopy__(self, _memo: object) -> "Trajectory":
        copied = object.__new__(Trajectory)
        copied.__dict__.update(self.__dict__)
        copied.moves = list(self.moves)
        copied.last_decisions = list(self.last_decisions)
        return copied

    def __reduce__(self) -> Any:
        """Pickle the header and the moves, and the start if it was resampled."""
        start = self.start and self.start.encode(self.header.game)
        return restore, (self.header.to_json(), self.chance_outcomes, self.moves, start)

    @property
    def dealt(self) -> bool:
        return len(self.chance_outcomes) == CHANCE_NODES

    @property
    def seed(self) -> str:
        """The seed that the chance outcomes encode; `menagerie.new` accepts it."""
        return "spiel-" + bytes(self.chance_outcomes).hex()

    @property
    def array(self) -> Numbers:
        """The full table, including hidden information, as an array of length 1."""
        if self._array is None:
            header = replace(self.header, seed=self.seed)
            array = copy(self.blank.array)
            header.game.set_up(array[0], header.players, header.options, header.key)
            self._array = array
        return self._array

    @property
    def turn(self) -> Seat:
        """The seat to move, or OVER."""
        if self._turn is None:
            array = self.array
            over = self.header.game.is_over(TableView(array))
            self._turn = OVER if over else int(array["to_move"][0])
        return self._turn

    def add_chance_outcome(self, outcome: int) -> None:
        self.chance_outcomes = (*self.chance_outcomes, outcome)

    def push(self, move: MoveNumber) -> None:
        before, seat = self.array, self.turn
        self.last_decisions[seat] = Decision(self.last_decisions[seat], before, seat, move)
        self._array = self.header.game.play(TableView(before), move).array
        self.moves.append(move)
        self._turn = None

    def legal(self) -> list[MoveNumber]:
        return self.header.game.legal_moves(TableView(self.array))

    def observe(self, seat: Seat) -> Table:
        """What a seat knows, as a record."""
        return self.header.game.observe(TableView(self.array), seat)

    def row(self, seat: Seat) -> Numbers:
        """What a seat knows, as a row of numbers."""
        return observed_row(self.header.game, self.array, seat)

    def returns(self) -> list[float]:
        players = self.header.players
        return rewards.zero_sum(self.array, players) if self.turn == OVER else [0.0] * players

    def resample(self, other: "Trajectory", seat: Seat) -> None:
        """Continue from a table that `seat` cannot tell apart from the one of `other`.

        Our own chance outcomes choose the table.
        """
        array = copy(other.array)
        kernels.resample(array, seat, key_as_uint64(derive_key(self.seed, "imagine")))
        for decision in latest(other.last_decisions[seat]):
            decision.row(self.header.game)  # computes the row, then drops the table with secrets
        self.start_at(ResampledStart(array, seat, other.last_decisions[seat]))

    def start_at(self, start: ResampledStart) -> None:
        self.start = start
        self._array, self._turn = start.array, None
        self.last_decisions[start.seat] = start.last_decision


def restore(
    header: Json,
    chance_outcomes: tuple[int, ...],
    moves: list[MoveNumber],
    start: EncodedStart | None,
) -> Trajectory:
    """Unpickle a trajectory."""
    read = read_header(header)
    trajectory = Trajectory(read, read.game.blank(read.edition))
    trajectory.chance_outcomes = chance_outcomes
    if start is not None:
        trajectory.start_at(ResampledStart.decode(read.game, start))
    for move in moves:
        trajectory.push(move)
    return trajectory
