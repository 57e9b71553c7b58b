"""Every rule of every game has a test, and no test cites a rule that does not exist."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from menagerie import discovery, rulebook

TESTS = Path(__file__).parents[1]


def named_rules() -> set[str]:
    return {rule for path in TESTS.rglob("test_*.py") for rule in _rules_in(path)}


def _rules_in(path: Path) -> Iterator[str]:
    """The arguments of `@pytest.mark.rule(…)` on tests."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and function.name.startswith("test_"):
            for mark in function.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    yield from (str(ast.literal_eval(number)) for number in mark.args)


@pytest.mark.parametrize("game", discovery.names())
def test_every_rule_is_named_by_a_test(game: str) -> None:
    named = named_rules()
    assert [rule for rule in rulebook.numbers(discovery.load(game)) if rule not in named] == []


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    games = [discovery.load(name) for name in discovery.names()]
    known = {rule for game in games for rule in rulebook.numbers(game)}
    assert named_rules() <= known


def test_the_rules_have_no_gaps() -> None:
    """The numbers of each section count from 1, so no rule was dropped by mistake."""
    for name in discovery.names():
        groups: dict[str, list[int]] = {}
        for rule in rulebook.numbers(discovery.load(name)):
            group, number = rule[:5], int(rule[5:])
            groups.setdefault(group, []).append(number)
        for numbers in groups.values():
            assert numbers == list(range(1, len(numbers) + 1))
