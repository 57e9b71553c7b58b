"""Short codes by which friends find a table, and the rate limit on guessing them."""

import secrets
from collections.abc import Callable

from menagerie.server.access.rate_limits import Buckets
from menagerie.server.config import Limits
from menagerie.server.errors import TooMany

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so no words; none that look alike
LENGTH = 6
MINUTE = 60.0
EVERYBODY = "everybody"


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class CodeGuesses:
    """Limits how many codes that no table has may be tried: by one address, and by all.

    When all together have tried too many, friends who have not missed lately still get in.
    """

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        one, all_ = limits.code_misses, limits.all_code_misses
        self._by_address = Buckets(one / MINUTE, one, now)
        self._by_all = Buckets(all_ / MINUTE, all_, now)

    def check(self, address: str) -> None:
        """Refuse an address that has missed too often, before anything is looked up."""
        if not self._by_address.has(address):
            raise TooMany("too many codes that no table has; wait a minute")
        if not self._by_all.has(EVERYBODY) and not self._by_address.is_unused(address):
            raise TooMany("too many codes are being tried just now; wait a little")

    def miss(self, address: str) -> None:
        self._by_address.take(address)
        self._by_all.take(EVERYBODY)
