"""Health checks: the responses for an orchestrator, and their cost."""

import asyncio

import pytest
from support.runs import compiled_only
from support.server.live_server import Server, Visitor

from menagerie.server.ops import health
from menagerie.server.ops.health import Health
from menagerie.store import StoreError
from menagerie.version import VERSION

pytestmark = compiled_only


class FakeStore:
    """A store whose writes can fail or hang."""

    def __init__(self) -> None:
        self.broken = self.hanging = False
        self.writes = 0

    async def check_writable(self) -> None:
        self.writes += 1
        await asyncio.sleep(60 if self.hanging else 0)
        if self.broken:
            raise StoreError("disk full at /somewhere/private")


def test_a_server_that_serves_is_live_and_ready(ada: Visitor) -> None:
    assert ada.http.get("/livez").text == "ok\n"
    for path in ("/readyz", "/healthz"):
        assert ada.ask("get", path) == {"ok": True, "version": VERSION}
        assert ada.http.head(path).status_code == 200
        assert ada.http.get(path).headers["cache-control"] == "no-store"


def test_a_server_that_is_stopping_is_not_ready(server: Server, ada: Visitor) -> None:
    server.app.state.health.draining = True
    try:
        for path in ("/readyz", "/healthz"):
            assert "stopping" in ada.ask("get", path, 503)["error"]
        assert ada.http.get("/livez").status_code == 200
    finally:
        server.app.state.health.draining = False


def test_a_server_without_a_writable_database_is_not_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "PROBE_CACHE_S", 0.0)
    store, checked = FakeStore(), Health()

    async def ask() -> list[str | None]:
        found = [await checked.problem()]
        checked.start(store.check_writable)
        for store.broken in (False, True, False):
            found.append(await checked.problem())
        monkeypatch.setattr(health, "PROBE_TIMEOUT_S", 0.01)
        store.hanging = True
        return [*found, await checked.problem()]

    assert asyncio.run(ask()) == [
        "the server is starting",
        None,
        "the database cannot be written to",
        None,
        "the database does not answer",
    ]


def test_concurrent_probes_share_one_write() -> None:
    store, checked = FakeStore(), Health()
    checked.start(store.check_writable)

    async def ask() -> list[str | None]:
        at_once = await asyncio.gather(*(checked.problem() for _ in range(100)))
        return [*at_once, await checked.problem()]

    assert asyncio.run(ask()) == [None] * 101
    assert store.writes == 1


def test_a_cancelled_probe_does_not_stop_others() -> None:
    store, checked = FakeStore(), Health()
    checked.start(store.check_writable)

    async def ask() -> str | None:
        first = asyncio.create_task(checked.problem())
        second = asyncio.create_task(checked.problem())
        await asyncio.sleep(0)
        first.cancel()
        return await second

    assert asyncio.run(ask()) is None
