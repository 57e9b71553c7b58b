"""Traces: the header and the moves determine a trace, and a replay finds every other change."""

import json
from typing import Any

import pytest

from menagerie import BadInput, discovery, traces
from menagerie.header import Header
from menagerie.position import Position


def lines_of(**options: Any) -> list[dict[str, Any]]:
    return list(traces.trace(Header.create("cubosaurs", 3, seed=5, options=options), "random"))


def replayed(lines: list[dict[str, Any]]) -> Position:
    return traces.replay([json.dumps(line) for line in lines])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("game", discovery.names())
def test_a_trace_is_a_whole_game_that_replays(game: str, players: int) -> None:
    lines = list(traces.trace(Header.create(game, players, seed="a game"), "random"))
    assert [line["step"] for line in lines[1:]] == list(range(len(lines) - 1))
    assert lines[-1]["over"] is True
    assert lines[-1]["scores"] == replayed(lines).scores()


@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_a_header_lists_every_option_and_they_hold(rounds: int) -> None:
    options = {"advanced": True, "rounds": rounds, "open_hands": rounds != 3}
    lines = list(traces.trace(Header.create("cubosaurs", 2, seed=1, options=options), "random"))
    assert lines[0]["options"] == {"interaction": True, **options}
    assert len(lines[-1]["position"]["round_scores"]) == rounds
    replayed(lines)


@pytest.mark.parametrize(
    ("number", "change", "named"),
    [
        (1, {"rules": 2}, "line 1: .*version 2 of the rules"),
        (1, {"seed": "6"}, r"line 2: .*line 1"),
        (1, {"players": 4}, r"line 2: .*line 1"),
        (1, {"format": 2}, "line 1: .*format"),
        (1, {"game": "chess"}, "line 1: .*chess"),
        (1, {"edition": "other"}, "line 1: .*edition"),
        (1, {"options": {}}, "line 1: .*lack"),
        (5, {"seat": 7}, "line 5: seat"),
        (5, {"step": 9}, "line 5: step"),
        (5, {"legal": []}, "line 5: legal"),
        (5, {"surplus": 1}, "line 5: surplus"),
        (5, {"move": {"do": "buy", "tile": "types"}}, "line 5: .*CUB-A1"),
        (5, {"move": "keep"}, "line 5: move must be an object"),
        (-1, {"scores": [1, 2, 3]}, "line .*: scores"),
        (-1, {"winners": []}, "line .*: winners"),
        (-1, {"over": 1}, "line .*: over"),
    ],
)
def test_whatever_was_changed_is_found_and_named(
    number: int, change: dict[str, Any], named: str
) -> None:
    lines = lines_of()
    at = number if number < 0 else number - 1
    lines[at] = lines[at] | change
    with pytest.raises(BadInput, match=named):
        replayed(lines)


@pytest.mark.parametrize("left_out", ["engine", "rules"])
def test_traces_of_other_versions_of_the_program_replay(left_out: str) -> None:
    """Old traces have no version of the rules."""
    lines = lines_of()
    lines[0]["engine"] = "0.0.1"
    del lines[0][left_out]
    assert replayed(lines).scores() == lines[-1]["scores"]


def test_another_legal_move_is_found_in_the_next_line() -> None:
    lines = lines_of()
    at = next(i for i, line in enumerate(lines) if len(line.get("legal", [])) > 1)
    lines[at]["move"] = next(move for move in lines[at]["legal"] if move != lines[at]["move"])
    with pytest.raises(BadInput, match=f"line {at + 2}: "):
        replayed(lines)


def test_any_changed_field_of_a_position_is_found() -> None:
    lines = lines_of(advanced=True)
    for field in lines[20]["position"]:
        changed = [dict(line) for line in lines]
        changed[20]["position"] = lines[20]["position"] | {field: "changed"}
        with pytest.raises(BadInput, match=rf"line 21: position\.{field}"):
            replayed(changed)


def test_missing_and_surplus_lines_are_found() -> None:
    lines = lines_of()
    with pytest.raises(BadInput, match="ends here"):
        replayed(lines[:-1])
    with pytest.raises(BadInput, match="over before"):
        replayed([*lines, lines[-1]])
    with pytest.raises(BadInput, match="line 4"):
        replayed([*lines[:3], *lines[4:]])
    with pytest.raises(BadInput, match="line 1"):
        traces.replay([])
    with pytest.raises(BadInput, match=r"line 2: .*not JSON"):
        traces.replay([json.dumps(lines[0]), "{"])


def test_an_unknown_bot_is_an_error() -> None:
    with pytest.raises(BadInput, match="random"):
        list(traces.trace(Header.create("cubosaurs", 2, seed=1), "genius"))
