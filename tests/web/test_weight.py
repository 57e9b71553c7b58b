"""How much a browser must fetch: the scripts and styles as they really came over the network."""

import itertools
from pathlib import Path

import pytest
from web.conftest import Visiting

from menagerie import discovery
from menagerie.bench.page_weight import (
    GAME_AT_MOST,
    HOME_AT_MOST,
    Arrivals,
    await_board,
    open_home,
    play,
)
from menagerie.texts import LANGUAGES

ROOT = Path(__file__).parents[2]

GAMES = discovery.names()
DRAWN = {file.parent.name for file in (ROOT / "web/src/games").glob("*/index.ts")}


def test_home_is_light(visits: Visiting) -> None:
    with visits() as visit:
        arrivals = Arrivals(visit.page)
        open_home(visit.page, f"http://{visit.address}/")
        assert 10_000 < arrivals.weight <= HOME_AT_MOST
        assert _boards(arrivals) == set()


@pytest.mark.parametrize(
    ("game", "language"), [*zip(GAMES, itertools.cycle(LANGUAGES), strict=False)]
)
def test_home_and_a_game_are_light_and_bring_no_other_board(
    visits: Visiting, game: str, language: str
) -> None:
    with visits(language=language) as visit:
        arrivals = Arrivals(visit.page)
        open_home(visit.page, f"http://{visit.address}/")
        home = arrivals.weight
        play(visit.page, game)
        assert home < arrivals.weight <= GAME_AT_MOST
        assert _boards(arrivals) == ({game} & DRAWN)


@pytest.mark.parametrize("game", GAMES)
def test_what_was_fetched_once_is_not_fetched_again(visits: Visiting, game: str) -> None:
    with visits() as visit:
        visit.start_game(game)
        await_board(visit.page)
        arrivals = Arrivals(visit.page)
        visit.page.reload()
        await_board(visit.page)
        assert arrivals.weight == 0


def _boards(arrivals: Arrivals) -> set[str]:
    """The games whose boards came; Vite names a file by the folder that it is made of."""
    return {game for game in GAMES for name in arrivals.sizes if name.startswith(f"{game}-")}
