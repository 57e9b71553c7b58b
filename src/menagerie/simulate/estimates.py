"""Estimates with 95% confidence intervals, from the variation between blocks of games."""

from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Self

import numpy as np

from menagerie.jsontext import Json
from menagerie.kernel import Numbers

Z_95 = 1.96  # standard errors to each side
MIN_OBSERVATIONS = 30  # with fewer, there is no estimate


@dataclass(frozen=True)
class Estimate:
    """A ratio, and the influence of each block on it.

    The variance of the influences accounts for the dependence between players of one game. It also
    makes a paired comparison of two estimates from the same games, or from games with the same
    random numbers.
    """

    value: float
    influences: Numbers
    low: float
    high: float
    share: bool = False  # shown in percent

    @classmethod
    def ratio(
        cls, numerators: Numbers, denominators: Numbers, *, share: bool = False
    ) -> Self | None:
        """The ratio of two sums over all blocks; None if the denominator is 0."""
        denominator = float(denominators.sum())
        if denominator <= 0:
            return None
        value = float(numerators.sum()) / denominator
        influences = (numerators - value * denominators) / denominator
        error = _error(influences)
        if share:
            low, high = _wilson(value, error, denominator)
        else:
            low, high = value - Z_95 * error, value + Z_95 * error
        return cls(value, influences, low, high, share)

    def minus(self, other: "Estimate") -> "Estimate":
        """The difference; its interval accounts for the correlation of the two."""
        value, influences = self.value - other.value, self.influences - other.influences
        error = _error(influences)
        return Estimate(value, influences, value - Z_95 * error, value + Z_95 * error, self.share)

    @property
    def is_significant(self) -> bool:
        """Whether the interval of a difference excludes zero."""
        return self.low > 0 or self.high < 0

    def to_json(self) -> dict[str, float | None]:
        return {name: _finite(getattr(self, name)) for name in ("value", "low", "high")}


def difference(one: Estimate | None, other: Estimate | None) -> Estimate | None:
    """The second minus the first, or None if either is missing."""
    return None if one is None or other is None else other.minus(one)


def _error(influences: Numbers) -> float:
    """The standard error of a sum of influences; infinite for a single block."""
    count = len(influences)
    if count < 2:
        return float("inf")
    return sqrt(count / (count - 1) * float(np.square(influences).sum()))


def _wilson(share: float, error: float, observed: float) -> tuple[float, float]:
    """Wilson's interval for the effective number of independent trials.

    If all blocks agree, for example because something never happens, the number observed is used.
    """
    if not isfinite(error):
        return 0.0, 1.0
    variance = share * (1 - share)
    trials = variance / error**2 if error > 0 and variance > 0 else observed
    middle = (share + Z_95 * Z_95 / (2 * trials)) / (1 + Z_95 * Z_95 / trials)
    half = (
        Z_95
        / (1 + Z_95 * Z_95 / trials)
        * sqrt(variance / trials + Z_95 * Z_95 / (4 * trials * trials))
    )
    return max(middle - half, 0.0), min(middle + half, 1.0)


def _finite(number: float) -> float | None:
    return round(number, 6) if isfinite(number) else None


@dataclass(frozen=True)
class Histogram:
    """The counts of each whole number, for one or several groups."""

    low: int  # the number of the first count
    groups: dict[str, Numbers]

    def to_json(self) -> Json:
        """The counts from the first number that occurred to the last."""
        total = sum(self.groups.values())
        nonzero = np.flatnonzero(total)
        first, last = (int(nonzero[0]), int(nonzero[-1])) if len(nonzero) else (0, 0)
        groups = {name: counts[first : last + 1].tolist() for name, counts in self.groups.items()}
        return {"first": self.low + first, "groups": groups}

    def quantile(self, name: str, part: float) -> int:
        """A quantile of one group, for example the median with `part=0.5`."""
        sums = np.cumsum(self.groups[name])
        return self.low + int(np.searchsorted(sums, part * sums[-1]))
