"""`Batch`: many tables of one game, played at once."""

import weakref
from collections.abc import Mapping
from typing import Any, Self

import numpy as np

from menagerie.batch import choosing, stepping, storage
from menagerie.batch.crew import Crew
from menagerie.encoding import bytes_of, layout
from menagerie.errors import BadInput
from menagerie.game import words_of
from menagerie.header import Header, derive_key
from menagerie.jsontext import shorten
from menagerie.kernel import Numbers, progress
from menagerie.position import Position, abbreviate_moves

MOST_TABLES = 1 << 20
MOST_THREADS = 64

AGAIN = {
    "never": stepping.NEVER,
    "next step": stepping.NEXT_STEP,
    "at once": stepping.AT_ONCE,
}
REWARDS = {"share": stepping.SHARE, "margin": stepping.MARGIN}
OTHERS = {"random": stepping.RANDOM, "greedy": stepping.GREEDY}


class Batch:
    """Tables of one game with the same players and options, each with a deal of its own.

    All arrays that it gives have a row for each table, and are the same arrays each time: the next
    `step` or `reset` writes into them. Copy what you want to keep, and write into none of them.

    `again` says when a table that is over starts another game: "at once", in the step that ends
    it, so that every table always has a move to make; at the "next step", whatever move is given
    there; or "never", until `reset`. `reward` is what the end of a game brings to each seat: the
    "share" of the win (1, or a half where two share it), or the "margin", by how many points it is
    ahead of the best other one. With `seats`, one for each table, only that seat decides, and
    `others` says how the other ones play: "random", or "greedy" as the bot of that name.
    """

    def __init__(
        self,
        game: str,
        tables: int = 4096,
        players: int | None = None,
        *,
        options: Mapping[str, object] | None = None,
        edition: dict[str, Any] | str | None = None,
        seed: str | int | None = None,
        threads: int = 1,
        again: str = "at once",
        reward: str = "share",
        seats: Any = None,
        others: str = "random",
    ) -> None:
        header = Header.create(game, players, seed=seed, edition=edition, options=options)
        count = _number("tables", tables, MOST_TABLES)
        threads = min(_number("threads", threads, MOST_THREADS), count)
        self.header = header
        self.game = header.game
        self.players = header.players
        self.layout = layout(self.game)
        moves, listed = self.game.move_count, max(self.game.most_legal, choosing.FEW)
        sheets = storage.sheet_size(self.layout)
        self.tables, seen, self._mask, self._legal = storage.lay_out(
            (self.game.table.dtype, count),
            (np.dtype(self.layout.dtype), count, sheets),
            (np.dtype(np.bool_), count, moves),
            (np.dtype(np.int32), count, listed),
        )
        self.tables[:] = self.game.blank(header.edition)
        self.to_move = np.zeros(count, np.int8)
        self.rewards = np.zeros((count, self.players), np.float32)
        self.ends = np.zeros(count, np.bool_)
        self.finals = np.zeros((count, self.layout.size), self.layout.dtype)
        self._seen, self._rows = storage.part(self.layout, seen)
        self._counts = np.zeros(count, np.int32)
        self._games = np.zeros(count, np.int64)
        self._moves = np.zeros(count, np.int64)
        self.seats = self._check_seats(seats)
        self._options = self.game.encode(header.options)
        self._settings = np.array(
            [
                _choice("again", again, AGAIN),
                _choice("reward", reward, REWARDS),
                _choice("others", others, OTHERS),
            ]
        )
        self._key = words_of(bytes(16))
        self._chance, self._luck = (np.zeros((count, 2), np.uint64) for _ in range(2))
        self._seed(header.seed)
        self._crew = self._call_in(threads)
        self._finalizer = weakref.finalize(self, self._crew.close)
        progress.run(f"{self.game.name} for many tables", [("step", self.reset)])

    def __len__(self) -> int:
        return len(self.tables)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the threads."""
        self._finalizer()

    def step(self, moves: Any) -> tuple[Numbers, Numbers]:
        """Make one move at each table; gives the rewards of each seat, and which games ended.

        A move that is not legal raises BadInput, and changes nothing.
        """
        self._moves[:] = self._check_moves(moves)
        self._crew.step(resets=False)
        return self.rewards, self.ends

    def reset(self, where: Any = None, *, seed: str | int | None = None) -> None:
        """New games at all tables, or where it is true; with a seed, as if all began anew."""
        if seed is not None:
            if where is not None:
                raise BadInput("a seed is for all tables: reset takes it, or some tables, not both")
            self._seed(Header.create(self.game.name, seed=seed).seed)
        wanted = np.ones(len(self), np.bool_) if where is None else np.asarray(where)
        if wanted.dtype != np.bool_ or wanted.shape != (len(self),):
            raise BadInput(f"reset takes a yes or no for each of {len(self)} tables")
        self._moves[:] = wanted
        self._crew.step(resets=True)

    def legal_mask(self) -> Numbers:
        """True for each legal move, of all moves that the game has."""
        return self._mask

    def legal(self) -> tuple[Numbers, Numbers]:
        """The legal moves themselves, ascending, and how many they are; what follows is nothing."""
        return _read_only(self._legal[:, : self.game.most_legal]), _read_only(self._counts)

    def observe(self) -> Numbers:
        """What whoever decides observes, a row for each table; see `layout`.

        Between rows there may be gaps in memory: they are parts of whole tables.
        """
        return self._rows

    @property
    def over(self) -> Numbers:
        """Which tables are over, and have no legal moves."""
        found: Numbers = self._counts == 0
        return found

    def sample(self) -> Numbers:
        """A random legal move for each table; 0 where it is over."""
        choosing.sample(self._legal, self._counts, self._luck, self._moves)
        return self._moves

    def position(self, at: int) -> Position:
        """What lies on one table now, as a `Position` of its own: secrets and all, without past."""
        if not isinstance(at, int) or not 0 <= at < len(self):
            raise BadInput(f"there is no table {shorten(at)}; the tables are 0 to {len(self) - 1}")
        return Position.from_table(self.header, self.tables[at])

    def _seed(self, seed: str) -> None:
        self._key[:] = words_of(derive_key(seed, "batch"))
        self._chance[:] = _chance(seed, "others", len(self))
        self._luck[:] = _chance(seed, "sample", len(self))
        self._games[:] = 0

    def _room(self) -> tuple[Any, ...]:
        """What a thread needs for itself."""
        spare = self.tables[:2].copy() if len(self) > 1 else np.repeat(self.tables, 2)
        points = np.zeros(self.game.players[-1], np.int32)
        return spare, bytes_of(spare), points, words_of(bytes(16))

    def _call_in(self, threads: int) -> Crew:
        """Threads that share the tables; what they are given here stays the same."""
        state = (self._legal, self._counts, self._games, self._chance, self.seats)
        how = (self.players, self._options, self._key, self._settings)
        sight = (self._mask, self._rows, self._seen, self.finals, self.layout.runs)
        news = (self.rewards, self.ends, self.to_move)
        given = (self._moves, self.tables, state, how, sight, news)
        return Crew([self._room() for _ in range(threads)], given)

    def _check_moves(self, moves: Any) -> Numbers:
        given = np.asarray(moves)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            shape = f"{given.dtype} of shape {given.shape}"
            raise BadInput(f"step takes a move for each of {len(self)} tables, not {shape}")
        chosen = np.ascontiguousarray(given, np.int64)
        at = choosing.first_wrong(chosen, self._legal, self._counts)
        if at >= 0:
            legal = self._legal[at, : self._counts[at]].tolist()
            allowed = abbreviate_moves([str(move) for move in legal], ", ")
            raise BadInput(f"table {at}: {chosen[at]} is not a legal move; allowed: {allowed}")
        return chosen

    def _check_seats(self, seats: Any) -> Numbers:
        if seats is None:
            return np.full(len(self), stepping.ANY, np.int8)
        given = np.asarray(seats)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise BadInput(f"seats must be a seat for each of {len(self)} tables")
        wrong = np.flatnonzero((given < 0) | (given >= self.players))
        if len(wrong):
            at, last = wrong[0], self.players - 1
            raise BadInput(f"table {at}: there is no seat {given[at]}; the seats are 0 to {last}")
        return given.astype(np.int8)


def _chance(seed: str, purpose: str, count: int) -> Numbers:
    """Chance for each table, the same whatever other tables there are."""
    numbers = np.random.default_rng(int.from_bytes(derive_key(seed, purpose)))
    return numbers.integers(0, 1 << 64, (count, 2), np.uint64)


def _read_only(array: Numbers) -> Numbers:
    shown = array.view()
    shown.flags.writeable = False
    return shown


def _number(name: str, value: object, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise BadInput(f"{name} must be a number from 1 to {most}, not {shorten(value)}")
    return value


def _choice(name: str, value: object, choices: dict[str, int]) -> int:
    if not isinstance(value, str) or value not in choices:
        raise BadInput(f"{name} cannot be {shorten(value)}; it can be: {', '.join(choices)}")
    return choices[value]
