"""The page weight: scripts and styles as transferred over the network."""

import itertools
from pathlib import Path

import pytest
from support.web.browser import Visiting

from menagerie import discovery
from menagerie.bench.page_weight import (
    MAX_GAME_BYTES,
    MAX_HOME_BYTES,
    NetworkTraffic,
    await_board,
    open_home,
    start_game,
)
from menagerie.texts import LANGUAGES

ROOT = Path(__file__).parents[2]

GAMES = discovery.names()
WITH_BOARD = {file.parent.name for file in (ROOT / "web/src/games").glob("*/index.ts")}


def test_home_is_light(visits: Visiting) -> None:
    with visits() as visit:
        traffic = NetworkTraffic(visit.page)
        open_home(visit.page, f"http://{visit.address}/")
        assert 10_000 < traffic.wait_for_bytes() <= MAX_HOME_BYTES
        assert _boards(traffic) == set()


@pytest.mark.parametrize(
    ("game", "language"), [*zip(GAMES, itertools.cycle(LANGUAGES), strict=False)]
)
def test_home_and_a_game_are_light_and_load_no_other_board(
    visits: Visiting, game: str, language: str
) -> None:
    with visits(language=language) as visit:
        traffic = NetworkTraffic(visit.page)
        open_home(visit.page, f"http://{visit.address}/")
        home = traffic.wait_for_bytes()
        start_game(visit.page, game)
        assert home < traffic.wait_for_bytes() <= MAX_GAME_BYTES
        assert _boards(traffic) == ({game} & WITH_BOARD)


@pytest.mark.parametrize("game", GAMES)
def test_a_reload_transfers_nothing(visits: Visiting, game: str) -> None:
    with visits() as visit:
        visit.start_game(game)
        await_board(visit.page)
        traffic = NetworkTraffic(visit.page)
        visit.page.reload()
        await_board(visit.page)
        assert traffic.wait_for_bytes() == 0


def _boards(traffic: NetworkTraffic) -> set[str]:
    """The games whose boards were transferred; Vite names a chunk after its folder."""
    return {game for game in GAMES for name in traffic.sizes if name.startswith(f"{game}-")}
