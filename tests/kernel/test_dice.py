"""The keyed dice: SipHash-2-4 as published, and draws that favour nobody."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from support.runs import JIT_DISABLED, compiled_only

from menagerie.kernel import Numbers, Record, blank, draw_below, number, numbers, roll, shuffle
from menagerie.kernel.dice import siphash

WORD = (1 << 64) - 1

# SipHash-2-4 of the messages "", 00, 00 01, … under the key 00 01 … 0f, as its authors publish them
PUBLISHED: list[str] = """
    310e0edd47db6f72 fd67dc93c539f874 5a4fa9d909806c0d 2d7efbd796666785
    b7877127e09427cf 8da699cd64557618 cee3fe586e46c9cb 37d1018bf50002ab
    6224939a79f5f593 b0e4a90bdf82009e f3b9dd94c5bb5d7a a7ad6b22462fb3f4
    fbe50e86bc8f1e75 903d84c02756ea14 eef27a8e90ca23f7 e545be4961ca29a1
""".split()  # noqa: SIM905 - as they are printed
KEY = bytes(range(16))


class Cup(Record):
    key: Numbers = numbers("u8", 2)
    counter: int = number("u8")
    cards: Numbers = numbers("i1", 60)


def cup(low: int = 1, high: int = 2) -> Any:
    table = blank(Cup.dtype)
    table.key = [low, high]
    return table


def slow_siphash(key: bytes, message: bytes) -> int:
    """The algorithm as its paper describes it, for messages of any length."""
    low, high = (int.from_bytes(key[at : at + 8], "little") for at in (0, 8))
    state = [low ^ 0x736F6D6570736575, high ^ 0x646F72616E646F6D]
    state += [low ^ 0x6C7967656E657261, high ^ 0x7465646279746573]
    padded = message + bytes(-(len(message) + 1) % 8) + bytes([len(message) % 256])
    for at in range(0, len(padded), 8):
        block = int.from_bytes(padded[at : at + 8], "little")
        state[3] ^= block
        for _ in range(2):
            slow_round(state)
        state[0] ^= block
    state[2] ^= 0xFF
    for _ in range(4):
        slow_round(state)
    return state[0] ^ state[1] ^ state[2] ^ state[3]


def slow_round(v: list[int]) -> None:
    for a, b, turn, other in ((0, 1, 13, 32), (2, 3, 16, 0), (0, 3, 21, 0), (2, 1, 17, 32)):
        v[a] = (v[a] + v[b]) & WORD
        v[b] = rotate(v[b], turn) ^ v[a]
        v[a] = rotate(v[a], other)


def rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & WORD


@pytest.mark.parametrize("length", range(len(PUBLISHED)))
def test_the_published_vectors_hold(length: int) -> None:
    message = bytes(range(length))
    assert slow_siphash(KEY, message).to_bytes(8, "little").hex() == PUBLISHED[length]
    if length == 8:
        low, high, word = np.frombuffer(KEY + message, "<u8")
        assert int(siphash(low, high, word)) == int.from_bytes(
            bytes.fromhex(PUBLISHED[8]), "little"
        )


def test_the_compiled_dice_are_the_same_function() -> None:
    words = np.frombuffer(np.random.default_rng(1).bytes(24 * 200), "<u8").reshape(-1, 3)
    for low, high, word in words:
        key = low.tobytes() + high.tobytes()
        assert int(siphash(low, high, word)) == slow_siphash(key, word.tobytes())


def test_rolls_are_the_hashes_of_a_counter() -> None:
    table = cup()
    key = bytes(table.key.tobytes())
    rolls = [int(roll(table)) for _ in range(5)]
    assert rolls == [slow_siphash(key, n.to_bytes(8, "little")) for n in range(5)]
    assert table.counter == 5


@compiled_only
@pytest.mark.parametrize("count", [1, 2, 3, 6, 7, 55])
def test_a_draw_favours_no_number(count: int) -> None:
    table = cup(count)
    draws = 100 * count if JIT_DISABLED else 2000 * count
    seen = Counter(int(draw_below(table, count)) for _ in range(draws))
    assert set(seen) == set(range(count))
    expected = draws / count
    assert chi_square(seen, expected) < limit(count)


def test_a_draw_throws_away_what_would_be_unfair() -> None:
    """Below 3 · 2^30 a quarter of all rolls is thrown away: the counter tells."""
    table = cup(5)
    draws = 200
    for _ in range(draws):
        assert 0 <= draw_below(table, 3 << 30) < 3 << 30
    assert 1.15 < int(table.counter) / draws < 1.6


@compiled_only
@pytest.mark.parametrize(("count", "wanted"), [(4, 4), (5, 2), (6, 5)])
def test_a_shuffle_favours_no_order(count: int, wanted: int) -> None:
    table = cup(count, wanted)
    orders = list(permutations(range(count), wanted))
    each = 20 if JIT_DISABLED else 200
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(each * len(orders)):
        table.cards[:count] = range(count)
        shuffle(table, table.cards, count, wanted)
        seen[tuple(int(card) for card in table.cards[:wanted])] += 1
    assert set(seen) == set(orders)
    assert chi_square(seen, each) < limit(len(orders))


def test_a_shuffle_loses_no_card_and_touches_no_other() -> None:
    table = cup(9)
    table.cards[:] = range(60)
    shuffle(table, table.cards, 55, 40)
    assert sorted(table.cards[:55]) == list(range(55))
    assert list(table.cards[55:]) == list(range(55, 60))


def chi_square(seen: Counter[Any], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in seen.values())


def limit(kinds: int) -> float:
    """Far beyond what chance does: six standard deviations of chi-square."""
    freedom = max(kinds - 1, 1)
    return float(freedom + 6 * (2 * freedom) ** 0.5 + 1e-9)
