"""Bots play for players who are away or out of time, and for no other player.

The tests advance a fake clock and check whether a timer is due.
"""

import itertools
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.runs import compiled_only
from support.server.database_reader import read_table
from support.server.fake_clock import NEVER_S, FakeClock
from support.server.live_server import (
    FAST_CONFIG,
    Server,
    Socket,
    Visitor,
    begin,
    running,
    running_for_two,
    until,
)

from menagerie.server.config import CLOCKS, Config

pytestmark = compiled_only

GRACE_S = 60.0
Run = Callable[[Config], tuple[Server, Visitor, Visitor]]


@pytest.fixture
def run(database: str, clock: FakeClock) -> Iterator[Run]:
    """A function that starts a server with a fake clock; Ada and Bob visit it."""
    with ExitStack() as stack:

        def start(config: Config) -> tuple[Server, Visitor, Visitor]:
            return stack.enter_context(running_for_two(database, clock.configure(config)))

        yield start


def sight(socket: Socket) -> dict[str, Any]:
    """The view in the welcome message."""
    seen: dict[str, Any] = socket.receive("welcome")["sight"]
    return seen


def play_until_turn(of: int, sockets: list[Socket], sights: list[dict[str, Any]]) -> dict[str, Any]:
    """Play on all sockets until it is that seat's turn; return the last socket's view."""
    rng = random.Random(of)
    while (turn := sights[0]["turn"]) != of:
        sockets[turn].move(sights[0]["number"], rng.choice(sights[turn]["legal"])["move"])
        sights = [socket.receive("update")["sight"] for socket in sockets]
    return sights[-1]


def bot_plays_for_bob(ada: Socket) -> dict[str, Any]:
    """A bot plays Bob's whole turn; return Ada's view when it is her turn."""
    while True:
        update = ada.receive("update")
        assert [update["events"][0][what] for what in ("seat", "by")] == [1, "bot"]
        seen: dict[str, Any] = update["sight"]
        if seen["turn"] == 0:
            return seen


def nothing_is_due(socket: Socket, clock: FakeClock, within: float = 3 * GRACE_S) -> None:
    """Check that no bot move is scheduled, and that none is made while the clock advances."""
    settle(socket)
    assert not clock.is_anything_due(within)
    clock.advance(within)
    settle(socket)


def settle(socket: Socket) -> None:
    """Wait until the server has dealt with what it was sent; check that nobody moved before."""
    socket.send(type="preview", number=999_999)
    assert socket.receive("error", "update")["type"] == "error"


def test_an_empty_seat_is_played_by_a_bot_until_its_owner_returns(
    run: Run, clock: FakeClock
) -> None:
    _, ada, bob = run(replace(FAST_CONFIG, grace_s=GRACE_S))
    table = begin(ada, bob)
    with ada.connect(table) as one:
        seen = sight(one)
        with bob.connect(table) as two:
            two.receive("welcome")
            nothing_is_due(one, clock)  # no bot plays for a connected player
        play_until_turn(1, [one], [seen])
        clock.advance_when_due(GRACE_S)
        while not (seats := one.receive("table")["table"]["seats"])[1]["played_by_bot"]:
            pass
        assert not seats[1]["here"]
        seen = bot_plays_for_bob(one)
        with bob.connect(table) as two:
            seats = one.receive("table")["table"]["seats"]
            assert (seats[1]["here"], seats[1]["played_by_bot"]) == (True, False)
            seen = play_until_turn(1, [one, two], [seen, sight(two)])
            nothing_is_due(two, clock)
            two.move(seen["number"], seen["legal"][0]["move"])
            assert two.receive("update")["events"][0]["by"] == "player"


def test_a_bot_plays_at_once_for_a_player_who_leaves_and_may_return(
    run: Run, clock: FakeClock
) -> None:
    _, ada, bob = run(replace(FAST_CONFIG, grace_s=NEVER_S))
    table = begin(ada, bob)
    with ada.connect(table) as one:
        seen = sight(one)
        with bob.connect(table) as two:
            play_until_turn(1, [one, two], [seen, sight(two)])
            nothing_is_due(one, clock)
            bob.ask("post", f"/api/tables/{table}/leave", 204)
        seen = bot_plays_for_bob(one)
        assert bob.ask("get", f"/api/tables/{table}")["seats"][1]["played_by_bot"]
        with bob.connect(table) as two:
            assert not bob.ask("get", f"/api/tables/{table}")["seats"][1]["played_by_bot"]
            play_until_turn(1, [one, two], [seen, sight(two)])
            nothing_is_due(two, clock)


def test_no_bot_plays_for_absent_players_while_nobody_is_connected(
    run: Run, database: str, clock: FakeClock
) -> None:
    server, ada, bob = run(replace(FAST_CONFIG, grace_s=GRACE_S))
    table = begin(ada, bob)
    with ada.connect(table) as one, bob.connect(table) as two:
        play_until_turn(1, [one, two], [sight(one), sight(two)])
    there = len(read_table(database, table).entries)
    session = server.app.state.services.registry.sessions[table]
    until(lambda: not session.listeners and not clock.is_anything_due(NEVER_S))
    clock.advance(3 * GRACE_S)
    with ada.connect(table) as one:  # Ada is waiting, and Bob's grace period is over
        assert sight(one)["number"] == there
        bot_plays_for_bob(one)
    assert read_table(database, table).entries[there].by == "bot"


def test_a_player_who_disconnects_during_a_write_delays_nobody(run: Run, tmp_path: Path) -> None:
    _, ada, bob = run(replace(FAST_CONFIG, grace_s=NEVER_S))
    table = str(ada.make_table("incubation", players=3, bots={"1": "random"})["id"])
    bob.sit(table)
    ada.start(table)
    with bob.connect(table) as two:
        seen, before = sight(two), None
        while (before, seen["turn"]) != (0, 1):  # until the bot's turn comes right after hers
            before = seen["turn"]
            if before == 0:
                _move_and_go(ada, two, table, tmp_path / "server.db")
            elif before == 2:
                two.move(seen["number"], seen["legal"][0]["move"])
            seen = two.receive("update")["sight"]
        assert two.receive("update")["events"][0]["by"] == "bot"


def _move_and_go(visitor: Visitor, other: Socket, table: str, file: Path) -> None:
    """A player moves and visibly disconnects before the move can be committed."""
    with closing(sqlite3.connect(file)) as writer, ExitStack() as connected:
        socket = connected.enter_context(visitor.connect(table))
        seen = sight(socket)
        writer.execute("BEGIN IMMEDIATE")  # blocks all other writers
        socket.move(seen["number"], seen["legal"][0]["move"])
        connected.close()
        for _ in range(20):  # the server notices the closed connection
            other.send(type="react", reaction="hurry")
            other.receive("reaction")
        writer.rollback()


def _begin_with_a_bot(ada: Visitor) -> str:
    """A table where a bot moves first; the starting seat is random, so try until it does."""
    while True:
        table = str(ada.make_table(bots={"0": "random"})["id"])
        ada.start(table)
        with ada.connect(table) as socket:
            if sight(socket)["turn"] == 0:
                return table


def test_watchers_who_come_and_go_do_not_delay_a_bot(run: Run, clock: FakeClock) -> None:
    _, ada, bob = run(replace(FAST_CONFIG, bot_pause_s=1.0))
    table = _begin_with_a_bot(ada)
    with ada.connect(table) as one:
        one.receive("welcome")
        for _ in range(9):  # each time a tenth of the pause
            clock.advance(0.1)
            with bob.connect(table) as watcher:
                assert sight(watcher)["number"] == 0
        clock.advance(0.2)
        assert one.receive("update")["events"][0]["by"] == "bot"


def test_when_the_clock_expires_a_bot_moves_once_and_the_clock_restarts(
    run: Run, database: str, clock: FakeClock
) -> None:
    _, ada, bob = run(replace(FAST_CONFIG, grace_s=NEVER_S))
    table = begin(ada, bob, clock="30s")
    with ada.connect(table) as one, bob.connect(table) as two:
        assert sight(one)["deadline"] is not None
        sight(two)
        updates = []
        for _ in range(4):
            settle(one)
            assert not clock.is_anything_due(29.9)
            clock.advance_when_due(30.0)
            updates.append(one.receive("update"))
    assert [update["events"][0]["by"] for update in updates] == ["clock"] * 4
    entries = read_table(database, table).entries
    for number, update in enumerate(updates):
        assert update["sight"]["deadline"] == entries[number].at + 30.0
    times = [entry.at for entry in entries]
    assert all(later - at == 30.0 for at, later in itertools.pairwise(times))
    assert not ada.ask("get", f"/api/tables/{table}")["seats"][0]["played_by_bot"]


def test_no_bot_moves_for_a_player_who_moves_in_time(run: Run, clock: FakeClock) -> None:
    _, ada, bob = run(replace(FAST_CONFIG, grace_s=NEVER_S))
    table = begin(ada, bob, clock="2m")
    with ada.connect(table) as one, bob.connect(table) as two:
        sights = [sight(one), sight(two)]
        for _ in range(10):
            clock.advance(119.0)
            turn = sights[0]["turn"]
            [one, two][turn].move(sights[turn]["number"], sights[turn]["legal"][0]["move"])
            updates = [socket.receive("update") for socket in (one, two)]
            assert updates[0]["events"][0]["by"] == "player"
            before, sights = sights[0]["deadline"], [update["sight"] for update in updates]
            assert sights[0]["deadline"] == before + 119.0


@pytest.mark.parametrize("name", ["30s", "2m", "1d"])
def test_after_a_restart_the_clock_continues_from_the_last_log_entry(
    name: str, database: str, clock: FakeClock
) -> None:
    config = clock.configure(FAST_CONFIG)
    limit = CLOCKS[name]
    assert limit is not None
    with running_for_two(database, config) as (_, ada, bob):
        table = begin(ada, bob, clock=name)
        with ada.connect(table) as one, bob.connect(table) as two:
            sights = [sight(one), sight(two)]
            assert sights[0]["deadline"] == read_table(database, table).row.changed + limit
            seen = play_until_turn(1 - sights[0]["turn"], [one, two], sights)
    entries = read_table(database, table).entries
    assert seen["deadline"] == entries[-1].at + limit
    with running_for_two(database, config, ada, bob) as (_, _, bob), bob.connect(table) as two:
        assert sight(two)["deadline"] == seen["deadline"]
    clock.advance(limit)  # no server runs for that long
    assert read_table(database, table).entries == entries
    with running(database, config):
        until(lambda: len(read_table(database, table).entries) > len(entries))
    after = read_table(database, table).entries
    assert after[len(entries)].by == "clock"
    assert len(after) == len(entries) + 1  # the next decision gets the full time


def test_with_a_clock_of_a_day_no_bot_substitutes_before_it_expires(
    run: Run, clock: FakeClock
) -> None:
    _, ada, bob = run(replace(FAST_CONFIG, grace_s=GRACE_S))
    table = begin(ada, bob, clock="1d")
    with ada.connect(table) as one:
        play_until_turn(1, [one], [sight(one)])
        nothing_is_due(one, clock, 86_000.0)
        assert not ada.ask("get", f"/api/tables/{table}")["seats"][1]["played_by_bot"]
        bob.ask("post", f"/api/tables/{table}/leave", 204)  # so a bot takes over
        bot_plays_for_bob(one)
