"""Rate limits (token buckets) and concurrency limits, by client address."""

import contextlib
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

from menagerie.server.access.addresses import (
    NETWORK_SHARE,
    count_less,
    limit_shares,
    network_of,
)
from menagerie.server.config import Limits
from menagerie.server.errors import RateLimited

MAX_BUCKETS = 10_000  # the least recently used are dropped
HOUR_S = 3600.0


@dataclass
class TokenBucket:
    """A token bucket: it refills at a steady rate up to its capacity; every use takes one token.

    All times are those of a monotonic clock.
    """

    rate: float  # tokens a second
    capacity: float
    level: float
    at: float

    @classmethod
    def full(cls, rate: float, capacity: float, now: float) -> Self:
        return cls(rate, capacity, capacity, now)

    def take(self, now: float, cost: int = 1) -> bool:
        if not self.has(now, cost):
            return False
        self.level -= cost
        return True

    def has(self, now: float, cost: int = 1) -> bool:
        """Whether `cost` tokens are there; takes none."""
        self.level = min(self.capacity, self.level + (now - self.at) * self.rate)
        self.at = now
        return self.level >= cost

    @property
    def is_full(self) -> bool:
        return self.level >= self.capacity


class TokenBuckets:
    """A token bucket for each client address, and a larger one for each IPv6 network."""

    def __init__(self, rate: float, capacity: float, now: Callable[[], float]) -> None:
        self.rate = rate
        self.capacity = capacity
        self.now = now
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, cost: int = 1) -> bool:
        now, network = self.now(), network_of(address)
        bucket = self._of(address, 1, now)
        if not bucket.has(now, cost):
            return False
        if network is not None and not self._of(network, NETWORK_SHARE, now).take(now, cost):
            return False
        bucket.level -= cost
        return True

    def has(self, address: str, cost: int = 1) -> bool:
        now = self.now()
        return all(bucket.has(now, cost) for bucket in self._all_of(address, now))

    def is_unused(self, address: str) -> bool:
        """Whether all buckets of the address are full again."""
        now = self.now()
        return all(bucket.has(now) and bucket.is_full for bucket in self._all_of(address, now))

    def _all_of(self, address: str, now: float) -> list[TokenBucket]:
        return [self._of(key, share, now) for key, share in limit_shares(address).items()]

    def _of(self, key: str, share: int, now: float) -> TokenBucket:
        bucket = self._buckets.get(key)
        if bucket is not None:
            self._buckets.move_to_end(key)
            return bucket
        bucket = TokenBucket.full(self.rate * share, self.capacity * share, now)
        self._buckets[key] = bucket
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


class ConcurrencyLimit:
    """How many of something an owner may have at a time: sockets of an address, say."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._counts: Counter[str] = Counter()

    @contextlib.contextmanager
    def hold(self, owner: str, refusal: str) -> Iterator[None]:
        """Count one more while the context lasts; raises RateLimited with `refusal` at the limit.

        It counts before anything is awaited, so a burst cannot slip past the limit.
        """
        shares = limit_shares(owner)
        if any(self._counts[key] >= self.limit * share for key, share in shares.items()):
            raise RateLimited(refusal)
        self._counts.update(shares.keys())
        try:
            yield
        finally:
            count_less(self._counts, shares)


class RateLimits:
    """Limits on requests, messages, sockets and watchers."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.new_tables = TokenBuckets(limits.tables / HOUR_S, limits.tables, now)
        self.requests = TokenBuckets(limits.requests, limits.request_burst, now)
        self.messages = TokenBuckets(limits.address_messages, limits.address_burst, now)
        self.sockets = ConcurrencyLimit(limits.sockets)  # by address
        self.watchers = ConcurrencyLimit(limits.watchers)  # by table
        self.watchers_by_address = ConcurrencyLimit(limits.address_watchers)

    def check_request(self, address: str) -> None:
        if not self.requests.take(address):
            raise RateLimited("too many requests from your address; wait a little")
