"""Health checks: /livez, /readyz and /healthz.

They need no token, have no rate limit and read no tables, so that clients can neither make an
orchestrator believe that the server is down nor put load on the database.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from menagerie.store import StoreError
from menagerie.version import VERSION

PROBE_CACHE_S = 2.0  # how long a probe's result is reused
PROBE_TIMEOUT_S = 6.0  # longer than the store's own timeout

Probe = Callable[[], Awaitable[object]]


class Health:
    """Readiness: the server has started, is not stopping, and the database accepts writes."""

    def __init__(self) -> None:
        self.draining = False
        self._probe: Probe | None = None
        self._running: asyncio.Task[str | None] | None = None
        self._result: str | None = None
        self._checked_at = float("-inf")

    def start(self, probe: Probe) -> None:
        """The server has started; `probe` writes to the database, or raises StoreError."""
        self._probe = probe

    async def problem(self) -> str | None:
        """Why the server is not ready, or None. Concurrent callers share one probe."""
        if self.draining:
            return "the server is stopping"
        if self._probe is None:
            return "the server is starting"
        if time.monotonic() - self._checked_at < PROBE_CACHE_S:
            return self._result
        if self._running is None:
            self._running = asyncio.create_task(self._check(self._probe))
        return await asyncio.shield(self._running)

    async def _check(self, probe: Probe) -> str | None:
        try:
            async with asyncio.timeout(PROBE_TIMEOUT_S):
                await probe()
        except StoreError:
            self._result = "the database cannot be written to"
        except TimeoutError:
            self._result = "the database does not answer"
        else:
            self._result = None
        finally:
            self._checked_at = time.monotonic()
            self._running = None
        return self._result


def add_routes(app: FastAPI) -> None:
    app.add_api_route("/livez", live, methods=["GET", "HEAD"], include_in_schema=False)
    for path in ("/readyz", "/healthz"):
        app.add_api_route(path, ready, methods=["GET", "HEAD"], include_in_schema=False)


async def live() -> Response:
    """The event loop runs; nothing else is checked."""
    return PlainTextResponse("ok\n")


async def ready(request: Request) -> Response:
    health: Health = request.app.state.health
    reason = await health.problem()
    answer: dict[str, Any] = {"ok": reason is None, "version": VERSION}
    if reason is not None:
        answer["error"] = reason
    return JSONResponse(answer, 200 if reason is None else 503, {"cache-control": "no-store"})
