"""Standard streams that are closed."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.cli.command import Run

from menagerie.cli import games

SHELL = Path("/bin/sh")
FULL_DISK = Path("/dev/full")
NEEDS_A_SHELL = pytest.mark.skipif(not SHELL.exists(), reason="a shell closes the streams")


def run_in_shell(typed: str) -> tuple[int, str, list[str]]:
    """The exit code, stdout and stderr of a real process."""
    ended = subprocess.run(
        [str(SHELL), "-c", f'exec "$0" -m menagerie.cli {typed}', sys.executable],
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    lines = ended.stderr.splitlines()
    return ended.returncode, ended.stdout, [x for x in lines if not x.startswith("Compiling ")]


@NEEDS_A_SHELL
@pytest.mark.parametrize("typed", ["--version", "games", "trace cubosaurs --seed 1"])
def test_a_closed_stdout_is_no_crash(typed: str) -> None:
    assert run_in_shell(f"{typed} >&-") == (0, "", [])


@NEEDS_A_SHELL
def test_a_closed_stdin_ends_the_game() -> None:
    code, told, errors = run_in_shell("play cubosaurs --seed 1 <&-")
    assert (code, errors) == (0, [])
    assert "You have left the table" in told


@NEEDS_A_SHELL
@pytest.mark.parametrize("typed", ["replay -", "score cubosaurs -"])
def test_a_closed_stdin_is_an_error(typed: str) -> None:
    code, output, errors = run_in_shell(f"{typed} <&-")
    assert (code, output, len(errors)) == (2, "", 1)


@pytest.mark.parametrize("typed", ["trace cubosaurs", "rules cubosaurs", "games"])
def test_a_closed_pipe_is_no_error(typed: str) -> None:
    """As in `menagerie trace cubosaurs | head -1`."""
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "menagerie.cli", *typed.split()]
    with os.fdopen(writing, "wb") as pipe:
        ended = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, check=False, text=True)
    notes = [line for line in ended.stderr.splitlines() if not line.startswith("Compiling ")]
    assert (ended.returncode, notes) == (0, [])


@pytest.mark.skipif(not FULL_DISK.exists(), reason="Linux simulates a full disk")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_output_to_a_full_disk_is_an_error(unbuffered: str) -> None:
    """Buffered output fails when it is flushed, other output when it is written."""
    with FULL_DISK.open("wb") as full:
        ended = subprocess.run(
            [sys.executable, "-m", "menagerie.cli", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
            check=False,
            text=True,
        )
    lines = [line for line in ended.stderr.splitlines() if not line.startswith("Compiling ")]
    reason = os.strerror(errno.ENOSPC)
    assert (ended.returncode, lines) == (
        2,
        [f"menagerie: the output cannot be written: {reason}"],
    )


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (PermissionError(errno.EACCES, "Permission denied", "/data"), "/data: Permission denied"),
        (
            ConnectionRefusedError(errno.ECONNREFUSED, "Connection refused"),
            "the connection failed: Connection refused",
        ),
        (TimeoutError("timed out"), "the connection failed: timed out"),
        (TimeoutError(), "the connection failed: TimeoutError"),
        (OSError(errno.EMFILE, "Too many open files"), "a system call failed: Too many open files"),
    ],
)
def test_other_errors_of_the_system_do_not_blame_the_output(
    error: OSError, line: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_language: str) -> None:
        raise error

    monkeypatch.setattr(games, "print_games", fail)
    assert run("games").complaint == f"menagerie: {line}"
