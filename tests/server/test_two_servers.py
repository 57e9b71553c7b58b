"""Two servers on one database: one move wins per number, and both show the same game."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from support.runs import compiled_only
from support.server.database_reader import read_table
from support.server.live_server import Server, Socket, Visitor, running

pytestmark = compiled_only

MOVE_COUNT = 40


@pytest.fixture
def servers(url: str) -> Iterator[tuple[Server, Server]]:
    with running(url) as one, running(url) as two:
        yield one, two


def _at(server: Server, visitor: Visitor) -> Visitor:
    """The same player at another server."""
    there = Visitor(server.address, visitor.name)
    there.http.cookies.set("menagerie", visitor.token)
    return there


@pytest.fixture
def people(servers: tuple[Server, Server]) -> Iterator[list[list[Visitor]]]:
    """Ada and Bob at both servers."""
    here = [Visitor(servers[0].address, name) for name in ("Ada", "Bob")]
    for visitor in here:
        visitor.ask("post", "/api/tables", 201, {"game": "catbox", "players": 2, "name": "x"})
    there = [_at(servers[1], visitor) for visitor in here]
    yield [here, there]
    for visitor in (*here, *there):
        visitor.http.close()


def _start(people: list[list[Visitor]], game: str = "cubosaurs", **more: Any) -> str:
    ada, bob = people[0]
    table = str(ada.make_table(game, **more)["id"])
    bob.sit(table)
    ada.start(table)
    return table


def _connect(people: list[list[Visitor]], table: str) -> list[list[Socket]]:
    """A socket per player at each server."""
    return [[visitor.connect(table) for visitor in group] for group in people]


def _close(sockets: list[list[Socket]]) -> None:
    for socket in (socket for group in sockets for socket in group):
        socket.close()


def _race(sockets: list[Socket], sight: dict[str, Any], rng: random.Random) -> list[dict[str, Any]]:
    """Send two moves with the same number to two servers at once; return both updates.

    The moves differ if there is more than one legal move.
    """
    moves = [legal["move"] for legal in sight["legal"]]
    chosen = rng.sample(moves, 2) if len(moves) > 1 else moves * 2
    order = rng.sample([0, 1], 2)
    for place in order:
        sockets[place].move(sight["number"], chosen[place])
    updates = [socket.receive("update") for socket in sockets]
    events = [update["events"][0] for update in updates]
    assert events[0]["move"] == events[1]["move"]
    assert events[0]["move"] in chosen
    return updates


def test_of_two_moves_for_one_number_one_wins_and_the_other_is_late(
    people: list[list[Visitor]], url: str
) -> None:
    table, rng = _start(people), random.Random(2)
    sockets = _connect(people, table)
    sights = [[socket.receive("welcome")["sight"] for socket in group] for group in sockets]
    played = []
    contested = 0
    for number in range(MOVE_COUNT):
        turn = sights[0][0]["turn"]
        both = [group[turn] for group in sockets]
        updates = _race(both, sights[0][turn], rng)
        played.append(updates[0]["events"][0]["move"])
        # The loser gets a late error from its own server, after the update it missed. If both
        # sent the same move, it is played once and neither gets an error.
        late = [socket for socket in both if _is_late(socket, number + 1)]
        differ = len(sights[0][turn]["legal"]) > 1
        assert len(late) == differ
        contested += differ
        for place, group in enumerate(sockets):
            other = group[1 - turn].receive("update")
            assert other["events"][0]["move"] == played[-1]
            sights[place][turn] = updates[place]["sight"]
            sights[place][1 - turn] = other["sight"]
    _close(sockets)
    kept = read_table(url, table)
    assert [entry.move for entry in kept.entries] == played
    assert contested > MOVE_COUNT / 4


def _is_late(socket: Socket, number: int) -> bool:
    """Whether this socket got a late error; a reaction marks the end of its messages."""
    socket.send(type="react", reaction="hello")
    told = socket.receive("error", "reaction")
    if told["type"] == "reaction":
        return False
    assert (told["code"], told["number"]) == ("late", number)
    socket.receive("reaction")
    return True


def test_a_whole_game_across_both_ends_the_same_at_both(
    people: list[list[Visitor]], url: str
) -> None:
    table, rng = _start(people, options={"rounds": 1}), random.Random(3)
    sockets = _connect(people, table)
    sights = [socket.receive("welcome")["sight"] for socket in sockets[0]]
    while not sights[0]["over"]:
        turn, number = sights[0]["turn"], sights[0]["number"]
        here, there = rng.sample(sockets, 2)
        here[turn].move(number, rng.choice(sights[turn]["legal"])["move"])
        sights = [_update(socket, number + 1) for socket in here]
        for socket in there if rng.random() < 0.5 else []:  # request missed updates
            socket.send(type="again", since=number)
            assert _update(socket, number + 1)["number"] == number + 1
    for group in sockets:
        group[0].send(type="again", since=sights[0]["number"])
    for group in sockets:
        assert group[0].receive("table")["table"]["state"] == "over"
    _close(sockets)
    logs = [group[0].ask("get", f"/api/tables/{table}/log") for group in people]
    assert logs[0] == logs[1]
    kept = read_table(url, table)
    assert kept.row.state == "over"
    assert [line["move"] for line in logs[0]["lines"]] == [e.move for e in kept.entries]


def _update(socket: Socket, number: int) -> dict[str, Any]:
    """The view with that number; views may repeat, but none is skipped."""
    while True:
        sight: dict[str, Any] = socket.receive("update")["sight"]
        told = [json.loads(text).get("sight") for text in socket.received]
        numbers = [earlier["number"] for earlier in told if earlier]
        assert set(numbers) == set(range(max(numbers) + 1))
        if sight["number"] == number:
            return sight


def test_seats_and_the_deal_are_the_same_at_both(people: list[list[Visitor]]) -> None:
    (ada, bob), (ada_there, bob_there) = people
    table = ada.make_table()["id"]
    with ada_there.connect(table) as early:  # the other server loads the table now
        assert early.receive("welcome")["table"]["seats"][1]["name"] is None
        assert bob.sit(table, entropy="luck") == 1
        assert bob_there.sit(table) == 1  # no player gets two seats
        assert early.receive("table")["table"]["seats"][1]["name"] == "Bob"
        ada.start(table)
        late = bob_there.ask("put", f"/api/tables/{table}/entropy", 409, {"entropy": "more"})
        assert "already begun" in late["error"]
        assert early.receive("welcome")["sight"]["number"] == 0
        begun = bob_there.ask("post", f"/api/tables/{table}/start", 409)
        assert "already begun" in begun["error"]


def test_bots_at_two_servers_move_once(people: list[list[Visitor]], url: str) -> None:
    ada, ada_there = people[0][0], people[1][0]
    bots = {"1": "easy", "2": "random"}
    table = str(ada.make_table(players=3, bots=bots, options={"rounds": 1})["id"])
    ada.start(table)
    rng = random.Random(5)
    with ada.connect(table) as here, ada_there.connect(table) as there:
        sight = here.receive("welcome")["sight"]
        while not sight["over"]:
            if mine := sight["legal"]:
                here.move(sight["number"], rng.choice(mine)["move"])
            sight = here.receive("update")["sight"]
            if mine:
                there.send(type="again", since=sight["number"] - 1)
        there.send(type="again", since=sight["number"])
        while there.receive("table")["table"]["state"] != "over":
            pass
    kept = read_table(url, table)
    assert kept.match.position.is_over()
    assert {entry.by for entry in kept.entries if entry.seat} == {"bot"}
