"""A real PostgreSQL server for the tests, in a temporary folder."""

import asyncio
import contextlib
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest

DEBIAN = "/usr/lib/postgresql"  # Debian installs the server's programs here, off the PATH
START_STOP_TIMEOUT_S = 30


class Server:
    """A server that listens on a Unix socket in its folder, with fsync on."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._numbers = itertools.count()
        self._programs = find_programs()
        self._as_user = _unprivileged_user()
        if self._as_user:
            os.chown(folder, self._as_user["user"], self._as_user["group"])
        subprocess.run(
            [self._programs / "initdb", "-D", folder / "data", "-U", "postgres", *INITDB],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **self._as_user,
        )
        self.start()

    def start(self) -> None:
        """Start or restart the server."""
        with (self.folder / "server.log").open("ab") as log:
            data, programs = self.folder / "data", self._programs
            self.process = subprocess.Popen(
                [programs / "postgres", "-D", data, "-k", self.folder, *SETTINGS],
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                **self._as_user,
            )
        self._wait()

    def _wait(self) -> None:
        until = time.monotonic() + START_STOP_TIMEOUT_S
        while True:
            try:
                self.execute("SELECT 1")
            except (OSError, asyncpg.PostgresError):
                if self.process.poll() is not None or time.monotonic() > until:
                    pytest.fail((self.folder / "server.log").read_text())
                time.sleep(0.05)
            else:
                return

    def execute(self, statement: str, *values: object) -> None:
        """Run one statement as superuser."""

        async def execute() -> None:
            connection = await asyncpg.connect(host=str(self.folder), user="postgres")
            try:
                await connection.fetch(statement, *values)
            finally:
                await connection.close()

        asyncio.run(execute())

    def create(self, template: str = "template0") -> str:
        """Create a database and return its name."""
        name = f"test{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def end_sessions(self, database: str) -> None:
        """Cut all connections to a database."""
        self.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", database
        )

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def stop(self) -> None:
        self.process.send_signal(signal.SIGQUIT)  # immediate shutdown: the data is disposable
        try:
            self.process.wait(START_STOP_TIMEOUT_S)
        finally:
            self.process.kill()


INITDB = ("--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
SETTINGS = ("-c", "listen_addresses=", "-c", "fsync=on", "-c", "max_connections=60")


def find_programs() -> Path:
    """The folder with initdb and postgres."""
    on_path = shutil.which("initdb")
    found = [Path(on_path)] if on_path else sorted(Path(DEBIAN).glob("*/bin/initdb"))
    if not found:
        pytest.fail(
            "PostgreSQL is needed for the tests: `make system-packages` installs it on Debian"
        )
    return found[-1].resolve().parent


def _unprivileged_user() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: the user and group to run it as."""
    if os.geteuid() != 0:
        return {}
    names = {user.pw_name for user in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


@contextlib.contextmanager
def new_server() -> Iterator[Server]:
    """A temporary server; starting it takes about a second."""
    folder = Path(tempfile.mkdtemp(prefix="menagerie-"))  # Unix sockets need a short path
    try:
        server = Server(folder)
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[Server]:
    """One server per test process."""
    with new_server() as server:
        yield server


@pytest.fixture
def new_postgres(postgres_server: Server) -> Callable[[], str]:
    """A function that creates an empty database and returns its URL."""
    return lambda: postgres_server.url(postgres_server.create())
