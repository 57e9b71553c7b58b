"""What a command of the command line printed, and how it ended."""

import json
from dataclasses import dataclass
from typing import Any, Protocol

LONGEST = 1500  # characters of an error that somebody can still read


@dataclass(frozen=True)
class Result:
    """One command that was run."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The lines on the error channel, without those that tell of progress."""
        lines = [line for line in self.err.splitlines() if not line.startswith("Compiling ")]
        return [line for line in lines if not line.endswith((" games …", " moves …"))]

    @property
    def answer(self) -> str:
        """What was printed by a command that found nothing wrong."""
        assert (self.code, self.errors) == (0, [])
        return self.out

    @property
    def data(self) -> Any:
        """The same, where it is JSON."""
        return json.loads(self.answer)

    @property
    def complaint(self) -> str:
        """The one clear line of a command that was given something wrong."""
        assert (self.code, self.out) == (2, "")
        assert len(self.errors) == 1
        assert self.errors[0].startswith("menagerie: ")
        assert "Traceback" not in self.err
        assert len(self.err) < LONGEST
        return self.errors[0]


class Run(Protocol):
    """Runs a command; `stdin` is what is piped in."""

    def __call__(self, *args: str, stdin: str | bytes = "") -> Result: ...


def changed(document: dict[str, Any], **fields: Any) -> str:
    """A position document with other values in some fields of its position."""
    return json.dumps(document | {"position": document["position"] | fields})


def without(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return {other: value for other, value in fields.items() if other != name}
