"""A batch plays the same games as single tables, and reveals nothing that is hidden from a seat."""

import ast
import gc
import re
import time
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from support.random_games import headers_of, label

from menagerie import discovery
from menagerie.batch import Batch, Others, action_sampling, kernels, worker_threads
from menagerie.encoding import bytes_of
from menagerie.errors import BadInput
from menagerie.game import key_as_uint64
from menagerie.header import Header, derive_key
from menagerie.kernel.dice import siphash
from menagerie.position import Position

GAMES = discovery.names()
# Of each game the smallest form, and the one with the most players and all options.
FORMS = [form for name in GAMES for form in list(headers_of(discovery.load(name)))[:: 10**6]]
FORMS += [list(headers_of(discovery.load(name)))[-1] for name in GAMES]


def batch_of(header: Header, tables: int = 3, **settings: Any) -> Batch:
    return Batch(
        header.game.name,
        tables,
        header.players,
        options=header.options,
        seed=header.seed,
        **settings,
    )


def push(position: Position, number: int) -> None:
    position.push(next(move for move in position.legal_moves if move.number == number))


@pytest.mark.parametrize("header", FORMS, ids=label)
def test_every_table_is_a_game_like_any_other(header: Header) -> None:
    batch = batch_of(header, again="never")
    positions = [batch.position(at) for at in range(len(batch))]
    ended = np.zeros(len(batch), bool)
    while not ended.all():
        moves = batch.sample().copy()
        for at in np.flatnonzero(~ended).tolist():
            is_as_seen(batch, at, positions[at])
            push(positions[at], int(moves[at]))
        _, ends = batch.step(moves)
        for at, position in enumerate(positions):
            assert batch.tables[at : at + 1].tobytes() == position.table_view.raw
            assert ends[at] == (position.is_over() and not ended[at])
            if ends[at]:
                share = [float(seat in position.winners()) for seat in range(batch.players)]
                assert np.allclose(batch.rewards[at], np.array(share) / sum(share))
            elif ended[at]:
                assert not batch.rewards[at].any()
        ended |= ends
        assert (batch.over == ended).all()


def is_as_seen(batch: Batch, at: int, position: Position) -> None:
    """The batch shows the same as a position shows to the seat to move."""
    seat = position.turn
    assert seat is not None
    assert seat == batch.to_move[at]
    numbers = [move.number for move in position.legal_moves]
    legal, counts = batch.legal()
    assert legal[at, : counts[at]].tolist() == numbers
    assert np.flatnonzero(batch.legal_mask()[at]).tolist() == numbers
    row = batch.layout.encode(position.observe(seat), seat)
    assert (batch.observe()[at] == row).all()


@pytest.mark.parametrize("game", GAMES)
def test_what_looks_the_same_to_a_seat_gives_the_same_row(game: str) -> None:
    batch = Batch(game, 16, seed=1)
    for _ in range(9):
        batch.step(batch.sample())
    imagined = batch.tables.copy()
    for at, seat in enumerate(batch.to_move.tolist()):
        batch.game.secrets.observe(imagined[at], seat)
        batch.game.secrets.imagine(imagined[at], seat, key_as_uint64(bytes([at] * 16)))
    assert all(imagined[at].tobytes() != batch.tables[at].tobytes() for at in range(16))
    rows = np.zeros_like(batch.observe())
    spare, raw, *_ = batch._scratch()
    for at in range(16):
        kernels.observe(at, imagined, kernels.ANY, spare, raw, batch.layout.runs, rows)
    assert (rows == batch.observe()).all()


def test_rows_that_are_no_part_of_a_table_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    parts = Batch("incubation", 8, seed=3)
    monkeypatch.setattr("menagerie.batch.memory_layout._start_in_table", lambda _: None)
    alone = Batch("incubation", 8, seed=3)
    assert alone.observe().flags.c_contiguous
    for _ in range(300):
        assert (parts.observe() == alone.observe()).all()
        parts.step(parts.sample())
        alone.step(alone.sample())
    assert (parts.finals == alone.finals).all()
    assert parts.finals.any()


@pytest.mark.parametrize("game", GAMES)
def test_moves_that_are_not_legal_are_found_among_many(game: str) -> None:
    batch = Batch(game, 64, seed=4)
    for _ in range(40):
        legal, counts = batch.legal()
        wrong = batch.sample().copy()
        at = int(counts.argmax())
        taken = set(legal[at, : counts[at]].tolist())
        assert all(action_sampling.contains(move, legal[at], int(counts[at])) for move in taken)
        for move in {0, min(taken) - 1, max(taken) + 1, min(taken) + 1} - taken:
            wrong[at] = move
            assert action_sampling.first_illegal(wrong, batch._legal, batch._counts) == at
        batch.step(batch.sample())


@pytest.mark.parametrize("game", GAMES)
def test_tables_start_again_at_once(game: str) -> None:
    batch = Batch(game, 8, seed=2, reward="margin")
    games = 0
    while games < 3:
        _, ends = batch.step(batch.sample())
        games += int(ends.sum())
        assert not batch.over.any()
        assert (batch.legal_mask().any(axis=1)).all()
        assert (batch.legal_mask().sum(axis=1) == batch.legal()[1]).all()
        assert (batch.rewards[~ends] == 0).all()
        assert np.allclose(batch.rewards[ends].sum(axis=1), 0)  # two players: one's lead


def test_tables_start_again_in_the_next_step() -> None:
    batch = Batch("cubosaurs", 8, seed=2, again="next step")
    ended = np.zeros(8, bool)
    while not ended.any():
        ended = batch.step(batch.sample())[1].copy()
    assert (batch.over == ended).all()
    assert not batch.legal_mask()[ended].any()
    batch.step(np.where(ended, -7, batch.sample()))
    assert not batch.over.any()
    assert not batch.ends.any()
    assert not batch.rewards.any()


@pytest.mark.parametrize("game", GAMES)
def test_the_first_deal_follows_from_the_seed(game: str) -> None:
    batch = Batch(game, 4, seed="a seed")
    key = key_as_uint64(derive_key("a seed", "batch"))
    for at in range(4):
        words = [siphash(key[0], key[1], np.uint64((at << 33) + half)) for half in range(2)]
        table = batch.game.blank(batch.header.edition)
        batch.game.set_up(table, 2, batch.header.options, np.array(words, "<u8").tobytes())
        assert table.tobytes() == batch.tables[at].tobytes()


def test_the_same_seed_gives_the_same_games() -> None:
    few, many = Batch("cubosaurs", 5, seed=3), Batch("cubosaurs", 500, seed=3, threads=3)
    other = Batch("cubosaurs", 5, seed=4)
    for _ in range(300):
        assert (few.tables == many.tables[:5]).all()
        assert (few.observe() == many.observe()[:5]).all()
        assert (few.legal_mask() == many.legal_mask()[:5]).all()
        for batch in (few, many, other):
            batch.step(batch.sample())
        assert (few.rewards == many.rewards[:5]).all()
    assert (few.tables != other.tables).any()
    assert few._games.max() > 2
    few.reset(seed=4)
    other.reset(seed=4)
    assert (few.tables == other.tables).all()
    many.close()


def test_threads_that_have_gone_to_sleep_are_woken() -> None:
    alone, pool = (Batch("cubosaurs", 400, seed=3, threads=threads) for threads in (1, 3))
    for _ in range(5):
        while pool._workers._asleep < 2:
            time.sleep(0.001)
        for _ in range(20):
            for batch in (alone, pool):
                batch.step(batch.sample())
        assert (alone.tables == pool.tables).all()


@pytest.mark.skipif(bool(numba.config.DISABLE_JIT), reason="compiled code is tested")
def test_a_step_is_announced_by_atomic_stores_the_number_last() -> None:
    """On weakly ordered processors plain stores could arrive after the number (a data race)."""
    source: Any = worker_threads.announce
    compiled = numba.njit(source.py_func)
    words, flag = np.zeros(worker_threads.FIRST_DONE, np.int64), np.zeros(1, np.int64)
    words[worker_threads.CHUNKS_TAKEN] = 9
    compiled(words, flag, 7, True)
    assert (words[worker_threads.STEP], words[worker_threads.CHUNKS_TAKEN], flag[0]) == (7, 0, 1)
    (code,) = compiled.inspect_llvm().values()
    stores = re.findall(r"store atomic i64 ([^,]+), ptr \S+ (\w+)", code)
    assert [order for _, order in stores] == ["release"] * 3
    assert stores[-1][0] == "%arg.number"


def test_python_writes_no_word_that_threads_share() -> None:
    """Python only passes the shared words to kernels, whose stores are atomic."""
    tree = ast.parse(Path(worker_threads.__file__).read_text(encoding="utf-8"))
    stored = [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)
    ]
    assert stored == []


def test_threads_end_with_their_batch() -> None:
    closed, forgotten = (Batch("cubosaurs", 400, threads=3) for _ in range(2))
    threads = closed._workers._threads + forgotten._workers._threads
    assert len(threads) == 4
    assert all(thread.is_alive() for thread in threads)
    closed.close()
    closed.step(closed.sample())  # alone
    del forgotten
    gc.collect()
    assert not any(thread.is_alive() for thread in threads)


def test_a_small_batch_starts_no_threads_that_would_idle() -> None:
    for tables, workers in ((1, 0), (128, 0), (129, 1), (384, 2)):
        with Batch("cubosaurs", tables, threads=3) as batch:
            assert len(batch._workers._threads) == workers


def test_some_tables_can_be_reset() -> None:
    batch = Batch("cubosaurs", 6, seed=5)
    for _ in range(10):
        batch.step(batch.sample())
    before = batch.tables.copy()
    where = np.arange(6) % 2 == 0
    batch.reset(where)
    assert (batch.tables[~where] == before[~where]).all()
    assert (batch.tables[where]["round_number"] == 1).all()
    assert (batch.tables[where]["key"] != before[where]["key"]).all()


@pytest.mark.parametrize("others", ["random", "greedy"])
def test_only_the_seats_that_decide_are_asked(others: Others) -> None:
    seats = np.arange(30) % 3
    batch = Batch("cubosaurs", 30, 3, seed=6, seats=seats, others=others)
    own = theirs = 0.0
    for _ in range(150):
        assert (batch.to_move == seats).all()
        rewards, ends = batch.step(batch.sample())
        share = rewards[np.arange(30), seats]
        own += float(share.sum())
        theirs += float((rewards.sum(axis=1) - share).sum())
        assert np.allclose(rewards[ends].sum(axis=1), 1)
        observer = batch.finals[ends].view(batch.layout.record)["observer"][:, 0]
        assert (observer.argmax(axis=1) == seats[ends]).all()
    assert own + theirs > 20
    if others == "greedy":
        assert own < 0.1 * theirs


def test_wrong_moves_change_nothing() -> None:
    with Batch("cubosaurs", 4, seed=7) as batch:
        before = [array.copy() for array in (batch.tables, batch.observe(), batch.legal_mask())]
        good = batch.sample().copy()
        for wrong, message in (
            (np.array([*good[:2], 645, 645]), "table 2: 645 is not a legal move; allowed: 0, "),
            (np.array([-1, *good[1:]]), "table 0: -1 is not a legal move"),
            (good[:3], r"a move for each of 4 tables, not int64 of shape \(3,\)"),
            (good.astype(float), "not float64"),
            (["keep"] * 4, "not <U4"),
        ):
            with pytest.raises(BadInput, match=message):
                batch.step(wrong)
        after = (batch.tables, batch.observe(), batch.legal_mask())
        assert all((old == new).all() for old, new in zip(before, after, strict=True))
        with pytest.raises(ValueError, match="read-only"):
            batch.legal()[0][0, 0] = 9
        assert bytes_of(batch.tables).shape == (4, batch.tables.dtype.itemsize)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"tables": 0}, "tables must be a number from 1 to 1048576, not 0"),
        ({"threads": True}, "threads must be a number from 1 to 64, not true"),
        ({"players": 9}, "cubosaurs is for 2 to 5 players, not 9"),
        ({"again": "later"}, 'again cannot be "later"; it can be: never, next step, at once'),
        ({"reward": 1}, "reward cannot be 1; it can be: share, margin"),
        ({"others": "wise"}, 'others cannot be "wise"; it can be: random, greedy'),
        ({"tables": 2, "seats": [0, 2]}, "table 1: there is no seat 2; the seats are 0 to 1"),
        ({"tables": 2, "seats": 0}, "seats must have a seat for each of 2 tables"),
        ({"options": {"wild": True}}, 'cubosaurs has no option "wild"'),
    ],
)
def test_wrong_settings_are_named(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        Batch("cubosaurs", **settings)


def test_wrong_resets_and_tables_are_named() -> None:
    batch = Batch("cubosaurs", 2, seed=1)
    with pytest.raises(BadInput, match="a boolean for each of 2 tables"):
        batch.reset([1, 0])
    with pytest.raises(BadInput, match="a seed is for all tables"):
        batch.reset([True, False], seed=1)
    for wrong, shown in ((2, "2"), (np.int64(2), "2"), (-1, "-1"), (True, "true")):
        line = f"there is no table {shown}; the tables are 0 to 1"
        with pytest.raises(BadInput, match=re.escape(line)):
            batch.position(wrong)
    assert batch.position(np.int64(1)).table_view.raw == batch.position(1).table_view.raw
