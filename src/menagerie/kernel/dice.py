"""The dice: a keyed pseudorandom generator, SipHash-2-4 of a counter under the table's secret key.

A table has the fields `key` (two 64-bit words) and `counter` for it. Rolls that were seen reveal
neither the key nor any other roll, and the same key gives the same game.
"""

from typing import Any

import numpy as np

from menagerie.kernel.compiler import kernel
from menagerie.kernel.record import Numbers, Record

Words = tuple[np.uint64, np.uint64, np.uint64, np.uint64]

LOW_HALF = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
ONE = np.uint64(1)

# "somepseudorandomlygeneratedbytes", the constants of SipHash
SOME_PSEU = np.uint64(0x736F6D6570736575)
DORANDOM = np.uint64(0x646F72616E646F6D)
LYGENERA = np.uint64(0x6C7967656E657261)
TEDBYTES = np.uint64(0x7465646279746573)
EIGHT_BYTES = np.uint64(8 << 56)  # the last block: no bytes left, the message's length on top
FINISH = np.uint64(0xFF)

# The most cards that one roll shuffles. A pack may have up to 255 cards: the product of four such
# numbers stays below 2^32.
CARDS_PER_ROLL = 4


@kernel
def rotate(word: np.uint64, bits: int) -> np.uint64:
    return (word << np.uint64(bits)) | (word >> np.uint64(64 - bits))


@kernel
def sip_round(a: np.uint64, b: np.uint64, c: np.uint64, d: np.uint64) -> Words:
    a = a + b
    c = c + d
    b = rotate(b, 13) ^ a
    d = rotate(d, 16) ^ c
    a = rotate(a, 32)
    c = c + b
    a = a + d
    b = rotate(b, 17) ^ c
    d = rotate(d, 21) ^ a
    c = rotate(c, 32)
    return a, b, c, d


@kernel
def siphash(key_low: np.uint64, key_high: np.uint64, word: np.uint64) -> np.uint64:
    """SipHash-2-4 of the eight bytes of `word`, least significant first."""
    a = key_low ^ SOME_PSEU
    b = key_high ^ DORANDOM
    c = key_low ^ LYGENERA
    d = key_high ^ TEDBYTES
    for block in (word, EIGHT_BYTES):
        d ^= block
        a, b, c, d = sip_round(a, b, c, d)
        a, b, c, d = sip_round(a, b, c, d)
        a ^= block
    c ^= FINISH
    for _ in range(4):
        a, b, c, d = sip_round(a, b, c, d)
    return a ^ b ^ c ^ d


@kernel
def roll(table: Any) -> np.uint64:  # not Record: to Python, its counter is an int
    """The next 64 random bits of this table."""
    word = siphash(table.key[0], table.key[1], table.counter)
    table.counter += ONE
    return word


@kernel
def draw_below(table: Record, count: int) -> int:
    """A uniform number from 0 to `count` - 1, by Lemire's method with rejection."""
    size = np.uint64(count)
    product = (roll(table) >> HALF) * size
    if product & LOW_HALF < size:
        unfair = ((ONE << HALF) - size) % size
        while product & LOW_HALF < unfair:
            product = (roll(table) >> HALF) * size
    return np.int64(product >> HALF)  # type: ignore[return-value] # an int, once compiled


@kernel
def shuffle(table: Record, cards: Numbers, count: int, wanted: int) -> None:
    """Bring `wanted` of the first `count` cards to the front (a partial Fisher-Yates shuffle).

    One roll places up to CARDS_PER_ROLL cards: it is read as a number in mixed radix. Rolls that
    would make some outcomes more likely than others are rejected.
    """
    done = 0
    while done < wanted:
        batch = min(CARDS_PER_ROLL, wanted - done)
        ways = ONE
        for i in range(batch):
            ways *= np.uint64(count - done - i)
        unfair = (ONE << HALF) % ways
        while True:
            start = roll(table) >> HALF
            rest = start
            for i in range(batch):
                rest = (rest * np.uint64(count - done - i)) & LOW_HALF
            if rest >= unfair:
                break
        for i in range(batch):
            product = start * np.uint64(count - done - i)
            at = done + i + np.int64(product >> HALF)
            start = product & LOW_HALF
            card = cards[at]
            cards[at] = cards[done + i]
            cards[done + i] = card
        done += batch
