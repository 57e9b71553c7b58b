"""The fixture `run`, which runs a command in the process of the test."""

import io
import sys
from functools import cache

import pytest
import typer.main
from support.cli.command import Result, Run

from menagerie.cli import main

commands = cache(typer.main.get_command)  # building them takes longer than running one


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process, as if typed."""

    def run(*args: str, stdin: str | bytes = "") -> Result:
        piped = stdin.encode() if isinstance(stdin, str) else stdin
        out, err = _stream(), _stream(errors="backslashreplace")  # as Python opens them
        with monkeypatch.context() as typed:
            typed.setattr(typer.main, "get_command", commands)
            typed.setattr(sys, "argv", ["menagerie", *args])
            typed.setenv("COLUMNS", "80")
            typed.delenv("FORCE_COLOR", raising=False)
            typed.setattr(sys, "stdin", _stream(piped))
            typed.setattr(sys, "stdout", out)
            typed.setattr(sys, "stderr", err)
            with pytest.raises(SystemExit) as ended:
                main()
        assert isinstance(ended.value.code, int)
        return Result(ended.value.code, _written(out), _written(err))

    return run


def _stream(contents: bytes = b"", errors: str = "strict") -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(contents), encoding="utf-8", errors=errors)


def _written(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()
