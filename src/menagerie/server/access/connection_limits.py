"""Limits on open connections: by client address, and by the limit of open files."""

import asyncio
from collections import Counter as Counts
from collections.abc import Callable
from typing import Literal

from prometheus_client import Counter, Gauge

from menagerie.file_limit import file_limit
from menagerie.server.access.addresses import count_less, limit_key, limit_shares
from menagerie.server.ops.logs import Throttle

RESERVED_FILES = 50  # that new connections leave free, for the database and for players
RETRY_AFTER_S = 10

Reason = Literal["files", "address"]  # for refusing a connection


class ConnectionLimits:
    """The open connections of one server; decides whether a new one is served.

    A connection from a trusted proxy has no owner: many clients share it.
    """

    def __init__(self, max_by_address: int) -> None:
        self.max_by_address = max_by_address
        self.file_limit = file_limit()
        self._owners: dict[asyncio.BaseTransport, str | None] = {}
        self._counts: Counts[str] = Counts()
        self._throttle = Throttle()
        self.refused = Counter(
            "menagerie_connections_refused", "Connections refused.", ["reason"], registry=None
        )
        self.open = Gauge("menagerie_connections", "Connections that are open.", registry=None)
        self.open.set_function(lambda: len(self._owners))
        self.limit = Gauge("menagerie_file_limit", "Files that may be open.", registry=None)
        self.limit.set_function(lambda: self.file_limit)

    def add(
        self, transport: asyncio.BaseTransport, is_trusted: Callable[[str], bool]
    ) -> Reason | None:
        """Count a new connection; returns the reason to refuse it, if it is one too many."""
        peer = transport.get_extra_info("peername")
        host = peer[0] if isinstance(peer, tuple) else None
        owner = None if host is None or is_trusted(host) else limit_key(host)
        self._owners[transport] = owner
        self._counts.update(_shares(owner).keys())
        if self.files_left(transport) < RESERVED_FILES:
            return self._refuse("files")
        if any(
            self._counts[key] > self.max_by_address * share for key, share in _shares(owner).items()
        ):
            return self._refuse("address")
        return None

    def discard(self, transport: asyncio.BaseTransport) -> None:
        owner = self._owners.pop(transport, None)
        count_less(self._counts, _shares(owner))

    def files_left(self, transport: asyncio.BaseTransport) -> int:
        """How many files can still be opened.

        The system assigns the lowest free file descriptor, so all below this one are in use.
        """
        number = transport.get_extra_info("socket").fileno()
        return self.file_limit - 1 - int(number)

    def _refuse(self, reason: Reason) -> Reason:
        self.refused.labels(reason).inc()
        self._throttle.warning("connections refused", reason=reason, open=len(self._owners))
        return reason


def _shares(owner: str | None) -> dict[str, int]:
    return {} if owner is None else limit_shares(owner)


def refusal(reason: Reason) -> bytes:
    """The whole HTTP response to a connection that is not served."""
    if reason == "address":
        status, words = "429 Too Many Requests", "too many connections from your address"
    else:
        status, words = "503 Service Unavailable", "too many connections; try again later"
    body = f'{{"error":"{words}"}}'
    lines = [
        f"HTTP/1.1 {status}",
        "content-type: application/json",
        f"content-length: {len(body)}",
        f"retry-after: {RETRY_AFTER_S}",
        "cache-control: no-store",
        "connection: close",
    ]
    return "\r\n".join([*lines, "", body]).encode()
