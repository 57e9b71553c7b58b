"""Closed standard streams, and lines that can only just be parsed."""

import subprocess
import sys
from pathlib import Path

import pytest
from support.cli.command import Run

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


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_a_trace_with_nesting_near_the_recursion_limit_is_an_error(
    opening: str, closing: str, trace: list[str], run: Run
) -> None:
    """A line that can just be parsed must also be compared and reported, at any depth."""
    for depth in range(880, 1000):
        nested = opening * depth + "1" + closing * depth
        told = run("replay", "-", stdin=f'{trace[0]}\n{{"step": {nested}}}').complaint
        assert "line 2: " in told
