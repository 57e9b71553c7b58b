"""The server under test, in its own process."""

import http.client
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Self

from menagerie.errors import BadInput
from menagerie.jsontext import Json

NO_LIMIT = 1_000_000_000
LIFTED_LIMITS = (
    "messages",
    "burst",
    "address_messages",
    "address_burst",
    "requests",
    "request_burst",
    "tables",
    "connections",
    "sockets",
)
TIMEOUT_S = 60.0  # to start, to answer a request, to stop
READY_PREFIX = "Menagerie is at http://"


class ServerProcess:
    """`menagerie serve` on a free port, without rate limits: all clients share one address."""

    def __init__(self, database: str) -> None:
        limits = [f"--limit={name}={NO_LIMIT}" for name in LIFTED_LIMITS]
        command = [sys.executable, "-m", "menagerie.cli", "serve", "--port=0"]
        self.stderr = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed by stop()
        self.process = subprocess.Popen(  # noqa: S603 - our own command line
            [*command, f"--database={database}", *limits], stderr=self.stderr
        )
        self.address = self._read_address()

    def _read_address(self) -> str:
        """Wait until the server prints its address; BadInput if it exits instead."""
        while True:
            has_exited = self.process.poll() is not None
            self.stderr.seek(0)
            lines = self.stderr.read().splitlines()
            for line in lines:
                if line.startswith(READY_PREFIX):
                    return line.removeprefix(READY_PREFIX).strip().rstrip("/")
            if has_exited:
                self.stderr.close()
                reason = lines[-1].removeprefix("menagerie: ") if lines else "it printed nothing"
                raise BadInput(f"the server did not start: {reason}")
            time.sleep(0.05)

    def request(self, method: str, path: str, token: str = "", data: Json | None = None) -> Any:
        """Send one request, and decode the answer; BadInput for an error status. Blocks."""
        connection = http.client.HTTPConnection(self.address, timeout=TIMEOUT_S)
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, json.dumps(data) if data else None, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        if response.status >= http.client.BAD_REQUEST:
            raise BadInput(f"{method} {path} was answered with {response.status}: {text}")
        return json.loads(text) if text.startswith(("{", "[")) else text

    def metrics(self) -> dict[str, float]:
        """The Prometheus metrics by name; values with different labels are added up."""
        found: dict[str, float] = {}
        for line in self.request("GET", "/metrics").splitlines():
            if not line.startswith("#"):
                name, _, value = line.rpartition(" ")
                name = name.partition("{")[0]
                found[name] = found.get(name, 0.0) + float(value)
        return found

    def wait_until_ready(self) -> None:
        """Poll the health check: the server listens before it can answer."""
        time_limit = time.monotonic() + TIMEOUT_S
        while time.monotonic() < time_limit:
            try:
                self.request("GET", "/healthz")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise BadInput("the server does not answer")

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.stderr.close()

    def __enter__(self) -> Self:
        try:
            self.wait_until_ready()
        except BaseException:  # __exit__ will not be called
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def database_bytes(database: str) -> int | None:
    """The size of an SQLite database with its WAL; None for PostgreSQL."""
    kind, _, name = database.partition(":///")
    if kind != "sqlite":
        return None
    files = [Path(name), Path(f"{name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


def stolen_cpu_s() -> float:
    """Steal time: CPU seconds that the hypervisor gave to other virtual machines so far."""
    try:
        totals = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0]
        return int(totals.split()[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, AttributeError):  # not Linux
        return 0.0
