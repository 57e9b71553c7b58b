"""Errors caused by input. Their messages are shown to people."""

from collections.abc import Sequence

MAX_LISTED = 12  # legal moves in the message of an error


class BadInput(ValueError):  # noqa: N818 - it describes the input
    """Invalid input. The message says what is wrong, and what is allowed."""


class IllegalMove(BadInput):
    """A move that the rules do not allow now; `rule` is the number of the rule that forbids it."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule


def join_some(words: Sequence[str], separator: str) -> str:
    """The first MAX_LISTED words, and their number if there are more."""
    more = f", … ({len(words)} in all)" if len(words) > MAX_LISTED else ""
    return separator.join(words[:MAX_LISTED]) + more
