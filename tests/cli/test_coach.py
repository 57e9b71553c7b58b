"""`menagerie coach`: advice on a position, the turning points of a game."""

import json

import pytest
from support.cli.command import Run

from menagerie import Position
from menagerie.header import Header


def position(game: str = "cubosaurs", **more: object) -> str:
    header = Header.create(game, 2, seed="coach")
    return json.dumps(Position(header).to_json() | more)


@pytest.fixture
def trace(run: Run) -> str:
    return run("trace", "cubosaurs", "-p", "2", "-s", "3", "-o", "rounds=1").answer


def test_a_position_gets_advice_on_every_move_and_a_best_variation(run: Run) -> None:
    answer = run("coach", "-", "--iterations", "200", stdin=position()).answer
    assert "keep the Hand" in answer
    assert "%" in answer
    assert "Best from here: " in answer


def test_advice_as_json_has_chances_points_and_uncertainty(run: Run) -> None:
    data = run("coach", "-", "--iterations", "200", "--json", stdin=position()).data
    legal = [move.to_json() for move in Position.from_json(position()).legal_moves]
    assert sorted(map(str, legal)) == sorted(str(one["move"]) for one in data["advice"])
    for one in data["advice"]:
        assert 0 <= one["win"] <= 1
        assert one["unsure"] > 0
        assert isinstance(one["points"], float)
    assert data["line"][0] == data["advice"][0]["move"]


def test_threads_share_one_search(run: Run) -> None:
    arguments = ("coach", "-", "--iterations", "200", "--threads", "2", "--json")
    data = run(*arguments, stdin=position()).data
    assert sum(one["visits"] for one in data["advice"]) == 100  # the half that plays to the end


def test_a_game_is_reviewed_in_every_language(run: Run, trace: str) -> None:
    for language, words in (("en", "turned"), ("fr", "tournants"), ("it", "svolte")):
        answer = run("coach", "-", "--iterations", "50", "-l", language, stdin=trace).answer
        assert words in answer


def test_a_review_as_json_judges_every_move(run: Run, trace: str) -> None:
    data = run("coach", "-", "--iterations", "50", "--json", stdin=trace).data
    lines = [json.loads(line) for line in trace.splitlines()[1:-1]]
    assert [one["move"] for one in data["moves"]] == [line["move"] for line in lines]
    assert [one["seat"] for one in data["moves"]] == [line["seat"] for line in lines]
    for one, line in zip(data["moves"], lines, strict=True):
        assert one["best"] in line["legal"]
        assert one["loss"] >= 0


@pytest.mark.parametrize(
    ("arguments", "stdin", "words"),
    [
        (["--seat", "1"], position(), "is not to move"),
        (["--iterations", "0"], position(), "iterations must be 1 to"),
        (["--threads", "65"], position(), "threads must be 1 to 64, not 65"),
        (["-l", "de"], position(), "de"),
        ([], "", "the header"),
        ([], "{}", "the header lacks"),
        ([], position(position={}), "phase: is missing"),
        ([], "nonsense", "the header"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: list[str], stdin: str, words: str) -> None:
    seats = Position.from_json(position()).turn
    if arguments[:1] == ["--seat"]:
        arguments = ["--seat", str(1 - (seats or 0))]
    assert words in run("coach", "-", *arguments, stdin=stdin).complaint


def test_a_seat_is_for_positions(run: Run, trace: str) -> None:
    assert "--seat" in run("coach", "-", "--seat", "0", stdin=trace).complaint


def test_a_game_that_is_over_gets_no_advice(run: Run, trace: str) -> None:
    header, last = json.loads(trace.splitlines()[0]), json.loads(trace.splitlines()[-1])
    del header["seed"]
    over = json.dumps(header | {"position": last["position"]})
    assert "the game is over" in run("coach", "-", stdin=over).complaint
