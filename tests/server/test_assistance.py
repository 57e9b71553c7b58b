"""Previews, hints and score sheets for a seat during the game."""

import threading
from typing import Any

import pytest
from support.random_games import headers, play, third
from support.runs import compiled_only
from support.server.live_server import Server, Visitor
from support.server.two_player_game import TwoPlayerGame

from menagerie import discovery
from menagerie.bots import coach
from menagerie.game import WATCHER
from menagerie.server.views import assistance

pytestmark = compiled_only

GAMES = pytest.mark.parametrize("game", discovery.names())


def refusal(socket: Any, **message: Any) -> str:
    socket.send(**message)
    return str(socket.receive("error")["code"])


@GAMES
def test_a_preview_predicts_the_points(game: str, server: Server) -> None:
    with TwoPlayerGame(server, game, options={}) as session:
        told = 0
        for _ in range(40):
            turn, number = session.turn, session.number
            session.mover.send(type="preview", number=number)
            previewed = session.mover.receive("previewed")
            assert previewed["number"] == number
            assert len(previewed["points"]) == len(session.legal)
            which = number % len(session.legal)
            session.move(session.legal[which]["move"])
            if (points := previewed["points"][which]) is not None:
                assert session.sights[turn]["points"][turn] == points
                told += 1
            if session.sights[0]["over"]:
                break
        assert told > 20


def test_points_that_a_preview_cannot_predict_are_null() -> None:
    """The last move of a round of Cubosaurs deals new cards, which no seat can predict."""
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
    with TwoPlayerGame(server, game, options={}) as session:
        session.play(10)
        session.mover.send(type="hint", number=session.number)
        advice = session.mover.receive("advice")
        assert advice["number"] == session.number
        moves = advice["moves"]
        offered = [(one["move"], one["words"]) for one in session.legal]
        assert sorted(map(str, offered)) == sorted(
            str((one["move"], one["words"])) for one in moves
        )
        for one in moves:
            assert 0 <= one["win"] <= 1
            assert 0 < one["unsure"] < 1
        assert advice["line"][0] == moves[0]["words"]
        assert len(advice["line"]) <= coach.MAX_VARIATION_MOVES
        session.mover.send(type="hint", number=session.number)
        assert session.mover.receive("advice") == advice  # cached, not computed again


def test_only_the_player_to_move_gets_help(server: Server, eve: Visitor) -> None:
    with TwoPlayerGame(server) as session, eve.connect(session.table) as watching:
        watching.receive("welcome")
        other = session.sockets[1 - session.turn]
        for kind in ("preview", "hint"):
            assert refusal(session.mover, type=kind, number=7) == "late"
            assert refusal(other, type=kind, number=0) == "state"
            assert refusal(other, type=kind, number=1) == "late"
            assert refusal(watching, type=kind, number=0) == "watcher"
            assert refusal(session.mover, type=kind) == "bad"
            assert refusal(session.mover, type=kind, number="0") == "bad"
            assert refusal(session.mover, type=kind, number=0, seat=1) == "bad"
        session.play()
        for kind in ("preview", "hint"):
            assert refusal(other, type=kind, number=session.number) == "state"


def test_help_is_refused_before_the_deal(ada: Visitor) -> None:
    table = ada.make_table()["id"]
    with ada.connect(table) as socket:
        assert refusal(socket, type="preview", number=0) == "state"
        assert refusal(socket, type="hint", number=0) == "state"
    assert "not begun" in ada.ask("get", f"/api/tables/{table}/sheet", 409)["error"]


def test_a_table_can_be_created_without_hints(server: Server) -> None:
    with TwoPlayerGame(server, hints=False) as session:
        assert refusal(session.mover, type="hint", number=0) == "state"
        session.mover.send(type="preview", number=0)
        session.mover.receive("previewed")


def test_one_hint_at_a_time_and_a_late_hint_is_not_sent(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coach blocks until the test releases it; the game continues meanwhile."""
    go, real = threading.Event(), assistance.find_hint

    def slowly(*given: Any) -> Any:
        go.wait(10)
        return real(*given)

    monkeypatch.setattr(assistance, "find_hint", slowly)
    with TwoPlayerGame(server) as session:
        asking = session.mover
        asking.send(type="hint", number=0)
        assert refusal(asking, type="hint", number=0) == "slow_down"
        session.move(session.legal[0]["move"])
        go.set()
        assert asking.receive("error", "advice").get("code") == "late"
        session.mover.send(type="hint", number=1)
        session.mover.receive("advice")


def test_a_client_may_disconnect_while_the_coach_thinks(server: Server) -> None:
    with TwoPlayerGame(server) as session:
        person = session.people[session.turn]
        for _ in range(5):
            with person.connect(session.table) as socket:
                socket.receive("welcome")
                socket.send(type="hint", number=0)
        with person.connect(session.table) as socket:
            socket.send(type="hint", number=0)
            assert socket.receive("advice")["moves"]


@pytest.mark.parametrize("header", third(headers()), ids=lambda header: header.game.name)
def test_the_parts_of_a_score_add_up(header: Any) -> None:
    """Every third position of a random game and its end, for every seat and a watcher."""
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
def test_a_score_sheet_has_only_what_the_viewer_may_know(
    game: str, server: Server, eve: Visitor
) -> None:
    with TwoPlayerGame(server, game) as session:
        session.play(25)
        path = f"/api/tables/{session.table}/sheet"
        for seat, person in enumerate(session.people):
            found = person.ask("get", path)
            assert found["number"] == session.number
            assert [one["total"] for one in found["seats"]] == session.sights[seat]["points"]
        watched = eve.ask("get", path)
        assert eve.ask("get", path + "?lang=fr")["number"] == watched["number"]
        assert eve.ask("get", path + "?lang=xx", 422)
        if game == "catbox":
            assert watched["seats"] == [{"total": None, "parts": None}] * 2
            mine = session.people[0].ask("get", path)["seats"]
            assert mine[0]["parts"]
            assert mine[1] == {"total": None, "parts": None}
        session.play()
        assert [s["total"] for s in eve.ask("get", path)["seats"]] == session.sights[0]["points"]


def test_an_unknown_table_has_no_sheet_replay_or_review(eve: Visitor) -> None:
    for what in ("sheet", "replay", "review"):
        assert eve.ask("get", f"/api/tables/{'A' * 22}/{what}", 404)["error"]
        assert eve.ask("get", f"/api/tables/short/{what}", 422)["error"]
