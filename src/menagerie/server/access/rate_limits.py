"""Limits on what one visitor may use up: so much at once, so much a second."""

import contextlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from menagerie.server.access.addresses import NETWORK_SHARE, limit_shares, network_of
from menagerie.server.errors import TooMany

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
        if now > self.at:  # clocks are set back at times
            level = self.level + (now - self.at) * self.rate
            self.level = min(self.size, level)
        self.at = now
        return self.level >= cost

    @property
    def is_full(self) -> bool:
        return self.level >= self.size


class Buckets:
    """One bucket for each address, and a larger one for each IPv6 network.

    Those not seen for long are forgotten first.
    """

    def __init__(self, rate: float, size: float, now: Callable[[], float]) -> None:
        self.rate = rate
        self.size = size
        self.now = now
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, cost: int = 1) -> bool:
        now, bucket, network = self.now(), self._of(address, 1), network_of(address)
        if not bucket.has(now, cost):
            return False
        if network is not None and not self._of(network, NETWORK_SHARE).take(now, cost):
            return False
        bucket.level -= cost
        return True

    def has(self, address: str, cost: int = 1) -> bool:
        now = self.now()
        return all(bucket.has(now, cost) for bucket in self._all_of(address))

    def is_unused(self, address: str) -> bool:
        """Whether nothing was taken lately."""
        now = self.now()
        return all(bucket.has(now) and bucket.is_full for bucket in self._all_of(address))

    def _all_of(self, address: str) -> list[Bucket]:
        return [self._of(key, share) for key, share in limit_shares(address).items()]

    def _of(self, key: str, share: int) -> Bucket:
        bucket = self._buckets.get(key)
        if bucket is not None:
            self._buckets.move_to_end(key)
            return bucket
        size = self.size * share
        bucket = self._buckets[key] = Bucket(self.rate * share, size, size, self.now())
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
        shares = limit_shares(whose)
        if any(self._counts[key] >= self.most * share for key, share in shares.items()):
            raise TooMany(words)
        self._counts.update(shares.keys())
        try:
            yield
        finally:
            self._counts.subtract(shares.keys())
            for key in shares:
                if not self._counts[key]:
                    del self._counts[key]
