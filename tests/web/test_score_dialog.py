"""A tap on a player's points opens a dialog that explains them."""

import re

import pytest
from playwright.sync_api import expect
from support.web.browser import Visit
from support.web.page_player import wait_for_turn

OPPONENT = {  # what the dialog says about the points of Bot 2
    "cubosaurs": "Total",
    "incubation": "Total",
    "catbox": "These points are a secret until the end.",
}


@pytest.mark.parametrize("game", OPPONENT)
def test_points_are_explained(ada: Visit, game: str) -> None:
    page = ada.page
    ada.start_game(game)
    wait_for_turn(page)
    dialog = page.get_by_role("dialog", name="Points")
    mine = page.get_by_role("button", name=re.compile(r"^Ada: −?\d+ points?\. Why\?$"))
    total = re.findall(r"−?\d+", mine.inner_text())[0]
    assert (box := mine.bounding_box()) is not None
    assert min(box["width"], box["height"]) >= 44
    mine.click()
    expect(dialog).to_contain_text("Ada")
    expect(dialog.get_by_role("row", name="Total")).to_contain_text(total)
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(mine).to_be_focused()
    if game == "incubation":  # opponents are folded into a strip
        page.get_by_role("button", name=re.compile("^Bot 2: .* Show more")).click()
    page.get_by_role("button", name=re.compile(r"^Bot 2: .* Why\?$")).click()
    expect(dialog).to_contain_text(OPPONENT[game])
