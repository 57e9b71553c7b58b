"""A server that is killed in mid-game: the page says so and reconnects, with nothing lost."""

import random
from pathlib import Path

from playwright.sync_api import Browser, expect
from support.server.forked_server import ForkedServer
from support.web.browser import visiting
from support.web.page_player import cubosaurs, make_move, play_game, wait_for_turn


def test_the_page_reconnects_to_a_restarted_server_with_nothing_lost(
    browser: Browser, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'lost.db'}"
    with (
        ForkedServer(tmp_path, database, "--bot-pause=0") as process,
        visiting(browser, process.address) as visit,
    ):
        visit.expected += ["WebSocket", "Failed to load resource"]
        page = visit.page
        visit.start_game("cubosaurs", rounds=1)
        wait_for_turn(page)
        make_move(page, cubosaurs, random.Random(1))
        wait_for_turn(page)
        before = int(page.locator("[data-number]").get_attribute("data-number") or 0)
        process.kill()
        expect(page.get_by_text("The connection is lost.")).to_be_visible()
        process.start()
        expect(page.get_by_text("The connection is lost.")).to_have_count(0, timeout=30_000)
        after = int(page.locator("[data-number]").get_attribute("data-number") or 0)
        assert after >= before > 0
        assert play_game(visit, cubosaurs) > 0
