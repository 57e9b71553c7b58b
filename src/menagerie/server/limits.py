"""Limits on what one visitor may use up: so much at once, so much a second."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

MOST_REMEMBERED = 10_000  # addresses


@dataclass
class Bucket:
    """Fills at a steady rate up to its size; every use takes one out."""

    rate: float
    size: float
    level: float
    at: float

    def take(self, now: float) -> bool:
        self.level = min(self.size, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One bucket for each address; those not seen for long are forgotten first."""

    def __init__(self, rate: float, size: float, now: Callable[[], float]) -> None:
        self.rate = rate
        self.size = size
        self.now = now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        now = self.now()
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self.rate, self.size, self.size, now)
        self._buckets.move_to_end(address)
        if len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take(now)
