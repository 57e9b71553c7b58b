"""The report: a self-contained page with every section."""

import copy
import dataclasses
import re
from functools import cache
from html.parser import HTMLParser
from typing import Any

import pytest

from menagerie import discovery
from menagerie.header import Header
from menagerie.simulate import report, runner
from menagerie.simulate.plan import Plan
from menagerie.simulate.summary import Summary, differences, summarise
from menagerie.texts import LANGUAGES

VOID = {"meta", "br", "rect", "line", "path", "circle"}
PARTS = ["scores", "places", "seats", "lengths", "endings", "sources", "things", "kinds"]


class Page(HTMLParser):
    """Parses a page, and checks that every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: Any) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.said.append(data)


@cache
def summary(game: str, games: int = 300, language: str = "en", bots: str = "random") -> Summary:
    header = Header.create(game, 4, seed=5)
    return simulated(Plan.create(header, bots, games), language)


def simulated(plan: Plan, language: str = "en") -> Summary:
    return summarise(runner.run(plan, lambda _games: None, 2), language)


def other_edition() -> Summary:
    """A T-Rex is worth so much that the comparison must show it."""
    plan = summary("cubosaurs").plan
    edition = copy.deepcopy(plan.header.edition) | {"name": "dearer & better"}
    edition["series"]["trex"] = [40, 40, 40, 40]
    header = Header.create("cubosaurs", 4, seed=5, edition=edition)
    return simulated(Plan(header, plan.bots, plan.games))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", discovery.names())
def test_every_part_is_there_in_every_language(game: str, language: str) -> None:
    shown = summary(game, 40, language)
    text = report.write(shown, None, language)
    page = Page(text)
    assert page.open == []
    assert [attrs["id"] for tag, attrs in page.tags if tag == "section"] == PARTS
    plots = [attrs for tag, attrs in page.tags if attrs.get("class") == "plot"]
    assert len(plots) == 5
    assert all(attrs["role"] == "img" and attrs["aria-label"] for attrs in plots)
    said = " ".join(page.said)
    for section in shown.sections.values():
        assert section.rows
        assert all(row.label in said for row in section.rows)


def test_the_page_stands_alone() -> None:
    text = report.write(summary("cubosaurs"), None, "en")
    page = Page(text)
    assert not {tag for tag, _ in page.tags} & {"script", "link", "img", "iframe", "object"}
    assert not re.search(r"https?:|//[a-z]|url\(|@import|src=|href=", text)
    assert "viewport" in text
    assert "prefers-color-scheme: dark" in text
    assert "nan" not in text.lower().replace("advanced", "")


def test_a_name_that_looks_like_html_is_only_a_name() -> None:
    edition = copy.deepcopy(discovery.load("cubosaurs").standard) | {"name": "<b>mine</b>"}
    header = Header.create("cubosaurs", 2, seed="<i>", edition=edition)
    page = report.write(simulated(Plan.create(header, "random", 5)), None, "en")
    assert "<b>" not in page
    assert "&lt;b&gt;mine" in page
    assert "<i>" not in page


def test_a_section_that_only_one_edition_has_is_shown_without_a_comparison() -> None:
    one = summary("cubosaurs", 40)
    other = dataclasses.replace(
        one, sections={name: one.sections[name] for name in PARTS if name != "kinds"}
    )
    assert differences(one, other)["kinds"] == {}
    page = Page(report.write(one, other, "en"))
    assert [attrs["id"] for tag, attrs in page.tags if tag == "section"] == PARTS


def test_a_single_game_can_be_reported() -> None:
    page = Page(report.write(summary("incubation", 1), None, "en"))
    assert page.open == []


def test_two_editions_are_compared_with_the_same_chance() -> None:
    one, other = summary("cubosaurs"), other_edition()
    changes = differences(one, other)
    trex = changes["things"]["type:trex"]["wins_gain"]
    assert trex is not None
    assert trex.low > 0.1  # a player with a T-Rex wins far more often now
    moves = changes["lengths"]["moves"]["a_game"]
    points = changes["scores"]["all"]["points"]
    assert moves is not None
    assert points is not None
    assert moves.low < 0.5  # the bots ignore points, so they make nearly the same moves
    assert points.low > 10
    page = Page(report.write(one, other, "en"))
    said = " ".join(page.said)
    assert page.open == []
    assert "dearer & better" in said
    assert "change" in said
    assert any("dashed" in str(attrs.get("class")) for _, attrs in page.tags)


def test_the_same_edition_twice_differs_in_nothing() -> None:
    one = summary("cubosaurs")
    for rows in differences(one, one).values():
        for columns in rows.values():
            assert all(change is None or change.value == 0 for change in columns.values())


def test_bots_that_are_not_alike_are_told_apart() -> None:
    shown = summary("cubosaurs", 8, bots="greedy,random,random,random")
    assert [row.name for row in shown.sections["bots"].rows] == ["greedy", "random"]
    assert Page(report.write(shown, None, "en")).open == []
