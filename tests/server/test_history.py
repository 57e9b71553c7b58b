"""Finished games: replay and review, which are refused before the end."""

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from support.runs import compiled_only
from support.server.live_server import TIMEOUT_S, Server, Visitor, running
from support.server.two_player_game import TwoPlayerGame

from menagerie import discovery
from menagerie.header import Header
from menagerie.position import Position
from menagerie.server.history import archive, review
from menagerie.store import StoreError

pytestmark = compiled_only

GAMES = pytest.mark.parametrize("game", discovery.names())
Finished = Callable[[str], TwoPlayerGame]


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reduce the coach's search budget; the format of its reviews stays the same."""
    monkeypatch.setattr(review, "ITERATIONS", 4_000)


@pytest.fixture(scope="module")
def finished(server: Server) -> Finished:
    """A finished game, cached for all tests of this file."""

    @cache
    def play(game: str) -> TwoPlayerGame:
        with TwoPlayerGame(server, game) as session:
            session.play(undoing=0.2)
        return session

    return play


def wait_for_review(visitor: Visitor, table: str, language: str = "en") -> Any:
    """Poll until the review is done; its progress never decreases."""
    end, before = time.monotonic() + 10 * TIMEOUT_S, 0.0
    while True:
        found = visitor.ask("get", f"/api/tables/{table}/review?lang={language}")
        if found["done"]:
            return found
        assert set(found) == {"done", "progress"}
        assert before <= found["progress"] <= 1
        before = found["progress"]
        assert time.monotonic() < end
        time.sleep(0.05)


@GAMES
def test_a_replay_is_the_whole_game_with_nothing_hidden(
    game: str, finished: Finished, eve: Visitor
) -> None:
    session = finished(game)
    last, table = session.sights[0], session.table
    found = eve.ask("get", f"/api/tables/{table}/replay")["frames"]
    log = eve.ask("get", f"/api/tables/{table}/log")
    assert [frame["number"] for frame in found] == list(range(len(log["lines"]) + 1))
    first = found[0]
    assert (first["seat"], first["by"], first["kind"], first["move"]) == (None,) * 4
    position = Position(Header.from_json(log["header"]))
    assert first["view"] == position.to_json()
    for frame, line in zip(found[1:], log["lines"], strict=True):
        assert (frame["seat"], frame["by"], frame["kind"]) == (
            line["seat"],
            line["by"],
            line["kind"],
        )
        if line["kind"] == "undo":
            assert frame["move"] == position.pop().to_json()
        else:
            assert frame["move"] == line["move"] == position.push(line["move"]).to_json()
        assert frame["words"]
        assert frame["view"] == position.to_json()
        assert (frame["turn"], frame["points"]) == (position.turn, position.scores())
    assert found[-1]["turn"] is None
    assert found[-1]["points"] == last["points"]
    assert any(frame["kind"] == "undo" for frame in found) == bool(session.undoable)
    french = eve.ask("get", f"/api/tables/{table}/replay?lang=fr")["frames"]
    assert french[1]["words"] != found[1]["words"]
    assert french[1]["view"] == found[1]["view"]


@GAMES
def test_a_review_has_everybodys_chances_and_turning_points(
    game: str, finished: Finished, eve: Visitor
) -> None:
    session = finished(game)
    last, table = session.sights[0], session.table
    review = wait_for_review(eve, table)
    frames = eve.ask("get", f"/api/tables/{table}/replay")["frames"]
    assert len(review["chances"]) == len(frames)
    for chances in review["chances"]:
        assert sum(chances) == pytest.approx(1, abs=0.01)
        assert all(0 <= chance <= 1 for chance in chances)
    winners = last["winners"]
    assert review["chances"][-1] == [(seat in winners) / len(winners) for seat in range(2)]
    for frame in frames:
        if frame["kind"] == "undo":  # the same position again
            assert review["chances"][frame["number"]] in review["chances"][: frame["number"]]
    for point in review["turning_points"]:
        frame = frames[point["number"]]
        assert frame["kind"] == "move"
        assert frame["seat"] == point["seat"]
        assert len(point["words"]) > 1
    assert review["turning_points"]
    assert len(review["luck"]) == len(review["lost"]) == 2
    assert min(review["lost"]) > 0
    italian = eve.ask("get", f"/api/tables/{table}/review?lang=it")  # cached, not computed again
    assert italian["chances"] == review["chances"]
    assert italian["turning_points"][0]["words"] != review["turning_points"][0]["words"]


def test_replay_and_review_are_refused_before_the_end(server: Server, eve: Visitor) -> None:
    waiting = eve.make_table()["id"]
    with TwoPlayerGame(server) as session:
        for table in (waiting, session.table):
            for what in ("replay", "review"):
                for visitor in (eve, *session.people):
                    error = visitor.ask("get", f"/api/tables/{table}/{what}", 409)["error"]
                    assert "not over" in error
    eve.ask("get", f"/api/tables/{session.table}/review?lang=tlh", 422)


def test_a_game_is_reviewed_once(
    server: Server, eve: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = []
    real = review.review

    def counted(*given: Any) -> Any:
        begun.append(given[0])
        return real(*given)

    monkeypatch.setattr(archive, "review", counted)
    tables = []
    for _ in range(2):
        with TwoPlayerGame(server, options={"rounds": 1}) as session:
            session.play()
            tables.append(session.table)
    for _ in range(3):
        for table in tables:
            eve.ask("get", f"/api/tables/{table}/review")
    for table in reversed(tables):
        wait_for_review(eve, table)
    assert len(begun) == 2


def test_a_log_can_be_read_though_the_end_of_the_game_was_not_recorded(
    server: Server, eve: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database failed right after the last move; the next request records the end."""

    async def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with TwoPlayerGame(server, options={"rounds": 1}) as session, monkeypatch.context() as broken:
        broken.setattr(server.app.state.services.store, "change_table", fail)
        while not session.sights[0]["over"]:
            session.move(session.legal[0]["move"])
    path = f"/api/tables/{session.table}"
    assert eve.ask("get", path)["state"] == "playing"
    assert len(eve.ask("get", f"{path}/log")["lines"]) == session.number
    assert eve.ask("get", path)["state"] == "over"


def test_a_failed_review_is_one_line(
    server: Server, eve: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_given: Any) -> Any:
        raise ZeroDivisionError

    monkeypatch.setattr(archive, "review", fail)
    with TwoPlayerGame(server, options={"rounds": 1}) as session:
        session.play()
    path = f"/api/tables/{session.table}/review"
    end = time.monotonic() + TIMEOUT_S
    while (answer := eve.http.get(path)).status_code == 200:
        assert time.monotonic() < end
    assert answer.status_code == 409
    assert answer.json() == {"error": "this game could not be reviewed"}


def test_the_queue_of_reviews_is_bounded(
    server: Server, eve: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archive, "MAX_QUEUED_REVIEWS", 0)
    with TwoPlayerGame(server, options={"rounds": 1}) as session:
        session.play()
    assert eve.ask("get", f"/api/tables/{session.table}/review", 429)["error"]


def test_a_server_stops_in_the_middle_of_a_review(tmp_path: Any) -> None:
    """A server can stop during a review; the next server starts the review again."""
    database = f"sqlite:///{tmp_path / 'x.db'}"
    with running(database) as server:
        with TwoPlayerGame(server) as session:
            session.play()
        eve = Visitor(server.address, "Eve")
        assert not eve.ask("get", f"/api/tables/{session.table}/review")["done"]
        eve.http.close()
    with running(database) as server:
        eve = Visitor(server.address, "Eve")
        assert wait_for_review(eve, session.table)["done"]
        eve.http.close()
