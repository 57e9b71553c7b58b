"""Tables from creation to rematch, without accounts."""

import random

import pytest
from support.runs import compiled_only
from support.server.background_game import play_out
from support.server.health_checks import read_metric
from support.server.live_server import Server, Visitor, begin

from menagerie import discovery, fairness
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.server.websocket.table_connection import NOT_STARTED
from menagerie.store import StoreError

pytestmark = compiled_only


@pytest.mark.parametrize("game", discovery.names())
def test_a_whole_game_of_two_friends(game: str, ada: Visitor, bob: Visitor) -> None:
    table = begin(ada, bob, game=game)
    with ada.connect(table) as one, bob.connect(table, "fr") as two:
        sights = play_out([one, two], random.Random(1))
        for sight in sights:
            assert sight["over"]
            assert sight["winners"]
            assert sight["legal"] == []
        over = one.receive("table")["table"]
    assert over["state"] == "over"
    log = ada.ask("get", f"/api/tables/{table}/log")
    assert fairness.commitment(bytes.fromhex(over["deal"]["secret"])) == over["deal"]["commitment"]
    lines = [LogEntry(line["kind"], line["seat"], line["move"]) for line in log["lines"]]
    match = Match(Header.from_json(log["header"]), lines)
    assert match.position.winners() == sights[0]["winners"]
    assert match.number == sights[0]["number"]


def test_seats_are_taken_with_a_name_and_no_account(ada: Visitor, bob: Visitor) -> None:
    made = ada.make_table(players=3, bots={"0": "easy"})
    assert [seat["name"] for seat in made["seats"]] == ["easy", "Ada", None]
    assert made["state"] == "waiting"
    found = bob.ask("get", f"/api/codes/{made['code'].lower()}")
    assert found["id"] == made["id"]
    assert bob.sit(made["id"], seat=2) == 2
    assert bob.sit(made["id"], name="Another") == 2  # a seated player keeps the seat
    seats = bob.ask("get", f"/api/tables/{made['id']}")["seats"]
    assert [seat["name"] for seat in seats] == ["easy", "Ada", "Bob"]


def test_my_tables_are_mine(ada: Visitor, bob: Visitor) -> None:
    table = ada.make_table()["id"]
    assert table in [mine["table"]["id"] for mine in ada.ask("get", "/api/mine")]
    assert bob.ask("get", "/api/mine") == []


def test_my_tables_are_found_even_if_they_are_not_in_memory(ada: Visitor, server: Server) -> None:
    tables = [ada.make_table()["id"] for _ in range(3)]
    before = ada.ask("get", "/api/mine")
    for table in tables[:2]:
        server.app.state.services.registry.sessions.pop(table)
    assert [mine["table"]["id"] for mine in before[:3]] == tables[::-1]
    assert ada.ask("get", "/api/mine") == before


def test_open_tables_are_listed_and_others_are_not(ada: Visitor, bob: Visitor) -> None:
    listed, hidden = ada.make_table(open=True)["id"], ada.make_table()["id"]
    empty = ada.make_table(open=True)["id"]
    with ada.connect(listed) as one, ada.connect(hidden) as two:
        for socket in (one, two):
            socket.receive("welcome")
        found = [table["id"] for table in bob.ask("get", "/api/tables")]
        assert listed in found
        assert hidden not in found
        assert empty not in found  # no player is waiting there
        bob.sit(listed)
        assert listed not in [table["id"] for table in bob.ask("get", "/api/tables")]


def test_bots_play_at_once(ada: Visitor) -> None:
    table = ada.make_table(players=4, bots={"1": "random", "2": "easy", "3": "random"})["id"]
    ada.start(table)
    with ada.connect(table) as socket:
        sight = socket.receive("welcome")["sight"]
        rng = random.Random(3)
        while not sight["over"]:
            if sight["legal"]:
                socket.move(sight["number"], rng.choice(sight["legal"])["move"])
            update = socket.receive("update")
            assert update["events"][0]["by"] in ("player", "bot")
            sight = update["sight"]


def test_a_game_begins_only_with_all_seats_taken(ada: Visitor, bob: Visitor, eve: Visitor) -> None:
    table = ada.make_table()["id"]
    early = ada.ask("post", f"/api/tables/{table}/start", 409)
    assert early == {"error": "cannot start: 1 of 2 seats is still free"}
    assert "no seat" in bob.ask("post", f"/api/tables/{table}/start", 403)["error"]
    bob.sit(table)
    bob.start(table)
    assert "begun" in ada.ask("post", f"/api/tables/{table}/start", 409)["error"]
    begun = eve.ask("post", f"/api/tables/{table}/seats", 409, {"name": "Eve"})
    assert "begun" in begun["error"]


def test_the_error_about_a_taken_seat_lists_the_free_ones(ada: Visitor, bob: Visitor) -> None:
    table = ada.make_table(players=4)["id"]
    asked = {"name": "Bob", "seat": 0}
    refusal = bob.ask("post", f"/api/tables/{table}/seats", 409, asked)
    assert refusal == {"error": "seat 0 is not free; free seats: 1, 2, 3"}


def test_before_the_deal_a_seat_can_be_left(ada: Visitor, bob: Visitor) -> None:
    table = ada.make_table()["id"]
    bob.sit(table)
    with bob.connect(table) as socket:
        assert socket.receive("welcome")["seat"] == 1
        bob.ask("post", f"/api/tables/{table}/leave", 204)
        seats = socket.receive("table")["table"]["seats"]
        assert seats[1]["name"] is None
        socket.send(type="react", reaction="hello")
        assert socket.receive("error")["code"] == "watcher"


def test_a_rematch_that_the_database_did_not_start_begins_after_a_reload(
    server: Server, ada: Visitor, bob: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    table = begin(ada, bob, options={"rounds": 1})
    with ada.connect(table) as one, bob.connect(table) as two:
        play_out([one, two], random.Random(1))
    again = ada.ask("post", f"/api/tables/{table}/rematch", 201)["id"]
    with ada.connect(again) as one, monkeypatch.context() as broken:
        one.receive("welcome")
        broken.setattr(server.app.state.services.store, "change_table", fail)
        with bob.connect(again) as two:
            error = two.receive("error")
        assert (error["code"], error["message"]) == ("unavailable", NOT_STARTED)
        assert "reload the page to try again" in NOT_STARTED
        broken.undo()
        with bob.connect(again) as two:
            while two.receive("welcome")["sight"] is None:
                pass


def test_a_rematch_turns_the_seats_and_begins_when_all_have_come(
    ada: Visitor, bob: Visitor
) -> None:
    table = begin(ada, bob, options={"rounds": 1})
    assert "not over" in ada.ask("post", f"/api/tables/{table}/rematch", 409)["error"]
    with ada.connect(table) as one, bob.connect(table) as two:
        play_out([one, two], random.Random(1))
        again = ada.ask("post", f"/api/tables/{table}/rematch", 201)
        assert bob.ask("post", f"/api/tables/{table}/rematch", 201)["id"] == again["id"]
        while (told := two.receive("table")["table"])["next"] is None:
            pass
        assert told["next"] == again["id"]
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Ada"]
    assert again["options"]["rounds"] == 1
    with bob.connect(again["id"]) as one:
        assert one.receive("welcome")["sight"] is None
        with ada.connect(again["id"]) as two:
            assert two.receive("welcome")["seat"] == 1
            assert one.receive("welcome")["sight"]["number"] == 0


def test_words_added_to_the_deal_change_it_and_come_out_after_the_game(
    ada: Visitor, bob: Visitor
) -> None:
    table = ada.make_table(options={"rounds": 1})["id"]
    bob.sit(table, entropy="of the table")
    ada.ask("put", f"/api/tables/{table}/entropy", 204, {"entropy": "luck"})
    deal = ada.ask("get", f"/api/tables/{table}")["deal"]
    assert (deal["secret"], deal["entropy"]) == (None, None)
    ada.start(table)
    late = ada.ask("put", f"/api/tables/{table}/entropy", 409, {"entropy": "more"})
    assert "already begun" in late["error"]
    assert "not over" in ada.ask("get", f"/api/tables/{table}/log", 409)["error"]
    with ada.connect(table) as one, bob.connect(table) as two:
        play_out([one, two], random.Random(1))
    log = ada.ask("get", f"/api/tables/{table}/log")
    assert log["deal"]["entropy"] == ["luck", "of the table"]
    deal = log["deal"]
    fairness.verify(deal["commitment"], deal["secret"], deal["entropy"], log["header"]["seed"])


def test_open_tables_are_counted_in_the_metrics(server: Server, ada: Visitor) -> None:
    before = read_metric(server.address, "menagerie_rooms")
    ada.make_table()
    assert read_metric(server.address, "menagerie_rooms") == before + 1
