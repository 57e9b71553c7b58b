"""Limits that all sockets and tables of one seat or one address share."""

from contextlib import ExitStack

import pytest
from support.runs import compiled_only
from support.server.limited_server import StartLimitedServer
from support.server.live_server import visiting
from websockets.exceptions import InvalidStatus

pytestmark = compiled_only


def test_all_sockets_of_a_seat_share_one_limit(limited: StartLimitedServer) -> None:
    server = limited(messages=0.001, burst=6)
    with visiting(server) as ada, ExitStack() as stack:
        table = ada.make_table()["id"]
        sockets = [stack.enter_context(ada.connect(table)) for _ in range(4)]
        for socket in sockets:
            socket.receive("welcome")
        for socket in sockets * 3:
            socket.send(type="again", since=5)  # refused before the deal, but counted
        codes = [socket.receive("error")["code"] for socket in sockets * 3]
        assert sorted(codes) == ["slow_down"] * 6 + ["state"] * 6


def test_all_watchers_of_an_address_share_one_limit(limited: StartLimitedServer) -> None:
    server = limited(address_messages=0.001, address_burst=6)
    there = {"X-Forwarded-For": "192.0.2.7"}
    with visiting(server) as ada, visiting(server, **there) as eve, ExitStack() as stack:
        table = ada.make_table()["id"]
        sockets = [stack.enter_context(eve.connect(table, **there)) for _ in range(4)]
        for socket in sockets * 3:
            socket.send(type="again", since=5)
        codes = [socket.receive("error")["code"] for socket in sockets * 3]
        assert sorted(codes) == ["slow_down"] * 6 + ["state"] * 6
        with ada.connect(table) as one:  # other addresses are not affected
            one.send(type="again", since=5)
            assert one.receive("error")["code"] == "state"


def test_reactions_are_limited_by_seat(limited: StartLimitedServer) -> None:
    server = limited(reactions=0.001, reaction_burst=3)
    with visiting(server) as ada:
        table = ada.make_table()["id"]
        with ada.connect(table) as one, ada.connect(table) as two:
            two.receive("welcome")
            one.receive("welcome")
            for socket in (one, two, one):
                socket.send(type="react", reaction="hello")
                for other in (one, two):
                    assert other.receive("reaction")["seat"] == 0
            two.send(type="react", reaction="hello")
            assert two.receive("error")["code"] == "slow_down"


def test_watchers_from_one_address_are_limited(limited: StartLimitedServer) -> None:
    server = limited(address_watchers=2)
    there = {"X-Forwarded-For": "192.0.2.7"}
    with visiting(server) as ada, visiting(server, "Eve", **there) as eve:
        table = ada.make_table()["id"]
        with (
            visiting(server, "Bob") as bob,
            eve.connect(table, **there),
            eve.connect(table, **there),
        ):
            with pytest.raises(InvalidStatus) as refused:
                eve.connect(table, **there)
            assert refused.value.response.status_code == 429
            with bob.connect(table) as socket:
                assert socket.receive("welcome")["seat"] is None


def test_an_address_has_few_tables_in_the_list(limited: StartLimitedServer) -> None:
    server = limited(listed=2)
    there = {"X-Forwarded-For": "192.0.2.7"}
    with visiting(server, "Eve", **there) as eve, visiting(server) as ada, ExitStack() as stack:
        mine = ada.make_table(open=True)["id"]
        stack.enter_context(ada.connect(mine)).receive("welcome")
        for _ in range(5):
            table = eve.make_table(open=True)["id"]
            stack.enter_context(eve.connect(table, **there)).receive("welcome")
        found = [table["id"] for table in ada.ask("get", "/api/tables")]
        assert len(found) == 3
        assert mine in found


def test_a_player_who_joins_many_open_tables_hides_no_tables_of_others(
    limited: StartLimitedServer,
) -> None:
    server = limited(listed=2)
    eve_at, bob_at = {"X-Forwarded-For": "192.0.2.7"}, {"X-Forwarded-For": "192.0.2.8"}
    with visiting(server) as ada, visiting(server, "Eve", **eve_at) as eve, ExitStack() as stack:
        bob = stack.enter_context(visiting(server, "Bob", **bob_at))
        theirs = [ada.make_table(players=3, open=True)["id"] for _ in range(2)]
        theirs += [bob.make_table(players=3, open=True)["id"] for _ in range(2)]
        for number, table in enumerate(theirs):
            creator, headers = (ada, {}) if number < 2 else (bob, bob_at)
            stack.enter_context(creator.connect(table, **headers)).receive("welcome")
            eve.sit(table)
            stack.enter_context(eve.connect(table, **eve_at)).receive("welcome")
        listed = [table["id"] for table in ada.ask("get", "/api/tables")]
        assert sorted(listed) == sorted(theirs)
