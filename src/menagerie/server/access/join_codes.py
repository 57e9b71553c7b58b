"""Join codes: short codes by which friends find a table, and the rate limit on guessing them."""

import secrets
from collections.abc import Callable

from menagerie.server.access.rate_limits import TokenBuckets
from menagerie.server.config import Limits
from menagerie.server.errors import RateLimited

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words; none that look alike
LENGTH = 6
MINUTE_S = 60.0
EVERYBODY = "everybody"


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class GuessLimit:
    """Limits how many wrong codes may be tried: by one address, and by all together.

    When all together have tried too many, an address without recent wrong codes still gets in.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        one, all_ = limits.code_misses, limits.all_code_misses
        self._by_address = TokenBuckets(one / MINUTE_S, one, now)
        self._by_all = TokenBuckets(all_ / MINUTE_S, all_, now)

    def check(self, address: str) -> None:
        """Refuse an address with too many wrong codes, before the database is asked."""
        if not self._by_address.has(address):
            raise RateLimited("too many wrong codes; wait a minute")
        if not self._by_all.has(EVERYBODY) and not self._by_address.is_unused(address):
            raise RateLimited("too many codes are being tried just now; wait a little")

    def count_miss(self, address: str) -> None:
        self._by_address.take(address)
        self._by_all.take(EVERYBODY)
