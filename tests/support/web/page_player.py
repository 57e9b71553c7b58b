"""Plays whole games by clicking on what the page offers."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page
from support.web.browser import TIMEOUT_MS, Visit

MAX_MOVES = 400  # in a game
PREFERENCES = [re.compile(words) for words in ("Take|Hatch", "Use .* to take", "Keep|Use|Give|Put")]
PAYING = re.compile("^Use die . .* to take")
AWAIT = """([given, timeout]) => new Promise((done, fail) => {
  const end = performance.now() + timeout;
  const seen = (what) => document.querySelector(what)?.checkVisibility() ?? false;
  const look = () => {
    if (CONDITION) done();
    else if (performance.now() > end) fail(new Error(`timed out: CONDITION`));
    else setTimeout(look, 10);
  };
  look();
})"""
Player = Callable[[Page, random.Random], None]


def is_over(page: Page) -> bool:
    return page.locator(".play[data-ended]").count() > 0


def confirm(page: Page) -> None:
    """Confirm the picked move in the action bar."""
    page.locator("button.confirm").click()


def await_in_page(page: Page, condition: str, given: str = "") -> None:
    """Wait for a condition; it is polled in the page itself, which is faster than from here."""
    page.evaluate(AWAIT.replace("CONDITION", condition), [given, TIMEOUT_MS])


def wait_for_turn(page: Page) -> bool:
    """Wait for the player's turn or the end of the game; return False at the end."""
    await_in_page(page, "seen('.bar.mine, .play[data-ended]') && seen('.board')")
    return not is_over(page)


def make_move(page: Page, player: Player, rng: random.Random) -> None:
    """Make one move, and wait until the page shows the next view."""
    before = page.locator("[data-number]").get_attribute("data-number") or ""
    player(page, rng)
    await_in_page(page, "document.querySelector('[data-number]')?.dataset.number !== given", before)


def play_game(visit: Visit, player: Player, seed: int = 1) -> int:
    """Play to the end; return the number of moves."""
    rng = random.Random(seed)
    for moves in range(MAX_MOVES):
        if not wait_for_turn(visit.page):
            return moves
        make_move(visit.page, player, rng)
    raise AssertionError("the game does not end")


def cubosaurs(page: Page, rng: random.Random) -> None:
    """Keep the Hand, or refuse it with the first card that may be added."""
    keep = page.get_by_role("button", name=re.compile("^Keep"))
    refuse = page.get_by_role("button", name=re.compile("^Refuse …"))
    if refuse.count() and refuse.is_enabled() and rng.random() < 0.5:
        refuse.click()
        page.get_by_role("button", name=re.compile("^Refuse, adding")).first.click()
    else:
        keep.first.click()
    confirm(page)


def incubation(page: Page, rng: random.Random) -> None:
    """Click on any choice; prefer eggs and dragons, so that the game ends."""
    click_any(page, PREFERENCES, rng)
    which = page.get_by_role("region", name="Dice").get_by_role("button", name=PAYING)
    if page.locator("button.confirm").count() == 0 and which.count():
        which.first.click()
    if page.locator("button.confirm").count():
        confirm(page)


def click_any(page: Page, preferences: list[re.Pattern[str]], rng: random.Random) -> None:
    """Click on a random button of the first preference that is offered."""
    offered = page.locator(".board button:enabled")
    names = offered.evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label') ?? one.innerText)"
    )
    for preference in preferences:
        if found := [at for at, name in enumerate(names) if preference.match(name)]:
            offered.nth(rng.choice(found)).click()
            return
    raise AssertionError(f"nothing to do among {names}")


def catbox(page: Page, rng: random.Random) -> None:
    """Place the chosen card anywhere, or choose a card; pass if there is none."""
    board = page.locator(".board")
    places = board.get_by_role("button", name=re.compile(r"^Column -?\d+, row"))
    cards = board.get_by_role("button", name=re.compile(r"^(Your card|Card) \d"))
    playable = cards.and_(page.locator("[aria-disabled=false]"))
    done = board.get_by_role("button", name=re.compile("^(End the turn|Pass)$"))
    places.or_(playable).or_(done).first.wait_for(state="attached")
    if places.count():
        places.nth(rng.randrange(places.count())).press("Enter")
        confirm(page)
    elif done.count():
        done.first.click()
    else:
        playable.nth(rng.randrange(playable.count())).click()
