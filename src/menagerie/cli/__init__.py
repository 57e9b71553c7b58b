"""The command line. Bad input gives one line on stderr, and exit code 2."""

import errno
import io
import os
import sys

import typer

from menagerie.errors import BadInput

EXIT_BAD_INPUT = 2
EXIT_INTERRUPTED = 130  # as shells do: 128 + SIGINT
OUTPUT_ERRORS = (errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF)  # a full disk, most likely


def main() -> None:
    """Run the command that was typed."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # an encoding without ▶ prints ? instead
    if len(sys.argv) == 1:
        sys.argv.append("--help")
    try:
        sys.exit(_run())
    except BadInput as error:
        _fail(str(error))
    except typer.TyperException as error:
        _fail(error.format_message())
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(EXIT_INTERRUPTED)
    except BrokenPipeError:
        _discard_output()
        sys.exit(0)
    except OSError as error:
        if _is_output_error(error):
            _discard_output()
        _fail(_describe_os_error(error))


def _run() -> int:
    """Run the command; return its exit code."""
    from menagerie.cli.commands import app  # slow, and tests import `main` alone

    try:
        code = app(standalone_mode=False)
    except SystemExit as ended:
        if ended.code == 1:  # only Typer, after a broken pipe
            raise BrokenPipeError from None
        raise
    if sys.stdout is not None:
        sys.stdout.flush()
    return code if isinstance(code, int) else 0


def _discard_output() -> None:
    """Redirect to /dev/null what is still buffered: Python would try to write it at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)


def _describe_os_error(error: OSError) -> str:
    """What failed, and why, in one line."""
    reason = error.strerror or str(error) or type(error).__name__
    if error.filename:
        return f"{error.filename}: {reason}"
    if _is_output_error(error):
        return f"the output cannot be written: {reason}"
    if isinstance(error, ConnectionError | TimeoutError):
        return f"the connection failed: {reason}"
    return f"a system call failed: {reason}"


def _is_output_error(error: OSError) -> bool:
    """Whether writing to stdout or stderr failed; nothing else fails so without a file name."""
    return error.filename is None and error.errno in OUTPUT_ERRORS


def print_error(message: str) -> None:
    """Print one line on stderr."""
    print(f"menagerie: {' '.join(message.split())}", file=sys.stderr)  # noqa: T201 - the command line prints


def _fail(message: str) -> None:
    print_error(message)
    sys.exit(EXIT_BAD_INPUT)
