"""Chance for bots: quick, seeded, and never the table's own dice."""

import numpy as np

from menagerie.kernel import Numbers, kernel

MULTIPLIER = np.uint64(6364136223846793005)
INCREMENT = np.uint64(1442695040888963407)
HALF = np.uint64(32)


@kernel
def spin(chance: Numbers) -> None:
    """The next state: a linear congruence, of which only the upper half is used."""
    chance[0] = chance[0] * MULTIPLIER + INCREMENT


@kernel
def pick(chance: Numbers, count: int) -> int:
    """A number below `count`."""
    spin(chance)
    return np.int64(((chance[0] >> HALF) * np.uint64(count)) >> HALF)  # type: ignore[return-value]


@kernel
def fill_key(chance: Numbers, key: Numbers) -> None:
    """A new key for the dice of an imagined table."""
    spin(chance)
    key[0] = chance[0]
    spin(chance)
    key[1] = chance[0] ^ chance[1]
