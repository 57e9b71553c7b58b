"""Servers that start quickly: each is forked from a process with everything loaded.

Imports and loading compiled rules take most of the startup time. A test that kills a server twenty
times pays for them once; each server is still a process of its own.
"""

import importlib
import multiprocessing
import os
import signal
import sys
from dataclasses import dataclass
from functools import cache
from multiprocessing import forkserver
from pathlib import Path

from support.server.server_process import ProcessHandle, ServerProcess
from support.server.shifted_clock import CLOCK

CONTEXT = multiprocessing.get_context("forkserver")
TESTS = Path(__file__).parents[2]


@cache
def prepare() -> None:
    """Start the fork server, with the tests on its PYTHONPATH."""
    CONTEXT.set_forkserver_preload(["support.server.preloaded"])
    before = os.environ.get("PYTHONPATH", "")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(TESTS), before)))
    try:
        forkserver.ensure_running()
    finally:
        os.environ["PYTHONPATH"] = before


@dataclass(frozen=True)
class ServerOverrides:
    """What a test changes inside the server process."""

    clock: Path | None = None  # holds the offset, see shifted_clock.py
    constants: tuple[tuple[str, str, float], ...] = ()  # (module, name, value), for shorter delays


class ForkedProcess:
    """A forked process with the interface of `subprocess.Popen`."""

    def __init__(
        self, arguments: list[str], output_file: Path, overrides: "ServerOverrides"
    ) -> None:
        prepare()
        self.process = CONTEXT.Process(target=_serve, args=(arguments, output_file, overrides))
        self.process.start()

    @property
    def pid(self) -> int:
        assert self.process.pid is not None
        return self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def send_signal(self, how: signal.Signals, /) -> None:
        if self.process.pid is not None and self.process.is_alive():
            os.kill(self.process.pid, how)

    def wait(self, timeout: float | None = None) -> int:
        self.process.join(timeout)
        assert self.process.exitcode is not None, "it does not stop"
        return self.process.exitcode

    def kill(self) -> None:
        self.process.kill()


class ForkedServer(ServerProcess):
    """A server process that is forked instead of spawned."""

    overrides = ServerOverrides()

    def spawn(self) -> ProcessHandle:
        return ForkedProcess(self.command()[3:], self.output_file, self.overrides)


def _serve(arguments: list[str], output_file: Path, overrides: ServerOverrides) -> None:
    """Run the command line in the new process, with its output redirected to a file."""
    from menagerie.cli import main

    if overrides.clock is not None:
        CLOCK.attach(overrides.clock)
    for module, name, value in overrides.constants:
        setattr(importlib.import_module(module), name, value)
    with output_file.open("ab") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    sys.argv = ["menagerie", *arguments]
    main()
