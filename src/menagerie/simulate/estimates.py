"""Numbers with their 95% intervals, worked out from how much blocks of games differ."""

from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any, Self

import numpy as np

from menagerie.kernel import Numbers

Z = 1.96  # standard errors to each side: 95%
ENOUGH = 30  # observations; of fewer, nothing is said


@dataclass(frozen=True)
class Figure:
    """A number, and by how much each block pulls it up or down.

    The pulls say how sure it is, also where players of one game are no independent witnesses. Two
    figures of the same games, or of games with the same chance, are compared block by block.
    """

    value: float
    pulls: Numbers
    low: float
    high: float
    share: bool = False  # of a whole, to be written in percent

    @classmethod
    def ratio(cls, tops: Numbers, bottoms: Numbers, *, share: bool = False) -> Self | None:
        """One sum over all blocks in proportion to another; None of too few."""
        bottom = float(bottoms.sum())
        if bottom <= 0:
            return None
        value = float(tops.sum()) / bottom
        pulls = (tops - value * bottoms) / bottom
        error = _error(pulls)
        if share:
            low, high = _wilson(value, error, bottom)
        else:
            low, high = value - Z * error, value + Z * error
        return cls(value, pulls, low, high, share)

    def minus(self, other: "Figure") -> "Figure":
        """The difference, whose interval knows what both have in common."""
        value, pulls = self.value - other.value, self.pulls - other.pulls
        error = _error(pulls)
        return Figure(value, pulls, value - Z * error, value + Z * error, self.share)

    @property
    def is_certain(self) -> bool:
        """Whether the interval is apart from zero: for differences."""
        return self.low > 0 or self.high < 0

    def to_json(self) -> dict[str, float | None]:
        return {name: _finite(getattr(self, name)) for name in ("value", "low", "high")}


def difference(one: Figure | None, other: Figure | None) -> Figure | None:
    """The second minus the first, where there are both."""
    return None if one is None or other is None else other.minus(one)


def _error(pulls: Numbers) -> float:
    """The standard error of a sum of pulls; without a second block nothing is known."""
    count = len(pulls)
    if count < 2:
        return float("inf")
    return sqrt(count / (count - 1) * float(np.square(pulls).sum()))


def _wilson(share: float, error: float, seen: float) -> tuple[float, float]:
    """Wilson's interval, for as many independent trials as would be as sure as the blocks are.

    Where all blocks agree, as when something never happens, what was seen counts as trials.
    """
    if not isfinite(error):
        return 0.0, 1.0
    spread = share * (1 - share)
    trials = spread / error**2 if error > 0 and spread > 0 else seen
    middle = (share + Z * Z / (2 * trials)) / (1 + Z * Z / trials)
    reach = Z / (1 + Z * Z / trials) * sqrt(spread / trials + Z * Z / (4 * trials * trials))
    return max(middle - reach, 0.0), min(middle + reach, 1.0)


def _finite(number: float) -> float | None:
    return round(number, 6) if isfinite(number) else None


@dataclass(frozen=True)
class Histogram:
    """How often each whole number came, for one or several groups."""

    low: int  # the first number
    groups: dict[str, Numbers]

    def to_json(self) -> dict[str, Any]:
        """From the first number that came to the last."""
        every = sum(self.groups.values())
        there = np.flatnonzero(every)
        first, last = (int(there[0]), int(there[-1])) if len(there) else (0, 0)
        groups = {name: counts[first : last + 1].tolist() for name, counts in self.groups.items()}
        return {"first": self.low + first, "groups": groups}

    def quantile(self, name: str, part: float) -> int:
        """The number that this part of a group does not pass."""
        sums = np.cumsum(self.groups[name])
        return self.low + int(np.searchsorted(sums, part * sums[-1]))
