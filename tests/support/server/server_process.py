"""A server in a process of its own, started by the command line."""

import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

STOP_TIMEOUT_S = 60.0  # guards against hanging
START_TIMEOUT_S = 300.0  # the rules may have to be compiled first
NO_LIMITS = (
    "tables",
    "requests",
    "request_burst",
    "connections",
    "sockets",
    "messages",
    "burst",
    "address_messages",
    "address_burst",
    "reactions",
    "reaction_burst",
    "code_misses",
    "all_code_misses",
    "address_watchers",
    "listed",
)
ADDRESS = re.compile(r"^Menagerie is at http://127\.0\.0\.1:(\d+)", re.MULTILINE)


class ProcessHandle(Protocol):
    """The interface of `subprocess.Popen` that the tests use."""

    def poll(self) -> int | None: ...
    def send_signal(self, how: signal.Signals, /) -> None: ...
    def wait(self, timeout: float | None = None) -> int: ...
    def kill(self) -> None: ...


class ServerProcess:
    """A server that can be killed and restarted on the same port; its output goes to a file."""

    def __init__(self, folder: Path, database: str, *options: str, port: int = 0) -> None:
        self.database = database
        self.options = options
        self.port = port
        self.output_file = folder / f"server-{len(list(folder.glob('server-*')))}.output"
        self.process: ProcessHandle | None = None

    def spawn(self) -> ProcessHandle:
        with self.output_file.open("ab") as file:
            return subprocess.Popen(self.command(), stdout=file, stderr=file)

    def command(self) -> list[str]:
        limits = [f"--limit={name}=1000000" for name in NO_LIMITS]
        chosen = ["--port", str(self.port), "--database", self.database, *limits, *self.options]
        return [sys.executable, "-m", "menagerie.cli", "serve", *chosen]

    def start(self) -> None:
        """Start the server and wait until it listens."""
        assert self.process is None
        before = len(self.output)
        self.process = self.spawn()
        end = time.monotonic() + START_TIMEOUT_S
        while (found := ADDRESS.search(self.output[before:])) is None:
            assert self.process.poll() is None, self.output[before:]
            assert time.monotonic() < end, self.output[before:]
            time.sleep(0.02)
        self.port = int(found[1])

    @property
    def output(self) -> str:
        return self.output_file.read_text(encoding="utf-8") if self.output_file.exists() else ""

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    def kill(self) -> None:
        """SIGKILL, like a power failure."""
        assert self._end(signal.SIGKILL) == -signal.SIGKILL

    def stop(self) -> int:
        """SIGTERM, like a service manager; return the exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        assert self.process is not None
        process, self.process = self.process, None
        process.send_signal(how)
        try:
            return process.wait(STOP_TIMEOUT_S)
        finally:
            process.kill()
            process.wait()

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self._end_if_running()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end_if_running()

    def _end_if_running(self) -> None:
        if self.process is not None:
            self._end(signal.SIGKILL)
