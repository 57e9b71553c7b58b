"""The terminal, as our commands use it."""

from rich import console


class Console(console.Console):
    """Prints texts as they are: what people typed is never taken for markup."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Let the command line end as with every other output that nobody reads."""
        raise BrokenPipeError
