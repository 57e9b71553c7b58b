"""A live server on SQLite, one per test file."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from support.server.fake_clock import FakeClock
from support.server.health_checks import nothing_goes_wrong
from support.server.limited_server import StartLimitedServer, limited_server
from support.server.live_server import Server, Visitor, running, visiting


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("server") / "server.db"
    with running(f"sqlite:///{file}") as server:
        yield server


@pytest.fixture
def no_errors(server: Server) -> Iterator[None]:
    """The test fails if the server logs or counts an error."""
    with nothing_goes_wrong(server):
        yield


@pytest.fixture
def ada(server: Server) -> Iterator[Visitor]:
    with visiting(server, "Ada") as visitor:
        yield visitor


@pytest.fixture
def bob(server: Server) -> Iterator[Visitor]:
    with visiting(server, "Bob") as visitor:
        yield visitor


@pytest.fixture
def eve(server: Server) -> Iterator[Visitor]:
    with visiting(server, "Eve") as visitor:
        yield visitor


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A new, empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'server.db'}"
    new_postgres: Callable[[], str] = request.getfixturevalue("new_postgres")
    return new_postgres()


@pytest.fixture
def database(tmp_path: Path) -> str:
    """A new SQLite database."""
    return f"sqlite:///{tmp_path / 'server.db'}"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[StartLimitedServer]:
    """A function that starts a server with small rate limits."""
    with ExitStack() as stack:

        def start(**limits: Any) -> Server:
            return stack.enter_context(limited_server(tmp_path, limits))

        yield start
