"""The result of a command: its exit code, stdout and stderr."""

import json
from dataclasses import dataclass
from typing import Any, Protocol

MAX_ERROR_CHARACTERS = 1500  # more would be unreadable


@dataclass(frozen=True)
class Result:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The lines on stderr, without those about progress."""
        lines = [line for line in self.err.splitlines() if not line.startswith("Compiling ")]
        return [line for line in lines if not line.endswith((" games …", " moves …"))]

    @property
    def answer(self) -> str:
        """The stdout of a command that succeeded."""
        assert (self.code, self.errors) == (0, [])
        return self.out

    @property
    def data(self) -> Any:
        """The same, parsed as JSON."""
        return json.loads(self.answer)

    @property
    def complaint(self) -> str:
        """The one line on stderr of a command that refused its input."""
        assert (self.code, self.out) == (2, "")
        assert len(self.errors) == 1
        assert self.errors[0].startswith("menagerie: ")
        assert "Traceback" not in self.err
        assert len(self.err) < MAX_ERROR_CHARACTERS
        return self.errors[0]


class Run(Protocol):
    """Runs a command."""

    def __call__(self, *args: str, stdin: str | bytes = "") -> Result: ...


def changed(document: dict[str, Any], **fields: Any) -> str:
    """A position document with some fields of its position replaced."""
    return json.dumps(document | {"position": document["position"] | fields})


def without(fields: dict[str, Any], name: str) -> dict[str, Any]:
    return {other: value for other, value in fields.items() if other != name}
