"""Untrusted editions: refused with a one-line error, or playable to the end."""

import copy
import json
import random
from typing import Any

import httpx
import pytest
from support.runs import compiled_only
from support.server.live_server import Visitor

from menagerie import discovery

pytestmark = [compiled_only, pytest.mark.usefixtures("no_errors")]

ODD_VALUES: list[Any] = [
    *(None, True, -1, 0, 1, 2, 5, 7, 99, 127, 128, 255, 256, 2**31, 2**63, 2**70, -(2**70), 1.5),
    *("", "x", "x" * 101, "\ud800", "\0", "\u202e", [], {}, [[]], [0] * 1000, {"x": 1}),
]
EDITION_COUNT = 150


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all nested values."""
    inside: Any = ()
    if isinstance(data, dict):
        inside = data.items()
    elif isinstance(data, list):
        inside = enumerate(data)
    return [(*path, key) for key, _ in inside] + [
        place for key, value in inside for place in places(value, (*path, key))
    ]


def change_one_value(edition: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """Replace, delete or duplicate one value."""
    changed = copy.deepcopy(edition)
    *way, last = rng.choice(places(changed))
    group: Any = changed
    for key in way:
        group = group[key]
    match rng.randrange(4):
        case 0:
            del group[last]
        case 1 if isinstance(group, list):
            group.append(group[last])
        case 2 if isinstance(group[last], int):
            group[last] += rng.choice((-1, 1))
        case _:
            group[last] = rng.choice(ODD_VALUES)
    return changed


def offer(visitor: Visitor, game: str, edition: Any) -> httpx.Response:
    """Request a table with this edition, as ASCII JSON so that lone surrogates can be sent."""
    asked = {"game": game, "players": 2, "name": "Ada", "bots": {"1": "random"}}
    body = json.dumps(asked | {"edition": edition})
    return visitor.http.post(
        "/api/tables", content=body, headers={"Content-Type": "application/json"}
    )


def play_out(visitor: Visitor, table: str, rng: random.Random) -> None:
    visitor.start(table)
    with visitor.connect(table) as socket:
        sight = socket.receive("welcome")["sight"]
        while not sight["over"]:
            if sight["legal"]:
                socket.move(sight["number"], rng.choice(sight["legal"])["move"])
            sight = socket.receive("update")["sight"]


@pytest.mark.parametrize("game", discovery.names())
def test_a_mutated_edition_is_refused_or_playable(game: str, ada: Visitor) -> None:
    rng = random.Random(game)
    standard = discovery.load(game).standard
    accepted = [offer(ada, game, standard | {"name": "mine"}).json()["table"]["id"]]
    refused = 0
    for _ in range(EDITION_COUNT):
        answer = offer(ada, game, change_one_value(standard, rng))
        assert answer.status_code in (201, 400), answer.text
        if answer.status_code == 201:
            accepted.append(answer.json()["table"]["id"])
        else:
            refused += 1
    assert refused > EDITION_COUNT / 4
    for table in accepted[:4]:
        play_out(ada, table, rng)


@pytest.mark.parametrize("game", discovery.names())
@pytest.mark.parametrize("name", ["x" * 101, "\ud800", "a\0b", "\u202e", "", " ", 7])
def test_an_invalid_edition_name_is_refused(game: str, name: object, ada: Visitor) -> None:
    answer = offer(ada, game, discovery.load(game).standard | {"name": name})
    assert answer.status_code == 400
    assert "name" in answer.json()["error"]
