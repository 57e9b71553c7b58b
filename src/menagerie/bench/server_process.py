"""A server to be measured: a process of its own, started and stopped by us."""

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

ENOUGH = 1_000_000_000
LIFTED = (  # limits
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
PATIENCE = 60.0  # seconds for a request
READY = "Menagerie is at http://"


class Host:
    """`menagerie serve` on a port of its own, with every limit on one address lifted."""

    def __init__(self, database: str) -> None:
        limits = [f"--limit={name}={ENOUGH}" for name in LIFTED]
        command = [sys.executable, "-m", "menagerie.cli", "serve", "--port=0"]
        self.said = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed when it is stopped
        self.process = subprocess.Popen(  # noqa: S603 - our own command line
            [*command, f"--database={database}", *limits], stderr=self.said
        )
        self.address = self._address()

    def _address(self) -> str:
        """Where it listens, which it says once it is ready; before that, why it is not."""
        while True:
            ended = self.process.poll() is not None
            self.said.seek(0)
            lines = self.said.read().splitlines()
            for line in lines:
                if line.startswith(READY):
                    return line.removeprefix(READY).strip().rstrip("/")
            if ended:
                self.said.close()
                why = lines[-1].removeprefix("menagerie: ") if lines else "it said nothing"
                raise BadInput(f"the server did not start: {why}")
            time.sleep(0.05)

    def ask(self, verb: str, path: str, token: str = "", data: Any = None) -> Any:
        """One request; it blocks. What is not answered as hoped is an error."""
        connection = http.client.HTTPConnection(self.address, timeout=PATIENCE)
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(verb, path, json.dumps(data) if data else None, headers)
            answer = connection.getresponse()
            text = answer.read().decode()
        finally:
            connection.close()
        if answer.status >= http.client.BAD_REQUEST:
            raise BadInput(f"{verb} {path} was answered with {answer.status}: {text}")
        return json.loads(text) if text.startswith(("{", "[")) else text

    def metrics(self) -> dict[str, float]:
        """What the server counts, by name; the same with different labels is added up."""
        found: dict[str, float] = {}
        for line in self.ask("GET", "/metrics").splitlines():
            if not line.startswith("#"):
                name, _, value = line.rpartition(" ")
                name = name.partition("{")[0]
                found[name] = found.get(name, 0.0) + float(value)
        return found

    def wait_until_open(self) -> None:
        """It listens before it answers."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.ask("GET", "/healthz")
            except OSError:
                time.sleep(0.05)
            else:
                return
        raise BadInput("the server does not answer")

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.said.close()

    def __enter__(self) -> Self:
        self.wait_until_open()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def size_of(database: str) -> int | None:
    """The bytes of a database that is one file; what was not yet moved into it counts too."""
    kind, _, name = database.partition(":///")
    if kind != "sqlite":
        return None
    files = [Path(name), Path(f"{name}-wal")]
    return sum(file.stat().st_size for file in files if file.exists())


def stolen() -> float:
    """Seconds of processor time that a virtual machine was refused so far, if it tells."""
    try:
        first = Path("/proc/stat").read_text(encoding="ascii").splitlines()[0]
        return int(first.split()[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, AttributeError):  # where there is no Linux
        return 0.0
