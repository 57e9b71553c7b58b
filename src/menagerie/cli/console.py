"""Terminal output and input: text without markup, prompts, progress bars."""

import io
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich import console
from rich.progress import Progress

PROGRESS_INTERVAL_S = 5.0  # between two lines of progress, if stderr is no terminal


class Console(console.Console):
    """Prints text verbatim: user input is never interpreted as markup."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Let `main` handle a broken pipe, instead of Rich."""
        raise BrokenPipeError


def ask(console: Console, question: str) -> str:
    """Prompt for an answer; EOFError if stdin or stdout is closed."""
    if sys.stdin is None or sys.stdout is None:
        raise EOFError
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")  # invalid UTF-8 is just a wrong answer
    return console.input(f"{question} ").strip()


@contextmanager
def progress_bar(
    title: str, things: str, total: int, done: int = 0
) -> Iterator[Callable[..., None]]:
    """Show a bar on stderr, or a line now and then; yields `advance(steps)`."""
    stderr = console.Console(stderr=True, highlight=False)
    last_print = time.monotonic()
    with Progress(console=stderr, transient=True, disable=not stderr.is_terminal) as bar:
        task = bar.add_task(title, total=total, completed=done)

        def advance(steps: int = 1) -> None:
            nonlocal last_print, done
            done += steps
            bar.advance(task, steps)
            if not stderr.is_terminal and time.monotonic() - last_print > PROGRESS_INTERVAL_S:
                last_print = time.monotonic()
                stderr.print(f"{done} of {total} {things} …")

        yield advance
