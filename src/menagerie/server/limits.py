"""Limits on what one visitor may use up: so much at once, so much a second."""

import contextlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from menagerie.server.wrong import TooMany

MOST_REMEMBERED = 10_000  # addresses


@dataclass
class Bucket:
    """Fills at a steady rate up to its size; every use takes one out."""

    rate: float
    size: float
    level: float
    at: float

    def take(self, now: float, cost: int = 1) -> bool:
        if not self.has(now, cost):
            return False
        self.level -= cost
        return True

    def has(self, now: float, cost: int = 1) -> bool:
        """Whether so much is there; nothing is taken."""
        passed = max(0.0, now - self.at)  # clocks are set back at times
        self.level = min(self.size, self.level + passed * self.rate)
        self.at = now
        return self.level >= cost


class Buckets:
    """One bucket for each address; those not seen for long are forgotten first."""

    def __init__(self, rate: float, size: float, now: Callable[[], float]) -> None:
        self.rate = rate
        self.size = size
        self.now = now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: int = 1) -> bool:
        return self._of(address).take(self.now(), cost)

    def has(self, address: str) -> bool:
        return self._of(address).has(self.now())

    def _of(self, address: str) -> Bucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = Bucket(self.rate, self.size, self.size, self.now())
            self._buckets[address] = bucket
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket


class Counts:
    """How many there are of something at a time, by whose they are."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._counts: Counter[str] = Counter()

    @contextlib.contextmanager
    def one_more(self, whose: str, words: str) -> Iterator[None]:
        """Counted from the very beginning: many that come at once are not all let in."""
        if self._counts[whose] >= self.most:
            raise TooMany(words)
        self._counts[whose] += 1
        try:
            yield
        finally:
            self._counts[whose] -= 1
            if not self._counts[whose]:
                del self._counts[whose]
