"""Traces are complete, and a replay names the line that was changed."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.cli.command import Run

from menagerie.version import VERSION


def edited(lines: list[str], number: int, **fields: Any) -> str:
    """The trace with other values in some fields of a line, counted from 1."""
    line = json.dumps(json.loads(lines[number - 1]) | fields)
    return "\n".join([*lines[: number - 1], line, *lines[number:]])


def with_a_choice(lines: list[str]) -> int:
    """The number of a line with more than one legal move."""
    return next(i for i, line in enumerate(lines, 1) if len(json.loads(line).get("legal", [])) > 1)


@pytest.mark.parametrize("players", ["2", "3", "4", "5"])
@pytest.mark.parametrize("advanced", ["true", "false"])
def test_a_trace_is_a_header_the_decisions_and_an_end(
    players: str, advanced: str, run: Run
) -> None:
    option = f"advanced={advanced}"
    traced = run("trace", "cubosaurs", "--players", players, "--seed", "7", "--option", option)
    header, *steps, end = map(json.loads, traced.answer.splitlines())
    assert header == {
        "game": "cubosaurs",
        "format": 1,
        "engine": VERSION,
        "rules": 1,
        "edition": "standard",
        "players": int(players),
        "seed": "7",
        "options": {
            "advanced": advanced == "true",
            "interaction": True,
            "open_hands": False,
            "rounds": 3 if players == "2" else 2,
        },
    }
    for number, step in enumerate(steps):
        assert set(step) == {"step", "seat", "position", "legal", "move"}
        assert (step["step"], step["seat"]) == (number, step["position"]["to_move"])
        assert step["legal"].count(step["move"]) == 1
        assert len({json.dumps(move) for move in step["legal"]}) == len(step["legal"])
    assert set(end) == {"step", "position", "over", "scores", "winners"}
    assert (end["step"], end["over"]) == (len(steps), True)
    assert f"{len(steps)} moves" in run("replay", "-", stdin=traced.out).answer


@pytest.mark.rule("CUB-R1")
@pytest.mark.parametrize(("players", "rounds"), [("2", 3), ("3", 2), ("5", 2)])
def test_two_players_play_three_rounds_if_nothing_is_said(
    players: str, rounds: int, run: Run
) -> None:
    lines = run("trace", "cubosaurs", "-p", players, "-s", "1").answer.splitlines()
    assert len(json.loads(lines[-1])["position"]["round_scores"]) == rounds


def test_the_same_seed_is_the_same_game_and_another_is_another(run: Run) -> None:
    games = [run("trace", "cubosaurs", "-s", seed).answer for seed in ("a", "a", "b")]
    assert games[0] == games[1]
    assert games[0].splitlines()[1] != games[2].splitlines()[1]


def test_without_a_seed_the_trace_records_the_random_one(run: Run) -> None:
    traced = run("trace", "cubosaurs", "-o", "rounds=1").answer
    assert json.loads(traced.splitlines()[0])["seed"]
    assert "valid: " in run("replay", "-", stdin=traced).answer


def test_a_file_is_replayed_with_any_line_ends(trace: list[str], tmp_path: Path, run: Run) -> None:
    file = tmp_path / "game.jsonl"
    for between in ("\n", "\r\n", "\n\n"):
        file.write_bytes(between.join(trace).encode())
        end = json.loads(trace[-1])
        told = run("replay", str(file)).answer
        assert f"{end['step']} moves, scores {end['scores']}, winners {end['winners']}" in told


@pytest.mark.rule("CUB-T4")
def test_a_move_that_is_not_legal_is_named_by_its_line(trace: list[str], run: Run) -> None:
    position = json.loads(trace[1])["position"]
    own = {card.removesuffix("+dna") for card in position["collections"][position["turn"]]}
    card = next(card for card in ("trex", "stegosaurus", "pterodactyl") if card not in own)
    told = run("replay", "-", stdin=edited(trace, 2, move={"do": "refuse", "add": card}))
    assert "line 2: " in told.complaint
    assert "CUB-T4" in told.complaint


def test_another_legal_move_is_found_at_once(trace: list[str], run: Run) -> None:
    number = with_a_choice(trace)
    step = json.loads(trace[number - 1])
    other = next(move for move in step["legal"] if move != step["move"])
    told = run("replay", "-", stdin=edited(trace, number, move=other)).complaint
    assert f"line {number + 1}: " in told


@pytest.mark.parametrize("move", [None, "keep", 1, [], {}, {"do": "sing"}, {"do": ["keep"]}])
def test_what_is_no_move_is_named_by_its_line(move: object, trace: list[str], run: Run) -> None:
    assert "line 5: " in run("replay", "-", stdin=edited(trace, 5, move=move)).complaint


def test_every_field_of_a_position_is_compared(trace: list[str], run: Run) -> None:
    position = json.loads(trace[6])["position"]
    for field in position:
        told = run("replay", "-", stdin=edited(trace, 7, position=position | {field: "other"}))
        assert f"line 7: position.{field}" in told.complaint


@pytest.mark.parametrize("field", ["step", "seat", "position", "legal", "move"])
def test_a_missing_field_is_named(field: str, trace: list[str], run: Run) -> None:
    line = {name: value for name, value in json.loads(trace[3]).items() if name != field}
    lines = [*trace[:3], json.dumps(line), *trace[4:]]
    assert f"line 4: {field}" in run("replay", "-", stdin="\n".join(lines)).complaint


@pytest.mark.parametrize("fields", [{"scores": [9, 9, 9]}, {"winners": []}, {"over": False}])
def test_a_changed_end_is_found(fields: dict[str, Any], trace: list[str], run: Run) -> None:
    told = run("replay", "-", stdin=edited(trace, len(trace), **fields)).complaint
    assert f"line {len(trace)}: {next(iter(fields))}" in told


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"seed": "another"}, 2),
        ({"players": 4}, 2),
        ({"options": {"advanced": False}}, 1),
        ({"game": "chess"}, 1),
        ({"format": 2}, 1),
        ({"format": 1.0}, 1),
        ({"rules": 2}, 1),
        ({"edition": "other"}, 1),
        ({"edition": None}, 1),
        ({"seed": None}, 1),
        ({"seed": 1.5}, 1),
        ({"surplus": 1}, 1),
    ],
)
def test_a_changed_header_is_found(
    fields: dict[str, Any], line: int, trace: list[str], run: Run
) -> None:
    assert f"line {line}: " in run("replay", "-", stdin=edited(trace, 1, **fields)).complaint


def test_missing_and_surplus_lines_are_named(trace: list[str], run: Run) -> None:
    wrong = {
        4: [*trace[:3], *trace[4:]],
        5: [*trace[:4], *trace[3:]],
        len(trace) - 1: trace[:-1],
        len(trace) + 1: [*trace, trace[-1]],
        1: trace[1:],
    }
    for number, lines in wrong.items():
        assert f"line {number}: " in run("replay", "-", stdin="\n".join(lines)).complaint


def test_no_digit_can_be_changed_unnoticed(trace: list[str], run: Run) -> None:
    rng = random.Random(1)
    text = "\n".join(trace)
    digits = [place for place, sign in enumerate(text) if sign in "0123456789"]
    for place in rng.sample(digits, 40):
        other = rng.choice([digit for digit in "123456789" if digit != text[place]])
        changed = text[:place] + other + text[place + 1 :]
        assert "line " in run("replay", "-", stdin=changed).complaint


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_a_trace_with_nesting_near_the_recursion_limit_is_an_error(
    opening: str, closing: str, trace: list[str], run: Run
) -> None:
    """A line that can just be parsed must also be compared and reported, at any depth."""
    for depth in range(880, 1000):
        nested = opening * depth + "1" + closing * depth
        told = run("replay", "-", stdin=f'{trace[0]}\n{{"step": {nested}}}').complaint
        assert "line 2: " in told
