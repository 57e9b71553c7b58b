"""The command line. Whatever is wrong with what was typed is one line, and exit code 2."""

import os
import sys

import typer

from menagerie.errors import BadInput

BAD_INPUT = 2
INTERRUPTED = 130


def main() -> None:
    """Run the command that was typed."""
    from menagerie.cli.commands import app

    if len(sys.argv) == 1:
        sys.argv.append("--help")
    try:
        code = app(standalone_mode=False)
        sys.stdout.flush()
    except BadInput as error:
        _fail(str(error))
    except typer.TyperException as error:
        _fail(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:
        _leave_quietly()
    except SystemExit as ended:
        if ended.code == 1:  # what Typer makes of a broken pipe; nothing else ends so
            _leave_quietly()
        raise
    sys.exit(code if isinstance(code, int) else 0)


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
