"""A fast seeded random number generator for bots, independent of the table's dice.

The state is two 64-bit words: `rng[0]` is a linear congruential generator, and `rng[1]` only goes
into keys.
"""

import numpy as np

from menagerie.kernel import Numbers, kernel

MULTIPLIER = np.uint64(6364136223846793005)
INCREMENT = np.uint64(1442695040888963407)
HALF_BITS = np.uint64(32)


@kernel
def advance(rng: Numbers) -> None:
    """Advance the generator. Its lower bits are weak: use the upper half only."""
    rng[0] = rng[0] * MULTIPLIER + INCREMENT


@kernel
def pick(rng: Numbers, count: int) -> int:
    """A random number below `count`."""
    advance(rng)
    return np.int64(((rng[0] >> HALF_BITS) * np.uint64(count)) >> HALF_BITS)  # type: ignore[return-value]


@kernel
def fill_key(rng: Numbers, key: Numbers) -> None:
    """A random key for the dice of a sampled table."""
    advance(rng)
    key[0] = rng[0]
    advance(rng)
    key[1] = rng[0] ^ rng[1]
