"""The home page: starting a game, joining by code, language and theme."""

import re

import pytest
from playwright.sync_api import expect
from support.web.browser import Visit, Visiting

from menagerie import discovery

GAMES = len(discovery.names())

WORDS = {
    "en": ("Play now", "Invite friends", "Your turn"),
    "fr": ("Jouer", "Inviter des amis", "À vous de jouer"),
    "it": ("Gioca subito", "Invita amici", "Tocca a te"),
}


@pytest.mark.parametrize("game", ["Cubosaurs", "Incubation", "Cat Box"])
def test_play_now_starts_a_game(ada: Visit, game: str) -> None:
    page = ada.go()
    page.get_by_role("region", name=game).get_by_role("button", name="Play now").click()
    page.wait_for_url("**/t/*")
    expect(page.get_by_text(re.compile("Your turn|is thinking")).first).to_be_visible()


@pytest.mark.parametrize("language", WORDS)
def test_the_page_uses_the_language_of_the_browser(visits: Visiting, language: str) -> None:
    play, invite, turn = WORDS[language]
    with visits(language=f"{language}-XX") as visit:
        page = visit.go()
        expect(visit.button(invite)).to_have_count(GAMES)
        page.get_by_role("region", name="Cubosaurs").get_by_role("button", name=play).click()
        page.wait_for_url("**/t/*")
        expect(page.get_by_text(turn).first).to_be_visible()
        assert page.evaluate("document.documentElement.lang") == language


def test_language_and_theme_are_stored(ada: Visit) -> None:
    page = ada.go()
    page.get_by_role("radio", name="Italiano").check()
    expect(ada.button("Gioca subito")).to_have_count(GAMES)
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_role("radio", name="scuri").check()
    dark = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert light != dark
    page.reload()
    expect(ada.button("Gioca subito")).to_have_count(GAMES)
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == dark


def test_home_lists_a_game_in_progress(ada: Visit) -> None:
    table = ada.start_game("cubosaurs")
    page = ada.go()
    page.get_by_role("link", name=re.compile("Cubosaurs.*under way")).click()
    page.wait_for_url(f"**/t/{table}")


def test_a_wrong_code_is_explained(ada: Visit) -> None:
    page = ada.go()
    ada.expected.append("404")
    for code, words in (("AB", "six letters"), ("ZZZZZ", "no table with the code ZZZZZ")):
        page.get_by_role("textbox", name="Code").fill(code)
        ada.button("Join").click()
        expect(page.get_by_role("alert").filter(has_text=words)).to_be_visible()


@pytest.mark.parametrize("path", ["/t/AAAAAAAAAAAAAAAAAAAAAA", "/j/QQQQQ"])
def test_an_unknown_table_or_code_links_to_home(ada: Visit, path: str) -> None:
    ada.expected += ["404", "WebSocket"]
    page = ada.go(path)
    expect(page.get_by_text("There is nothing here.")).to_be_visible()
    page.get_by_role("link", name="Menagerie").click()
    expect(ada.button("Play now")).to_have_count(GAMES)
