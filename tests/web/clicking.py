"""Somebody who plays whole games by clicking at what the page offers, and nothing else."""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from web.browsing import Visit

MOST = 600  # clicks in a game
OVER = re.compile("You have won|You share the win|wins|share the win")
Player = Callable[[Page, random.Random], None]


def turn_bar(page: Page) -> Locator:
    return page.get_by_role("region", name="Your move")


def is_over(page: Page) -> bool:
    return page.get_by_role("button", name="Rematch").count() > 0


def confirm(page: Page) -> None:
    """What was picked, with the big button below."""
    page.locator("button.confirm").click()


def wait_for_turn(page: Page) -> bool:
    """Whether there is anything to do: else the game is over."""
    page.locator(".bar.mine, [data-over]").first.wait_for()
    return not is_over(page)


def play_game(visit: Visit, player: Player, seed: int = 1) -> int:
    """To the end; how often one had to decide."""
    rng = random.Random(seed)
    page = visit.page
    for clicks in range(MOST):
        if not wait_for_turn(page):
            return clicks
        table = page.locator("[data-number]")
        before = table.get_attribute("data-number") or ""
        player(page, rng)
        expect(table).not_to_have_attribute("data-number", before)
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
