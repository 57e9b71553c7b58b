"""Standard streams that are closed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHELL = Path("/bin/sh")
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
