"""System clock jumps: no timer waits for a moment far in the future."""

import threading
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from support.runs import compiled_only
from support.server.database_reader import read_table
from support.server.fake_clock import NEVER_S, START, FakeClock
from support.server.live_server import (
    FAST_CONFIG,
    TIMEOUT_S,
    Socket,
    Visitor,
    begin,
    running,
    running_for_two,
    until,
)

from menagerie import bots
from menagerie.server.background import eviction
from menagerie.server.config import CLOCKS

pytestmark = compiled_only

DAY_S = 86_400.0
CLOCK_ERROR_S = 60 * DAY_S
GRACE_S = 60.0
IDLE_TIMEOUT_S = 3.0


def _move(table: str, *visitors: Visitor) -> None:
    """The player to move makes the first legal move."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(visitor.connect(table)) for visitor in visitors]
        sights = [socket.receive("welcome")["sight"] for socket in sockets]
        turn = sights[0]["turn"]
        sockets[turn].move(sights[0]["number"], sights[turn]["legal"][0]["move"])
        sockets[turn].receive("update")


def _play_until_bob(ada: Socket, sight: dict[str, Any]) -> None:
    while sight["turn"] == 0:
        ada.move(sight["number"], sight["legal"][0]["move"])
        sight = ada.receive("update")["sight"]


def test_a_bot_moves_at_a_table_that_was_dealt_in_the_future(
    database: str, clock: FakeClock
) -> None:
    clock.offset = CLOCK_ERROR_S
    config = clock.configure(FAST_CONFIG)
    with running_for_two(database, replace(config, bot_pause_s=1000.0)) as (_, ada, bob):
        sight: dict[str, Any] = {"turn": 1}
        while sight["turn"] != 0:  # until the bot starts the game
            table = str(ada.make_table(bots={"0": "random"})["id"])
            ada.start(table)
            with ada.connect(table) as socket:
                sight = socket.receive("welcome")["sight"]
    clock.offset = 0.0
    with running_for_two(database, config, ada, bob) as (_, ada, _bob), ada.connect(table):
        until(lambda: read_table(database, table).entries)
        assert read_table(database, table).entries[0].by == "bot"


def test_a_bot_substitutes_for_a_player_who_left_before_the_clock_was_set_back(
    database: str, clock: FakeClock
) -> None:
    config = clock.configure(replace(FAST_CONFIG, grace_s=GRACE_S))
    with running_for_two(database, config) as (_, ada, bob):
        clock.offset = CLOCK_ERROR_S  # before Bob sits down, so that his grace period is not over
        table = begin(ada, bob)
        with ada.connect(table) as one:
            sight = one.receive("welcome")["sight"]
            with bob.connect(table) as two:
                two.receive("welcome")
            while one.receive("table")["table"]["seats"][1]["here"]:
                pass
            if sight["turn"] == 1:  # Bob's grace period has begun
                until(lambda: clock.is_anything_due(GRACE_S))
            clock.offset = 0.0
            _play_until_bob(one, sight)
            clock.advance_when_due(GRACE_S)
            event = one.receive("update")["events"][0]
            assert (event["seat"], event["by"]) == (1, "bot")


def test_a_countdown_that_began_in_the_future_restarts_when_the_table_is_loaded(
    database: str, clock: FakeClock
) -> None:
    """No player connects. The countdown restarts once, not at each load."""
    clock.offset = CLOCK_ERROR_S
    config = clock.configure(replace(FAST_CONFIG, grace_s=NEVER_S))
    with running_for_two(database, config) as (_, ada, bob):
        table = begin(ada, bob, clock="1d")
        _move(table, ada, bob)
    count = len(read_table(database, table).entries)

    def due() -> float:
        return read_table(database, table).row.due or 0.0

    for offset in (0.0, DAY_S / 2):
        clock.offset = offset
        with running(database, config):
            until(lambda: due() < START + 1.1 * DAY_S)
    assert len(read_table(database, table).entries) == count
    clock.offset = DAY_S + 1
    with running(database, config):
        until(lambda: len(read_table(database, table).entries) > count)
    entries = read_table(database, table).entries
    assert [entry.by for entry in entries[count:]] == ["clock"]


def test_tables_leave_memory_after_the_clock_was_set_back(
    database: str, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(eviction, "SWEEP_INTERVAL_S", 0.1)
    clock.offset = CLOCK_ERROR_S
    config = replace(FAST_CONFIG, grace_s=NEVER_S, idle_timeout_s=IDLE_TIMEOUT_S)
    with running_for_two(database, clock.configure(config)) as (server, ada, bob):
        sessions = server.app.state.services.registry.sessions

        def is_evicted() -> bool:
            clock.advance(IDLE_TIMEOUT_S)
            return table not in sessions

        table = begin(ada, bob)
        _move(table, ada, bob)
        until(lambda: not sessions[table].listeners)
        clock.offset = 0.0
        until(is_evicted)
        assert not sessions
        _move(table, ada, bob)  # and come back
        assert table in sessions


@pytest.mark.parametrize("wrong", [CLOCK_ERROR_S, -CLOCK_ERROR_S])
def test_nothing_is_lost_or_doubled_by_a_clock_that_jumps(
    database: str, clock: FakeClock, wrong: float
) -> None:
    config = clock.configure(replace(FAST_CONFIG, grace_s=NEVER_S))
    with running_for_two(database, config) as (_, ada, bob):
        tables = [begin(ada, bob, clock=limit) for limit in CLOCKS]
        for number in range(6):
            clock.offset = wrong if number % 2 else 0.0
            for table in tables:
                _move(table, ada, bob)
        clock.offset = 0.0
        found = [[entry.by for entry in read_table(database, t).entries] for t in tables]
        assert found[0] == ["player"] * 6
        for bys in found[1:]:  # at most one timeout per jump
            assert len(bys) in range(6, 10)
            assert bys.count("clock") <= 3


def test_a_player_whose_time_is_up_cannot_move(
    database: str, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot is still computing a move for a seat that is no longer to move."""
    thinking, may_go_on = threading.Event(), threading.Event()
    create = bots.create

    def create_slowly(*asked: Any) -> Any:
        thinking.set()
        may_go_on.wait(TIMEOUT_S)
        return create(*asked)

    config = clock.configure(replace(FAST_CONFIG, grace_s=NEVER_S))
    with running_for_two(database, config) as (_, ada, bob):
        monkeypatch.setattr(bots, "create", create_slowly)
        table = begin(ada, bob, clock="30s")
        with ada.connect(table) as one, bob.connect(table) as two:
            sights = [socket.receive("welcome")["sight"] for socket in (one, two)]
            turn = sights[0]["turn"]
            clock.advance_when_due(30.0)
            assert thinking.wait(TIMEOUT_S)
            (one, two)[turn].move(0, sights[turn]["legal"][0]["move"])
            refused = (one, two)[turn].receive("error", "update")
            may_go_on.set()
            assert (refused["code"], refused["number"]) == ("late", 0)
            assert "the time is up" in refused["message"]
            assert one.receive("update")["events"][0]["by"] == "clock"
