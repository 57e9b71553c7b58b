"""Validation of player names and of the entropy they add to a deal."""

import json

import httpx
import pytest
from support.runs import compiled_only
from support.server.live_server import Visitor

from menagerie.errors import BadInput
from menagerie.server.schemas.requests import MAX_NAME_LENGTH
from menagerie.server.validation.look_alikes import is_mistakable
from menagerie.server.validation.names import check_name

pytestmark = compiled_only

SOMEBODY = {"game": "cubosaurs", "players": 2}
GOOD = {
    "Ada": "Ada",
    "  Ada   Lovelace ": "Ada Lovelace",
    "Ada\u2028\tBob\n": "Ada Bob",
    "Zoe\u0308": "Zo\u00eb",  # composed (NFC)
    "Ægir Þórsson": "Ægir Þórsson",
    "李小龍": "李小龍",
    "محمد": "محمد",
    "हिन्दी": "हिन्दी",
    "Tiếng Việt": "Tiếng Việt",
    "O’Neill-Smith Jr.": "O’Neill-Smith Jr.",
    "R2D2 & C-3PO!?": "R2D2 & C-3PO!?",
    "x" * MAX_NAME_LENGTH: "x" * MAX_NAME_LENGTH,
    "\uff21\uff44\uff41": "Ada",  # full-width letters
    "\U0001d400\U0001d41d\U0001d41a": "Ada",  # mathematical bold
    "Олександр": "Олександр",
    "Ада Smith": "Ада Smith",
    "Hawaiʻi": "Hawaiʻi",
    "Tom君": "Tom君",
    "Bottom": "Bottom",
    "Player One": "Player One",
}
BAD = {
    "nothing": "",
    "only spaces": "   ",
    "only signs": "-.!",
    "too long": "x" * (MAX_NAME_LENGTH + 1),
    "a control character": "A\x07da",
    "a zero": "A\0da",
    "an escape": "\x1b[31mAda",
    "written backwards": "\u202eadA",
    "isolated": "\u2066Ada\u2069",
    "a mark of direction": "Ada\u200f",
    "a joiner": "A\u200dda",
    "a space without width": "A\u200bda",
    "a byte order mark": "\ufeffAda",
    "an emoji": "Ada 🦖",
    "a key of emoji": "1\ufe0f\u20e3",
    "a flag": "🇫🇷",
    "stacked accents": "A" + "\u0301\u0302\u0303\u0304",
    "an accent on nothing": "\u0301Ada",
    "an accent on a space": "Ada \u0301 Bob",
    "a letter that nobody sees": "\u3164",
    "another one": "Ada\u115f",
    "a blank of braille": "\u2800",
    "a tag": "Ada\U000e0041",
    "something private": "Ada\ue000",
    "something unassigned": "Ada\U000e0fff",
    "markup": "<b>Ada</b>",
    "quotes": 'Ada"Bob',
    "a path": "Ada/Bob",
    "half a pair": "Ada\ud800",
    "Cyrillic among Latin": "\u0410d\u0430",
    "Greek among Latin": "Ad\u03b1",
    "a phrase in one letter": "\ufdfa" * MAX_NAME_LENGTH,
    "numerals that are very wide": "\U0001242b" * MAX_NAME_LENGTH,
    "a placeholder": "Player 1",
    "a placeholder in French": "joueur 2",
    "a placeholder in Italian": "Giocatore\u00a03!",
    "a placeholder with another digit": "Player \u0661",
    "a placeholder with another letter": "PIayer l",
    "a bot": "Bot 1",
    "a level": "easy",
    "a level in French": "Difficile",
}


def send(visitor: Visitor, verb: str, path: str, asked: object) -> httpx.Response:
    """As ASCII JSON, so that lone surrogates can be sent."""
    kind = {"Content-Type": "application/json"}
    return visitor.http.request(verb, path, content=json.dumps(asked), headers=kind)


@pytest.mark.parametrize("given", GOOD)
def test_a_good_name_is_kept_in_its_usual_form(given: str) -> None:
    assert check_name(given) == GOOD[given]


@pytest.mark.parametrize("why", BAD)
def test_an_invalid_name_is_refused(why: str) -> None:
    with pytest.raises(BadInput) as refused:
        check_name(BAD[why])
    assert "\n" not in str(refused.value)
    str(refused.value).encode()


@pytest.mark.parametrize("why", BAD)
def test_a_seat_is_refused_with_an_invalid_name(why: str, ada: Visitor) -> None:
    for asked in ({"game": "cubosaurs", "players": 2, "name": BAD[why]}, {"name": BAD[why]}):
        table = ada.make_table()["id"]
        path = "/api/tables" if "game" in asked else f"/api/tables/{table}/seats"
        answer = send(ada, "post", path, asked)
        assert answer.status_code in (400, 422)
        assert "name" in answer.json()["error"]


@pytest.mark.parametrize("other", ["\u0421\u0430\u0440\u0430", "capa", "C\u00e0pa", "C.a.p.a"])
def test_nobody_sits_down_with_a_name_that_looks_like_another(
    other: str, ada: Visitor, bob: Visitor
) -> None:
    table = ada.ask("post", "/api/tables", 201, SOMEBODY | {"name": "Capa"})["table"]["id"]
    refused = send(bob, "post", f"/api/tables/{table}/seats", {"name": other})
    assert refused.status_code == 400
    assert "looks too much like another name" in refused.json()["error"]
    bob.ask("post", f"/api/tables/{table}/seats", 201, {"name": "Capa"})  # pages number them


def test_different_names_do_not_look_alike() -> None:
    names = ["Ada", "Adam", "Мария", "Марина", "राम", "रमा", "王芳", "王伟", "Zoe 2", "Zoe 3"]
    for name in names:
        assert not is_mistakable(name, names)


@pytest.mark.parametrize("given", ["x" * 65, "a\nb", "\0", "\u202e", "\ud800", 7, None, ["x"]])
def test_entropy_must_be_short_and_printable(given: object, ada: Visitor) -> None:
    table = ada.make_table()["id"]
    answer = send(ada, "put", f"/api/tables/{table}/entropy", {"entropy": given})
    assert answer.status_code in (400, 422)
    assert "error" in answer.json()


def test_entropy_of_the_maximum_length_is_accepted(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    ada.ask("put", f"/api/tables/{table}/entropy", 204, {"entropy": "ß" * 64})
    assert ada.ask("get", f"/api/tables/{table}")["seats"][0]["added"]
