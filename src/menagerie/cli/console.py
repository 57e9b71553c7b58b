"""The terminal, as our commands use it."""

import io
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich import console
from rich.progress import Progress

EVERY = 5.0  # seconds between two lines on how far we are, where there is no terminal


class Console(console.Console):
    """Prints texts as they are: what people typed is never taken for markup."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Let the command line end as with every other output that nobody reads."""
        raise BrokenPipeError


def ask(console: Console, question: str) -> str:
    """What is typed; EOFError where nobody can type anything."""
    if sys.stdin is None or sys.stdout is None:
        raise EOFError
    if isinstance(sys.stdin, io.TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")  # what cannot be read is a wrong answer, no more
    return console.input(f"{question} ").strip()


@contextmanager
def counting(title: str, things: str, total: int, done: int = 0) -> Iterator[Callable[..., None]]:
    """A bar to watch, or a line now and then; what is given is called with how many were done."""
    notes = console.Console(stderr=True, highlight=False)
    told = time.monotonic()
    with Progress(console=notes, transient=True, disable=not notes.is_terminal) as bar:
        task = bar.add_task(title, total=total, completed=done)

        def count(more: int = 1) -> None:
            nonlocal told, done
            done += more
            bar.advance(task, more)
            if not notes.is_terminal and time.monotonic() - told > EVERY:
                told = time.monotonic()
                notes.print(f"{done} of {total} {things} …")

        yield count
