"""The programs in docs/research.md run unchanged."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
BLOCK = re.compile(r"^## (?P<title>.+?)$|^```python\n(?P<code>.*?)^```$", re.MULTILINE | re.DOTALL)


def programs() -> list[tuple[str, str]]:
    """Each program with the title above it."""
    found, title = [], ""
    for match in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        title = match["title"] or title
        if match["code"]:
            found.append((title, match["code"]))
    return found


@pytest.mark.parametrize(("title", "code"), programs(), ids=[title for title, _ in programs()])
def test_a_program_runs(title: str, code: str) -> None:
    exec(compile(code, f"{PAGE.name}, {title}", "exec"), {"__name__": "__main__"})  # noqa: S102


def test_there_are_programs_to_run() -> None:
    titles = {"Batch", "Vector environment", "PettingZoo", "OpenSpiel", "Gymnasium"}
    assert titles <= {title for title, _ in programs()}
