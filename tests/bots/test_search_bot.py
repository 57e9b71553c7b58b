"""Searching bots: they move, respect their budget, and know only what their seat observes."""

import asyncio
import time
from typing import Any

import pytest
from support.random_games import headers_of, label, play
from support.runs import compiled_only

from menagerie import BadInput, Position, bots, discovery
from menagerie.bots.search_bot import USED_SHARE, Budget, SearchBot, Style, merge
from menagerie.game import key_as_uint64
from menagerie.header import Header, derive_key

pytestmark = compiled_only

KEY = bytes(range(16))
FEW = Budget(iterations=60)


def some_headers() -> list[Header]:
    """Each game with the fewest and the most players, in each form."""
    found = []
    for name in discovery.names():
        game = discovery.load(name)
        found += [h for h in headers_of(game) if h.players in (game.players[0], game.players[-1])]
    return found[::3]


EVERY = pytest.mark.parametrize("header", some_headers(), ids=label)


def moments(header: Header, every: int = 9) -> list[Position]:
    """Some positions with a choice of moves."""
    return [
        position.copy()
        for position in play(header, 3, eager=0.5)
        if position.step % every == 0 and len(position.legal_moves) > 1
    ]


def looking(position: Position) -> Any:
    """What the seat to move observes."""
    return position.observe(int(position.table.to_move))


@EVERY
def test_two_tables_that_look_the_same_get_the_same_move(header: Header) -> None:
    """A bot cannot cheat: its move depends only on what its seat observes, and on its key."""
    game = header.game
    for position in moments(header):
        seat = int(position.table.to_move)
        other = looking(position)
        game.secrets.imagine(other.record, seat, key_as_uint64(derive_key("another", "table")))
        for name in ("easy", "greedy", "random"):
            one = bots.create(name, game, KEY).choose(looking(position))
            two = bots.create(name, game, KEY).choose(game.observe(other, seat))
            assert one == two


@EVERY
def test_a_bot_chooses_a_legal_move_and_leaves_what_it_was_given_alone(header: Header) -> None:
    for position in moments(header, 17):
        observed = looking(position)
        before = observed.array.tobytes()
        legal = [move.number for move in position.legal_moves]
        for name in ("easy", "greedy", "random"):
            assert bots.create(name, header.game, KEY).choose(observed) in legal
        assert observed.array.tobytes() == before


@EVERY
def test_every_move_that_was_tried_is_legal_and_has_an_estimate(header: Header) -> None:
    for position in moments(header, 23):
        found = SearchBot(header.game, KEY, FEW, Style()).evaluate(looking(position))
        legal = [move.number for move in position.legal_moves]
        assert {estimate.move for estimate in found} <= set(legal)
        assert sum(estimate.visits for estimate in found) == FEW.iterations
        assert all(0 <= estimate.worth <= 1 for estimate in found)


def test_with_a_seed_and_iterations_it_plays_the_same() -> None:
    header = Header.create("cubosaurs", 3, seed=4)
    position = moments(header)[2]
    thoughts = [
        SearchBot(header.game, key, FEW, Style()).evaluate(looking(position))
        for key in (KEY, KEY, bytes(16))
    ]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0] != thoughts[2]


def test_several_threads_think_together() -> None:
    header = Header.create("catbox", 2, seed=4)
    budget = Budget(iterations=101, threads=2)
    bot = SearchBot(header.game, KEY, budget, Style())
    found = bot.evaluate(looking(Position(header)))
    assert sum(estimate.visits for estimate in found) == 102
    again = SearchBot(header.game, KEY, budget, Style()).evaluate(looking(Position(header)))
    assert found == again
    assert merge([found, []]) == found


@pytest.mark.parametrize("game", discovery.names())
def test_a_budget_of_time_ends_with_a_move(game: str) -> None:
    header = Header.create(game, 2, seed=4)
    observed = looking(Position(header))
    bot = SearchBot(header.game, KEY, Budget(seconds=0.05), Style())
    assert bot.choose(observed) in header.game.legal_moves(observed)
    hasty = SearchBot(header.game, KEY, Budget(seconds=0.0), Style())
    assert hasty.choose(observed) in header.game.legal_moves(observed)


def test_a_bot_that_thinks_lets_others_work() -> None:
    """In its own thread, it does not block an event loop."""
    header = Header.create("incubation", 2, seed=4)
    observed = looking(Position(header))
    bot = SearchBot(header.game, KEY, Budget(seconds=0.4), Style())
    bot.choose(observed)

    async def count_while_thinking() -> int:
        thinking = asyncio.get_running_loop().run_in_executor(None, bot.choose, observed)
        ticks = 0
        while not thinking.done():
            await asyncio.sleep(0.001)
            ticks += 1
        return ticks

    assert asyncio.run(count_while_thinking()) > 20


def test_a_search_that_is_full_still_works() -> None:
    from menagerie.bots.search_bot import Search

    header = Header.create("catbox", 2, seed=4)
    observed = looking(Position(header))
    search = Search(header.game, observed, int(observed.to_move), Style(), KEY, capacity=3)
    search.iterate(200)
    assert sum(estimate.visits for estimate in search.estimates()) == 200


def test_an_unknown_bot_is_an_error() -> None:
    with pytest.raises(BadInput, match="there are: random, easy, normal, hard, expert, greedy"):
        bots.create("genius", discovery.load("cubosaurs"), KEY)


def test_time_is_kept_by_a_clock() -> None:
    """The bot uses its time; this test asserts no upper limit."""
    header = Header.create("cubosaurs", 2, seed=4)
    observed = looking(Position(header))
    start = time.perf_counter()
    SearchBot(header.game, KEY, Budget(seconds=0.2), Style()).choose(observed)
    assert time.perf_counter() - start >= USED_SHARE * 0.2


@pytest.mark.parametrize(
    ("name", "option", "threads"),
    [
        ("easy", None, 1),
        ("easy:threads=3", None, 3),
        ("easy", 2, 2),
        ("easy:threads=3", 2, 2),
    ],
)
def test_the_name_of_a_bot_sets_its_threads_unless_an_option_does(
    name: str, option: int | None, threads: int
) -> None:
    for bot in bots.seat_bots(Header.create("cubosaurs", 2, seed=1), name, option):
        assert isinstance(bot, SearchBot)
        assert bot.budget.threads == threads
