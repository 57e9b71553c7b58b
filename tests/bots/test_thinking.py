"""Bots that think: they move, keep to their budget, and cannot know what their seat does not."""

import asyncio
import time
from typing import Any

import pytest
from support.random_games import SLOW, headers_of, label, play

from menagerie import BadInput, Position, bots, discovery
from menagerie.bots.thinking import THOUGHT, Budget, Style, ThinkingBot, merge
from menagerie.game import words_of
from menagerie.header import Header, derive_key

pytestmark = pytest.mark.skipif(SLOW, reason="thinking is compiled")

KEY = bytes(range(16))
FEW = Budget(iterations=60)


def some_headers() -> list[Header]:
    """Each game with the fewest and the most players, in every form."""
    found = []
    for name in discovery.names():
        game = discovery.load(name)
        found += [h for h in headers_of(game) if h.players in (game.players[0], game.players[-1])]
    return found[::3]


EVERY = pytest.mark.parametrize("header", some_headers(), ids=label)


def moments(header: Header, every: int = 9) -> list[Position]:
    """Some moments at which there is a choice."""
    return [
        position.copy()
        for position in play(header, 3, eager=0.5)
        if position.step % every == 0 and len(position.legal_moves) > 1
    ]


def looking(position: Position) -> Any:
    """What the seat that is to move observes."""
    return position.observe(int(position.table.to_move))


@EVERY
def test_two_tables_that_look_the_same_get_the_same_move(header: Header) -> None:
    """A bot cannot cheat: what it does follows from what its seat observes, and its own key."""
    game = header.game
    for position in moments(header):
        seat = int(position.table.to_move)
        other = looking(position)
        game.secrets.imagine(other.record, seat, words_of(derive_key("another", "table")))
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
def test_every_move_that_was_tried_is_legal_and_has_an_opinion(header: Header) -> None:
    for position in moments(header, 23):
        found = ThinkingBot(header.game, KEY, FEW, Style()).think(looking(position))
        legal = [move.number for move in position.legal_moves]
        assert {opinion.move for opinion in found} <= set(legal)
        assert sum(opinion.visits for opinion in found) == FEW.iterations
        assert all(0 <= opinion.worth <= 1 for opinion in found)


def test_with_a_seed_and_iterations_it_plays_the_same() -> None:
    header = Header.create("cubosaurs", 3, seed=4)
    position = moments(header)[2]
    thoughts = [
        ThinkingBot(header.game, key, FEW, Style()).think(looking(position))
        for key in (KEY, KEY, bytes(16))
    ]
    assert thoughts[0] == thoughts[1]
    assert thoughts[0] != thoughts[2]


def test_several_threads_think_together() -> None:
    header = Header.create("catbox", 2, seed=4)
    budget = Budget(iterations=101, threads=2)
    bot = ThinkingBot(header.game, KEY, budget, Style())
    found = bot.think(looking(Position(header)))
    assert sum(opinion.visits for opinion in found) == 102
    again = ThinkingBot(header.game, KEY, budget, Style()).think(looking(Position(header)))
    assert found == again
    assert merge([found, []]) == found


@pytest.mark.parametrize("game", discovery.names())
def test_a_budget_of_time_ends_with_a_move(game: str) -> None:
    header = Header.create(game, 2, seed=4)
    observed = looking(Position(header))
    bot = ThinkingBot(header.game, KEY, Budget(seconds=0.05), Style())
    assert bot.choose(observed) in header.game.legal_moves(observed)
    hasty = ThinkingBot(header.game, KEY, Budget(seconds=0.0), Style())
    assert hasty.choose(observed) in header.game.legal_moves(observed)


def test_a_bot_that_thinks_lets_others_work() -> None:
    """In a thread of its own it does not hold up an event loop."""
    header = Header.create("incubation", 2, seed=4)
    observed = looking(Position(header))
    bot = ThinkingBot(header.game, KEY, Budget(seconds=0.4), Style())
    bot.choose(observed)

    async def count_while_thinking() -> int:
        thinking = asyncio.get_running_loop().run_in_executor(None, bot.choose, observed)
        ticks = 0
        while not thinking.done():
            await asyncio.sleep(0.001)
            ticks += 1
        return ticks

    assert asyncio.run(count_while_thinking()) > 20


def test_a_search_that_has_no_room_left_still_thinks() -> None:
    from menagerie.bots.thinking import Search

    header = Header.create("catbox", 2, seed=4)
    observed = looking(Position(header))
    search = Search(header.game, observed, int(observed.to_move), Style(), KEY, room=3)
    search.iterate(200)
    assert sum(opinion.visits for opinion in search.opinions()) == 200


def test_an_unknown_bot_is_an_error() -> None:
    with pytest.raises(BadInput, match="there are: random, easy, normal, hard, expert, greedy"):
        bots.create("genius", discovery.load("cubosaurs"), KEY)


def test_time_is_kept_by_a_clock() -> None:
    """No limit is asserted here: only that more time is more thought."""
    header = Header.create("cubosaurs", 2, seed=4)
    observed = looking(Position(header))
    start = time.perf_counter()
    ThinkingBot(header.game, KEY, Budget(seconds=0.2), Style()).choose(observed)
    assert time.perf_counter() - start >= THOUGHT * 0.2
