"""The command line. Whatever is wrong with what was typed is one line, and exit code 2."""

import io
import os
import sys

import typer

from menagerie.errors import BadInput

BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command that was typed."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal that knows no ▶ shows a ? instead
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    try:
        sys.exit(_run())
    except BadInput as error:
        _fail(str(error))
    except typer.TyperException as error:
        _fail(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _leave_quietly()
    except OSError as error:  # a full disk, most likely
        _fail(f"the output cannot be written: {error.strerror}")


def _run() -> int:
    """The command itself; its exit code."""
    from menagerie.cli.commands import app  # so that tests can import main alone

    try:
        code = app(standalone_mode=False)
    except SystemExit as ended:
        if ended.code == 1:  # what Typer makes of a broken pipe; nothing else ends so
            raise BrokenPipeError from None
        raise
    if sys.stdout is not None:
        sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _leave_quietly() -> None:
    """Whoever reads our output has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    sys.exit(0)


def complain(message: str) -> None:
    """One line on the error channel."""
    print(f"menagerie: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201


def _fail(message: str) -> None:
    complain(message)
    sys.exit(BAD_INPUT)
