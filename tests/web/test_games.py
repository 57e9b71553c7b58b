"""A whole game of each kind against bots, by clicking."""

from typing import Any

import pytest
from playwright.sync_api import expect
from support.web.browser import Visit
from support.web.page_player import Player, catbox, cubosaurs, incubation, play_game

from menagerie import fairness

DEAL = bytes([3]) * fairness.SECRET_BYTES
GAMES: dict[str, tuple[Player, dict[str, Any]]] = {
    "cubosaurs": (cubosaurs, {"rounds": 1}),
    "incubation": (incubation, {}),
    "catbox": (catbox, {}),
}


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_clicking(ada: Visit, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal is fixed: other dice could make the game three times as long."""
    monkeypatch.setattr(fairness, "new_secret", lambda: DEAL)
    player, options = GAMES[game]
    ada.start_game(game, **options)
    assert play_game(ada, player) > 5
    expect(ada.button("Replay").or_(ada.page.get_by_role("link", name="Replay"))).to_be_visible()
