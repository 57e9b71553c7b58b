"""Fixtures: every test that takes `store` or `url` runs on SQLite and on PostgreSQL."""

import asyncio
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.postgres import Server

from menagerie.store import Store


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run async tests in the event loop in which their store was opened."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    runner: asyncio.Runner = pyfuncitem._request.getfixturevalue("runner")
    names = pyfuncitem._fixtureinfo.argnames
    runner.run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'store.db'}"


@pytest.fixture(scope="session")
def template(postgres_server: Server) -> str:
    """A database with the schema, to be copied."""
    name = postgres_server.create()

    async def prepare() -> None:
        store = await Store.open(postgres_server.url(name))
        await store.close()

    asyncio.run(prepare())
    return name


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """A new database, of each kind in turn."""
    if request.param == "sqlite":
        return str(request.getfixturevalue("sqlite_url"))
    server: Server = request.getfixturevalue("postgres_server")
    return server.url(server.create(request.getfixturevalue("template")))


@pytest.fixture
def store(url: str, runner: asyncio.Runner) -> Iterator[Store]:
    store = runner.run(Store.open(url))
    yield store
    runner.run(store.close())


@pytest.fixture
def sqlite_store(sqlite_url: str, runner: asyncio.Runner) -> Iterator[Store]:
    store = runner.run(Store.open(sqlite_url))
    yield store
    runner.run(store.close())
