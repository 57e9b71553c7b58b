"""The examples of the README are run as they stand."""

import doctest
from pathlib import Path

from support.runs import compiled_only

README = Path(__file__).parents[1] / "README.md"


@compiled_only
def test_the_session_in_the_readme_runs_as_printed() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_two_commands_stand_at_the_top() -> None:
    top = README.read_text(encoding="utf-8").partition("## ")[0]
    assert "make run" in top
    assert "make test" in top


def test_the_authors_and_publishers_are_credited() -> None:
    text = README.read_text(encoding="utf-8")
    for name in ("Fabien Tanguy", "Catch Up Games", "Carl Brière", "Synapses Games", "Aza Chen"):
        assert name in text
    assert "independent work" in text
