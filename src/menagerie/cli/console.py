"""The terminal, as our commands use it."""

import io
import sys

from rich import console


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
