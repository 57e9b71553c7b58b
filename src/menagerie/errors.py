"""Errors caused by input. Their messages are shown to people."""


class BadInput(ValueError):  # noqa: N818 - it describes the input
    """Invalid input. The message says what is wrong, and what is allowed."""


class IllegalMove(BadInput):
    """A move that the rules do not allow now; `rule` is the number of the rule that forbids it."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
