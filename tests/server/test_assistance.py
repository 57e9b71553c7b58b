"""Previews, hints and score sheets: what a seat is helped with while it plays."""

import threading
from typing import Any

import pytest
from support.random_games import SLOW, headers, play, third
from support.server.finished_games import Evening
from support.server.live_server import Server, Visitor

from menagerie import discovery
from menagerie.bots import coach
from menagerie.game import WATCHER
from menagerie.server.views import assistance

pytestmark = pytest.mark.skipif(SLOW, reason="thinking is compiled")

GAMES = pytest.mark.parametrize("game", discovery.names())


def refusal(socket: Any, **message: Any) -> str:
    socket.send(**message)
    return str(socket.receive("error")["code"])


@GAMES
def test_a_preview_foretells_the_points(game: str, server: Server) -> None:
    with Evening(server, game, options={}) as evening:
        told = 0
        for _ in range(40):
            turn, number = evening.turn, evening.number
            evening.mover.send(type="preview", number=number)
            previewed = evening.mover.receive("previewed")
            assert previewed["number"] == number
            assert len(previewed["points"]) == len(evening.legal)
            which = number % len(evening.legal)
            evening.move(evening.legal[which]["move"])
            if (points := previewed["points"][which]) is not None:
                assert evening.sights[turn]["points"][turn] == points
                told += 1
            if evening.sights[0]["over"]:
                break
        assert told > 20


def test_what_a_preview_cannot_know_is_null() -> None:
    """The last move of a round of Cubosaurs brings a new deal, which nobody can know."""
    found = set()
    for header in [h for h in headers() if h.game.name == "cubosaurs"][::12]:
        for position in play(header):
            if (seat := position.turn) is None:
                continue
            points = assistance.preview(header.game, position.observe(seat), seat)
            for move, foretold in zip(position.legal_moves, points, strict=True):
                after = position.copy()
                after.push(move)
                new_round = after.table.round_number > position.table.round_number
                found.add((bool(new_round), foretold is None))
                if not new_round:
                    assert foretold in (None, header.game.points(after.observe(seat))[seat])
    assert (True, True) in found
    assert (False, False) in found


@GAMES
def test_a_hint_has_every_move_and_the_best_line(game: str, server: Server) -> None:
    with Evening(server, game, options={}) as evening:
        evening.play(10)
        evening.mover.send(type="hint", number=evening.number)
        advice = evening.mover.receive("advice")
        assert advice["number"] == evening.number
        moves = advice["moves"]
        offered = [(one["move"], one["words"]) for one in evening.legal]
        assert sorted(map(str, offered)) == sorted(
            str((one["move"], one["words"])) for one in moves
        )
        for one in moves:
            assert 0 <= one["win"] <= 1
            assert 0 < one["unsure"] < 1
        assert advice["line"][0] == moves[0]["words"]
        assert len(advice["line"]) <= coach.MAX_VARIATION_MOVES
        evening.mover.send(type="hint", number=evening.number)
        assert evening.mover.receive("advice") == advice  # not thought about twice


def test_help_is_for_who_is_to_move(server: Server, eve: Visitor) -> None:
    with Evening(server) as evening, eve.connect(evening.table) as watching:
        watching.receive("welcome")
        other = evening.sockets[1 - evening.turn]
        for kind in ("preview", "hint"):
            assert refusal(evening.mover, type=kind, number=7) == "late"
            assert refusal(other, type=kind, number=0) == "state"
            assert refusal(other, type=kind, number=1) == "late"
            assert refusal(watching, type=kind, number=0) == "watcher"
            assert refusal(evening.mover, type=kind) == "bad"
            assert refusal(evening.mover, type=kind, number="0") == "bad"
            assert refusal(evening.mover, type=kind, number=0, seat=1) == "bad"
        evening.play()
        for kind in ("preview", "hint"):
            assert refusal(other, type=kind, number=evening.number) == "state"


def test_before_the_deal_there_is_nothing_to_ask(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    with ada.connect(table) as socket:
        assert refusal(socket, type="preview", number=0) == "state"
        assert refusal(socket, type="hint", number=0) == "state"
    assert "not begun" in ada.ask("get", f"/api/tables/{table}/sheet", 409)["error"]


def test_a_table_may_be_without_hints(server: Server) -> None:
    with Evening(server, hints=False) as evening:
        assert refusal(evening.mover, type="hint", number=0) == "state"
        evening.mover.send(type="preview", number=0)
        evening.mover.receive("previewed")


def test_one_hint_at_a_time_and_none_that_is_too_late(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coach thinks until it may go on: meanwhile the game does."""
    go, real = threading.Event(), assistance.find_hint

    def slowly(*given: Any) -> Any:
        go.wait(10)
        return real(*given)

    monkeypatch.setattr(assistance, "find_hint", slowly)
    with Evening(server) as evening:
        asking = evening.mover
        asking.send(type="hint", number=0)
        assert refusal(asking, type="hint", number=0) == "slow_down"
        evening.move(evening.legal[0]["move"])
        go.set()
        assert asking.receive("error", "advice").get("code") == "late"
        evening.mover.send(type="hint", number=1)
        evening.mover.receive("advice")


def test_who_goes_while_the_coach_thinks_does_no_harm(server: Server) -> None:
    with Evening(server) as evening:
        person = evening.people[evening.turn]
        for _ in range(5):
            with person.connect(evening.table) as socket:
                socket.receive("welcome")
                socket.send(type="hint", number=0)
        with person.connect(evening.table) as socket:
            socket.send(type="hint", number=0)
            assert socket.receive("advice")["moves"]


@pytest.mark.parametrize("header", third(headers()), ids=lambda header: header.game.name)
def test_the_parts_of_a_score_add_up(header: Any) -> None:
    """In every third position of a random game and at its end, for every seat and a watcher."""
    game = header.game
    for position in play(header, 1):
        if position.step % 3 and not position.is_over():
            continue
        for seat in range(WATCHER, header.players):
            seats = assistance.score_sheet(game, position.observe(seat), game.text("en"))
            totals = [one["total"] for one in seats]
            assert totals == game.points(position.observe(seat))
            for one in seats:
                assert (one["parts"] is None) == (one["total"] is None)
                names = [part["name"] for part in one["parts"] or []]
                assert len(set(names)) == len(names)


@GAMES
def test_a_sheet_is_what_the_asker_may_know(game: str, server: Server, eve: Visitor) -> None:
    with Evening(server, game) as evening:
        evening.play(25)
        path = f"/api/tables/{evening.table}/sheet"
        for seat, person in enumerate(evening.people):
            found = person.ask("get", path)
            assert found["number"] == evening.number
            assert [one["total"] for one in found["seats"]] == evening.sights[seat]["points"]
        watched = eve.ask("get", path)
        assert eve.ask("get", path + "?lang=fr")["number"] == watched["number"]
        assert eve.ask("get", path + "?lang=xx", 422)
        if game == "catbox":
            assert watched["seats"] == [{"total": None, "parts": None}] * 2
            mine = evening.people[0].ask("get", path)["seats"]
            assert mine[0]["parts"]
            assert mine[1] == {"total": None, "parts": None}
        evening.play()
        assert [s["total"] for s in eve.ask("get", path)["seats"]] == evening.sights[0]["points"]


def test_there_is_no_sheet_of_no_table(eve: Visitor) -> None:
    for what in ("sheet", "replay", "review"):
        eve.ask("get", f"/api/tables/{'A' * 22}/{what}", 404)
        eve.ask("get", f"/api/tables/short/{what}", 422)
