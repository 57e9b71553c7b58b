"""What can go wrong through somebody's input; every message is meant to be read by people."""


class BadInput(ValueError):  # noqa: N818 - it names what was given, not what we did
    """Something given from outside is not usable: the message says what, and what is allowed."""


class IllegalMove(BadInput):
    """A move that the rules do not allow now; `rule` is the number of the rule that says so."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(f"{message} ({rule})")
        self.rule = rule
