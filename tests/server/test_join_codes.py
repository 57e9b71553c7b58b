"""Join codes cannot be guessed, and are free again when the game is over."""

import random
import re

from support.runs import compiled_only
from support.server.background_game import play_out
from support.server.limited_server import StartLimitedServer
from support.server.live_server import Visitor, begin, visiting

pytestmark = compiled_only


def test_a_code_has_six_letters_until_the_game_is_over(ada: Visitor, bob: Visitor) -> None:
    table = begin(ada, bob, options={"rounds": 1})
    code = ada.ask("get", f"/api/tables/{table}")["code"]
    assert re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{6}", code)
    assert bob.ask("get", f"/api/codes/{code.lower()}")["id"] == table
    with ada.connect(table) as one, bob.connect(table) as two:
        play_out([one, two], random.Random(1))
        assert one.receive("table")["table"]["code"] is None
    assert "no table" in bob.ask("get", f"/api/codes/{code}", 404)["error"]
    assert bob.ask("get", f"/api/tables/{table}")["code"] is None


def test_guessing_codes_is_rate_limited_and_valid_codes_are_not(
    limited: StartLimitedServer,
) -> None:
    server = limited(code_misses=3)
    with visiting(server, **{"X-Forwarded-For": "192.0.2.7"}) as eve, visiting(server) as ada:
        code = ada.make_table()["code"]
        for guess in ("BBBBBB", "CCCCC", "DDDDDD"):
            eve.ask("get", f"/api/codes/{guess}", 404)
        assert "too many wrong codes" in eve.ask("get", f"/api/codes/{code}", 429)["error"]
        for _ in range(9):  # valid codes are not rate limited
            ada.ask("get", f"/api/codes/{code}")


def test_guesses_from_many_addresses_share_a_limit(limited: StartLimitedServer) -> None:
    server = limited(code_misses=3, all_code_misses=5)
    statuses = []
    for number in range(7):
        with visiting(server, **{"X-Forwarded-For": f"2001:db8:0:{number}::1"}) as eve:
            statuses.append(eve.http.get("/api/codes/BBBBBB").status_code)
    assert statuses == [404] * 5 + [429] * 2


def test_valid_codes_work_while_others_guess(limited: StartLimitedServer) -> None:
    server = limited(code_misses=3, all_code_misses=5)
    with visiting(server, **{"X-Forwarded-For": "203.0.113.5"}) as ada:
        table = ada.make_table()
        for number in range(5):
            with visiting(server, **{"X-Forwarded-For": f"198.51.100.{number}"}) as eve:
                eve.ask("get", "/api/codes/BBBBBB", 404)
        with visiting(server, **{"X-Forwarded-For": "198.51.100.0"}) as eve:
            eve.ask("get", "/api/codes/BBBBBB", 429)
        assert ada.ask("get", f"/api/codes/{table['code']}")["id"] == table["id"]
