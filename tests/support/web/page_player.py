"""Somebody who plays whole games by clicking at what the page offers, and nothing else."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Page
from support.web.browser import PATIENCE, Visit

MOST = 400  # moves in a game
WISHES = [re.compile(words) for words in ("Take|Hatch", "Use .* to take", "Keep|Use|Give|Put")]
PAYING = re.compile("^Use die . .* to take")
AWAIT = """([given, patience]) => new Promise((done, fail) => {
  const end = performance.now() + patience;
  const seen = (what) => document.querySelector(what)?.checkVisibility() ?? false;
  const look = () => {
    if (CONDITION) done();
    else if (performance.now() > end) fail(new Error(`in vain: CONDITION`));
    else setTimeout(look, 10);
  };
  look();
})"""
Player = Callable[[Page, random.Random], None]


def is_over(page: Page) -> bool:
    return page.locator(".play[data-ended]").count() > 0


def confirm(page: Page) -> None:
    """What was picked, with the big button below."""
    page.locator("button.confirm").click()


def await_in_page(page: Page, condition: str, given: str = "") -> None:
    """Until it is so; looked at in the page itself, many times a second."""
    page.evaluate(AWAIT.replace("CONDITION", condition), [given, PATIENCE])


def wait_for_turn(page: Page) -> bool:
    """Whether there is anything to do: else the game is over."""
    await_in_page(page, "seen('.bar.mine, .play[data-ended]') && seen('.board')")
    return not is_over(page)


def make_move(page: Page, player: Player, rng: random.Random) -> None:
    """One decision, until it is seen to count."""
    before = page.locator("[data-number]").get_attribute("data-number") or ""
    player(page, rng)
    await_in_page(page, "document.querySelector('[data-number]')?.dataset.number !== given", before)


def play_game(visit: Visit, player: Player, seed: int = 1) -> int:
    """To the end; how often one had to decide."""
    rng = random.Random(seed)
    for moves in range(MOST):
        if not wait_for_turn(visit.page):
            return moves
        make_move(visit.page, player, rng)
    raise AssertionError("the game does not end")


def cubosaurs(page: Page, rng: random.Random) -> None:
    """Keep, or refuse with any card that may be added."""
    keep = page.get_by_role("button", name=re.compile("^Keep"))
    refuse = page.get_by_role("button", name=re.compile("^Refuse …"))
    if refuse.count() and refuse.is_enabled() and rng.random() < 0.5:
        refuse.click()
        page.get_by_role("button", name=re.compile("^Refuse, adding")).first.click()
    else:
        keep.first.click()
    confirm(page)


def incubation(page: Page, rng: random.Random) -> None:
    """Anything that is offered; eggs and dragons before all, so that the game comes to its end."""
    click_any(page, WISHES, rng)
    which = page.get_by_role("region", name="Dice").get_by_role("button", name=PAYING)
    if page.locator("button.confirm").count() == 0 and which.count():
        which.first.click()
    if page.locator("button.confirm").count():
        confirm(page)


def click_any(page: Page, wishes: list[re.Pattern[str]], rng: random.Random) -> None:
    """Any button of the board that can be used, of those one likes most."""
    offered = page.locator(".board button:enabled")
    names = offered.evaluate_all(
        "all => all.map(one => one.getAttribute('aria-label') ?? one.innerText)"
    )
    for wish in wishes:
        if found := [at for at, name in enumerate(names) if wish.match(name)]:
            offered.nth(rng.choice(found)).click()
            return
    raise AssertionError(f"nothing to do among {names}")


def catbox(page: Page, rng: random.Random) -> None:
    """Lay the chosen card anywhere, or choose one; pass where there is none."""
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
