"""Links between pages: every relative link, anchor and mentioned page exists."""

import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
SOURCES = sorted(
    file
    for folder, kinds in (("src", "*.py"), ("tests", "*.py"), ("docs", "*.py"), ("web/src", "*.ts"))
    for file in (ROOT / folder).rglob(kinds)
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
MENTION = re.compile(r"\bdocs/[\w/.-]+\.md\b")


def links(page: Path) -> list[str]:
    """The links of a page that lead to files of the project."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [link for link in LINK.findall(text) if "://" not in link]


@cache
def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to the headings of a page."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(text))
    return {heading.strip().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(ROOT)) for page in PAGES])
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    dead = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            dead.append(link)
    assert dead == []


def test_every_page_that_code_mentions_exists() -> None:
    missing = {
        f"{file.relative_to(ROOT)}: {mention}"
        for file in SOURCES
        for mention in MENTION.findall(file.read_text("utf-8"))
        if not (ROOT / mention).exists()
    }
    assert missing == set()
