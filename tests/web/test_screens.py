"""Every screen at three sizes in both themes: nothing is cut off, covered or inaccessible.

A screenshot of each is written to `screens/` for inspection.
"""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect
from support.web.browser import SIZES, THEMES, Visit, overflow, violations
from support.web.page_player import (
    Player,
    catbox,
    cubosaurs,
    incubation,
    make_move,
    play_game,
    wait_for_turn,
)

FOLDER = Path(__file__).parents[2] / "screens"
AXE_RUNS = {("phone", "light"), ("desktop", "dark")}  # where axe-core runs
GAMES: dict[str, tuple[Player, int]] = {  # and the number of moves to mid-game
    "cubosaurs": (cubosaurs, 5),
    "incubation": (incubation, 8),
    "catbox": (catbox, 6),
}
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("cubosaurs", 2, {}),
    ("catbox", 2, {}),
    ("cubosaurs", 4, {"advanced": True}),
    ("incubation", 4, {}),
    ("catbox", 4, {"advanced": True}),
]
COVERED_BY_BAR = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const board = document.querySelector(".board").getBoundingClientRect();
  scrollTo(0, 0);
  return Math.round(board.bottom - bar.top);
}"""
HIDDEN_BELOW_BAR = """() => {
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const all = [...document.querySelectorAll(".board button:enabled")];
  return Math.round(Math.max(...all.map((one) => one.getBoundingClientRect().bottom)) - bar.top);
}"""


def inspect(visit: Visit, screen: str, *, table: bool = False) -> None:
    """Check the screen at all sizes in both themes; problems are reported when the test ends."""
    page = visit.page
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        if table:
            page.evaluate("scrollTo(0, 0)")
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.screenshot(path=FOLDER / f"{screen}-{size}-{theme}.jpg", quality=80)
            if (size, theme) in AXE_RUNS:
                found = violations(page, visit.read)
                visit.wrong += [f"{screen}, {size}, {theme}: {one}" for one in found]
        if (pixels := overflow(page)) > 0:
            visit.wrong.append(f"{screen}, {size}: {pixels} pixels too wide")
        if table and (pixels := page.evaluate(COVERED_BY_BAR)) > 0:
            visit.wrong.append(f"{screen}, {size}: the bar covers {pixels} pixels of the board")
    width, height = SIZES["phone"]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="light")


def enlarge(visit: Visit, screen: str) -> None:
    """Check the screen with the font size doubled, on a phone."""
    visit.page.evaluate("document.documentElement.style.fontSize = '200%'")
    visit.page.screenshot(path=FOLDER / f"{screen}-large.jpg", quality=80, full_page=True)
    if (pixels := overflow(visit.page)) > 0:
        visit.wrong.append(f"{screen}, large font: {pixels} pixels too wide")
    visit.page.evaluate("document.documentElement.style.fontSize = ''")


def dialog(page: Page) -> Locator:
    return page.get_by_role("dialog")


def close(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(dialog(page)).to_have_count(0)


def test_home_invitation_lobby_and_not_found(ada: Visit) -> None:
    page = ada.go()
    expect(ada.button("Play now")).to_have_count(3)
    inspect(ada, "home")
    enlarge(ada, "home")
    ada.button("Invite friends").first.click()
    page.get_by_text("Options").click()
    inspect(ada, "invite")
    ada.button("Make the table").click()
    expect(page.get_by_role("img", name="Scan this to join")).to_be_visible()
    inspect(ada, "waiting")
    ada.expected += ["404", "WebSocket"]
    page = ada.go("/t/AAAAAAAAAAAAAAAAAAAAAA")
    expect(page.get_by_text("There is nothing here.")).to_be_visible()
    inspect(ada, "nothing")


@pytest.mark.parametrize(("game", "players", "options"), TABLES)
def test_a_table(ada: Visit, game: str, players: int, options: dict[str, Any]) -> None:
    player, moves = GAMES[game]
    name = f"{game}-{players}" + ("-advanced" if options else "")
    page = ada.page
    ada.start_game(game, players, **options)
    wait_for_turn(page)
    if not options:
        inspect(ada, f"{name}-begins", table=True)
    rng = random.Random(3)
    for _ in range(moves):
        if not wait_for_turn(page):
            break
        make_move(page, player, rng)
    wait_for_turn(page)
    inspect(ada, name, table=True)
    if (pixels := page.evaluate(HIDDEN_BELOW_BAR)) > 0:
        ada.wrong.append(f"{name}: {pixels} pixels of a turn do not fit on a phone")
    if players == 2:
        enlarge(ada, name)


def test_dialogs_hint_and_confirmation_at_a_table(ada: Visit) -> None:
    page = ada.page
    ada.start_game("cubosaurs", rounds=1)
    wait_for_turn(page)
    for button in ("Menu", "Points", "Rules"):
        ada.button(button).click()
        expect(dialog(page)).to_be_visible()
        expect(dialog(page).get_by_role("status").filter(has_text="…")).to_have_count(0)
        inspect(ada, button.lower())
        close(page)
    ada.button("Hint").click()
    expect(page.get_by_text("The coach says")).to_be_visible()
    inspect(ada, "hint", table=True)
    page.get_by_role("button", name=re.compile("^Keep")).first.click()
    inspect(ada, "confirm", table=True)


def test_end_fairness_check_and_replay(ada: Visit) -> None:
    page = ada.page
    ada.start_game("cubosaurs", rounds=1)
    play_game(ada, cubosaurs)
    expect(page.get_by_role("heading", name="How the game went")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(0, timeout=120_000)
    inspect(ada, "end")
    ada.button("Check the shuffle").click()
    page.get_by_role("heading", name="Was it a fair deal?").scroll_into_view_if_needed()
    expect(page.get_by_text("menagerie verify")).to_be_visible()
    inspect(ada, "check")
    page.get_by_role("link", name="Replay").click()
    expect(page.locator(".board").first).to_be_visible()
    ada.button("One step on").click()
    inspect(ada, "replay")


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_a_lesson(ada: Visit, game: str) -> None:
    page = ada.go(f"/rules/{game}")
    expect(page.get_by_role("searchbox").or_(page.get_by_role("textbox")).first).to_be_visible()
    inspect(ada, f"rules-{game}")
    page = ada.go(f"/learn/{game}")
    expect(page.locator(".board").first).to_be_visible()
    inspect(ada, f"lesson-{game}")
