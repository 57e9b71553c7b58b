"""`Batch`: many tables of one game, stepped together."""

import weakref
from collections.abc import Mapping
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from menagerie.batch import action_sampling, kernels, memory_layout
from menagerie.batch.worker_threads import WorkerThreads, useful_threads
from menagerie.encoding import bytes_of, layout
from menagerie.errors import BadInput, join_some
from menagerie.game import is_integer, key_as_uint64
from menagerie.header import Header, derive_key
from menagerie.jsontext import Json, abbreviate_json
from menagerie.kernel import Numbers, progress
from menagerie.position import Position

MAX_TABLES = 1 << 20
MAX_THREADS = 64

Restart = Literal["never", "next step", "at once"]
Reward = Literal["share", "margin"]
Others = Literal["random", "greedy"]

RESTARTS: dict[Restart, int] = {
    "never": kernels.NEVER,
    "next step": kernels.NEXT_STEP,
    "at once": kernels.AT_ONCE,
}
REWARDS: dict[Reward, int] = {"share": kernels.SHARE, "margin": kernels.MARGIN}
OTHERS: dict[Others, int] = {"random": kernels.RANDOM, "greedy": kernels.GREEDY}


class Batch:
    """Tables of one game with the same players and options, each with its own deal.

    Every array has one row per table. The batch reuses its arrays: the next `step` or `reset`
    overwrites them. Copy what you want to keep, and do not write into them.

    `again` says when a finished game restarts: "at once", in the step that ends it, so that every
    table always has a move to make; in the "next step", whatever move is given there; or "never",
    until `reset`. `reward` says what each seat gets at the end of a game: the "share" of the win (1
    for a sole winner, a half for each of two), or the "margin", its lead in points over the best
    other seat. With `seats`, one per table, only that seat decides, and `others` says how the
    other seats play: "random" or "greedy", like the bots of these names.
    """

    def __init__(
        self,
        game: str,
        tables: int = 4096,
        players: int | None = None,
        *,
        options: Mapping[str, object] | None = None,
        edition: Json | str | None = None,
        seed: str | int | None = None,
        threads: int = 1,
        again: Restart = "at once",
        reward: Reward = "share",
        seats: npt.ArrayLike | None = None,
        others: Others = "random",
    ) -> None:
        header = Header.create(game, players, seed=seed, edition=edition, options=options)
        count = _number("tables", tables, MAX_TABLES)
        threads = min(_number("threads", threads, MAX_THREADS), useful_threads(count))
        self.header = header
        self.game = header.game
        self.players = header.players
        self.layout = layout(self.game)
        moves = self.game.move_count
        listed = max(self.game.max_legal_moves, action_sampling.UNROLLED)
        stride = memory_layout.row_stride(self.layout)
        self.tables, buffers, self._mask, self._legal = memory_layout.allocate(
            (self.game.table.dtype, count),
            (np.dtype(self.layout.dtype), count, stride),
            (np.dtype(np.bool_), count, moves),
            (np.dtype(np.int32), count, listed),
        )
        self.tables[:] = self.game.blank(header.edition)
        self.to_move = np.zeros(count, np.int8)
        self.rewards = np.zeros((count, self.players), np.float32)
        self.ends = np.zeros(count, np.bool_)
        self.finals = np.zeros((count, self.layout.size), self.layout.dtype)
        self._seen, self._rows = memory_layout.split(self.layout, buffers)
        self._counts = np.zeros(count, np.int32)
        self._games = np.zeros(count, np.int64)
        self._moves = np.zeros(count, np.int64)
        self.seats = self._check_seats(seats)
        self._options = self.game.encode(header.options)
        self._settings = np.array(
            [
                _choice("again", again, RESTARTS),
                _choice("reward", reward, REWARDS),
                _choice("others", others, OTHERS),
            ]
        )
        self._key = key_as_uint64(bytes(16))
        self._others_rng, self._sample_rng = (np.zeros((count, 2), np.uint64) for _ in range(2))
        self._seed(header.seed)
        self._workers = self._start_workers(threads)
        self._finalizer = weakref.finalize(self, self._workers.close)
        progress.run(f"{self.game.name} for many tables", [("step", self.reset)])

    def __len__(self) -> int:
        return len(self.tables)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Stop the worker threads."""
        self._finalizer()

    def step(self, moves: npt.ArrayLike) -> tuple[Numbers, Numbers]:
        """Make one move at each table; return the rewards of all seats, and which games ended.

        An illegal move raises BadInput and changes nothing.
        """
        self._moves[:] = self._check_moves(moves)
        self._workers.step(resets=False)
        return self.rewards, self.ends

    def reset(self, where: npt.ArrayLike | None = None, *, seed: str | int | None = None) -> None:
        """Start new games at all tables, or only where `where` is true; or restart from a seed."""
        if seed is not None:
            if where is not None:
                raise BadInput(
                    "a seed is for all tables: give reset a seed or some tables, not both"
                )
            self._seed(Header.create(self.game.name, seed=seed).seed)
        wanted = np.ones(len(self), np.bool_) if where is None else np.asarray(where)
        if wanted.dtype != np.bool_ or wanted.shape != (len(self),):
            raise BadInput(f"reset takes a boolean for each of {len(self)} tables")
        self._moves[:] = wanted
        self._workers.step(resets=True)

    def legal_mask(self) -> Numbers:
        """True for each legal move, among all moves of the game."""
        return self._mask

    def legal(self) -> tuple[Numbers, Numbers]:
        """The legal moves in ascending order, and their counts; ignore the rest of each row."""
        return _read_only(self._legal[:, : self.game.max_legal_moves]), _read_only(self._counts)

    def observe(self) -> Numbers:
        """What the deciding seat observes, one row per table; see `layout`.

        The rows may be slices of whole tables, so there may be gaps between them in memory.
        """
        return self._rows

    @property
    def over(self) -> Numbers:
        """True for tables whose game is over; they have no legal moves."""
        found: Numbers = self._counts == 0
        return found

    def sample(self) -> Numbers:
        """A random legal move for each table; 0 where the game is over."""
        action_sampling.sample(self._legal, self._counts, self._sample_rng, self._moves)
        return self._moves

    def position(self, at: int | np.integer[Any]) -> Position:
        """One table as a `Position`, including hidden information but without its history."""
        if is_integer(at):
            if 0 <= at < len(self):
                return Position.from_table(self.header, self.tables[at])
            at = int(at)
        raise BadInput(
            f"there is no table {abbreviate_json(at)}; the tables are 0 to {len(self) - 1}"
        )

    def _seed(self, seed: str) -> None:
        self._key[:] = key_as_uint64(derive_key(seed, "batch"))
        self._others_rng[:] = _random_states(seed, "others", len(self))
        self._sample_rng[:] = _random_states(seed, "sample", len(self))
        self._games[:] = 0

    def _scratch(self) -> tuple[Any, ...]:
        """The scratch buffers of one thread; see `kernels.py`."""
        spare = self.tables[:2].copy() if len(self) > 1 else np.repeat(self.tables, 2)
        points = np.zeros(self.game.players[-1], np.int32)
        return spare, bytes_of(spare), points, key_as_uint64(bytes(16))

    def _start_workers(self, threads: int) -> WorkerThreads:
        """Group the arrays as `kernels.py` describes. They must never be replaced."""
        state = (self._legal, self._counts, self._games, self._others_rng, self.seats)
        config = (self.players, self._options, self._key, self._settings)
        views = (self._mask, self._rows, self._seen, self.finals, self.layout.runs)
        outputs = (self.rewards, self.ends, self.to_move)
        shared = (self._moves, self.tables, state, config, views, outputs)
        return WorkerThreads([self._scratch() for _ in range(threads)], shared)

    def _check_moves(self, moves: npt.ArrayLike) -> Numbers:
        given = np.asarray(moves)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            shape = f"{given.dtype} of shape {given.shape}"
            raise BadInput(f"step takes a move for each of {len(self)} tables, not {shape}")
        chosen = np.ascontiguousarray(given, np.int64)
        at = action_sampling.first_illegal(chosen, self._legal, self._counts)
        if at >= 0:
            legal = self._legal[at, : self._counts[at]].tolist()
            allowed = join_some(list(map(str, legal)), ", ")
            raise BadInput(f"table {at}: {chosen[at]} is not a legal move; allowed: {allowed}")
        return chosen

    def _check_seats(self, seats: npt.ArrayLike | None) -> Numbers:
        if seats is None:
            return np.full(len(self), kernels.ANY, np.int8)
        given = np.asarray(seats)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise BadInput(f"seats must have a seat for each of {len(self)} tables")
        wrong = np.flatnonzero((given < 0) | (given >= self.players))
        if len(wrong):
            at, last = wrong[0], self.players - 1
            raise BadInput(f"table {at}: there is no seat {given[at]}; the seats are 0 to {last}")
        return given.astype(np.int8)


def _random_states(seed: str, purpose: str, count: int) -> Numbers:
    """A random state for each table, independent of the number of tables."""
    rng = np.random.default_rng(int.from_bytes(derive_key(seed, purpose)))
    return rng.integers(0, 1 << 64, (count, 2), np.uint64)


def _read_only(array: Numbers) -> Numbers:
    view = array.view()
    view.flags.writeable = False
    return view


def _number(name: str, value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadInput(f"{name} must be a number from 1 to {most}, not {abbreviate_json(value)}")
    return value


def _choice(name: str, value: object, choices: Mapping[Any, int]) -> int:
    if not isinstance(value, str) or value not in choices:
        raise BadInput(
            f"{name} cannot be {abbreviate_json(value)}; it can be: {', '.join(choices)}"
        )
    return choices[value]
