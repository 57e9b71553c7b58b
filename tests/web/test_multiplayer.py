"""Several browsers at one table: invitation, a whole game, reactions, rematch, watching, tabs."""

import random
import re

from playwright.sync_api import Page, expect
from support.web.browser import Visit, Visiting
from support.web.page_player import cubosaurs, is_over, make_move, play_game, wait_for_turn


def invite(host: Visit, name: str) -> str:
    """Create a table for two with the dialog; return the invitation link."""
    page = host.go()
    page.get_by_role("region", name="Cubosaurs").get_by_role(
        "button", name="Invite friends"
    ).click()
    page.get_by_role("textbox", name="Your name").fill(name)
    page.get_by_text("Options").click()
    page.get_by_label("Rounds").select_option("1")
    host.button("Make the table").click()
    expect(page.get_by_role("img", name="Scan this to join")).to_be_visible()
    return page.get_by_text(re.compile("http://.*/j/[A-Z]{5}")).inner_text()


def sit(guest: Visit, name: str) -> None:
    guest.page.get_by_role("textbox", name="Your name").fill(name)
    guest.button("Sit here").click()
    expect(guest.page.get_by_text(f"{name} (you)")).to_be_visible()


def play_both(pages: list[Page]) -> None:
    """Play both seats until the game is over."""
    rng = random.Random(5)
    for _ in range(200):
        pages[0].locator(".bar, .play[data-ended]").first.wait_for()
        if all(is_over(page) for page in pages):
            return
        for page in pages:
            if page.locator(".bar.mine").count():
                make_move(page, cubosaurs, rng)
    raise AssertionError("the game does not end")


def test_friends_meet_by_a_link_and_play_to_the_end(visits: Visiting) -> None:
    with visits() as ada, visits(size="desktop", theme="dark") as bob:
        link = invite(ada, "Ada")
        bob.page.goto(link)
        sit(bob, "Bob")
        expect(ada.page.get_by_text("Bob")).to_be_visible()
        ada.button("Start the game").click()
        expect(bob.page.locator("[data-number]")).to_be_visible()
        bob.button("Menu").click()
        bob.button("Bravo!").click()
        expect(ada.page.get_by_text("Bravo!")).to_be_visible()
        play_both([ada.page, bob.page])
        ada.button("Rematch").click()
        bob.button("Join the rematch").click()
        for visit in (ada, bob):
            expect(visit.page.locator("[data-number='0']")).to_be_visible()


def test_a_guest_joins_by_code_and_a_third_visitor_watches(visits: Visiting) -> None:
    with visits() as ada, visits() as bob, visits() as eve:
        code = invite(ada, "Ada").rpartition("/")[2]
        for visit in (bob, eve):
            page = visit.go()
            page.get_by_role("textbox", name="Code").fill(code.lower())
            visit.button("Join").click()
        sit(bob, "Bob")
        bob.button("Start the game").click()
        expect(eve.page.get_by_text("You are watching")).to_be_visible()
        expect(eve.page.get_by_role("button", name=re.compile("^Keep"))).to_have_count(0)


def test_a_second_tab_follows(ada: Visit) -> None:
    ada.start_game("cubosaurs", rounds=1)
    other = ada.context.new_page()
    other.goto(ada.page.url)
    wait_for_turn(ada.page)
    make_move(ada.page, cubosaurs, random.Random(1))
    wait_for_turn(ada.page)
    number = ada.page.locator("[data-number]").get_attribute("data-number") or ""
    expect(other.locator("[data-number]")).to_have_attribute("data-number", number)


def moment(page: Page) -> list[str]:
    """The number of the view, and the player's collection."""
    number = page.locator("[data-number]").get_attribute("data-number") or ""
    own = page.get_by_role("region", name="Your collection").inner_text()
    return [number, *sorted(own.split())]


def test_a_reload_returns_to_the_same_moment(ada: Visit) -> None:
    ada.start_game("cubosaurs", rounds=1)
    rng = random.Random(2)
    for _ in range(3):
        wait_for_turn(ada.page)
        make_move(ada.page, cubosaurs, rng)
    wait_for_turn(ada.page)
    before = moment(ada.page)
    ada.page.reload()
    wait_for_turn(ada.page)
    assert moment(ada.page) == before
    assert play_game(ada, cubosaurs) > 0
