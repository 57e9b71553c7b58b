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
    except BadInput as error:
        _fail(str(error))
    except typer.TyperException as error:
        _fail(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(INTERRUPTED)
    except BrokenPipeError:  # whoever reads our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(code if isinstance(code, int) else 0)


def _fail(message: str) -> None:
    print(f"menagerie: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201
    sys.exit(BAD_INPUT)
