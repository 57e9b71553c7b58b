"""Traces: whole games as JSON lines, which a replay verifies."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TypeVar

from menagerie import bots, jsontext
from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.jsontext import Json
from menagerie.match import read_header
from menagerie.position import Position

T = TypeVar("T")


def trace(header: Header, bot: str) -> Iterator[Json]:
    """A whole game between bots, line by line."""
    seats = bots.seat_bots(header, bot)
    position = Position(header)
    yield header.to_json()
    while (seat := position.turn) is not None:
        chosen = bots.choice(position, seats[seat])
        yield step(position) | {"move": chosen.to_json()}
        position.push(chosen)
    yield end(position)


def step(position: Position) -> Json:
    """The line of a decision, without the move."""
    return {
        "step": position.step,
        "seat": position.turn,
        "position": position.game.document.to_json(position.table),
        "legal": [move.to_json() for move in position.legal_moves],
    }


def end(position: Position) -> Json:
    """The last line of a finished game."""
    return {
        "step": position.step,
        "position": position.game.document.to_json(position.table),
        "over": True,
        "scores": position.scores(),
        "winners": position.winners(),
    }


def replay(lines: Iterable[str]) -> Position:
    """Replay a trace from its header and moves; the first line that differs is an error."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, first = next(numbered, (1, ""))
    header = _at(number, lambda: _read_header(jsontext.parse(first, "the header")))
    position = Position(header)
    finished = False
    for number, line in numbered:
        if finished:
            raise BadInput(f"line {number}: the game was over before this line")
        data = _at(number, partial(_parse_object, line))
        if finished := position.is_over():
            _compare(number, data, end(position))
        else:
            _replay_step(number, data, position)
    if not finished:
        raise BadInput(f"line {number}: the trace ends here, without its last line, the result")
    return position


def _replay_step(number: int, data: Json, position: Position) -> None:
    expected = step(position)
    _compare(number, {name: value for name, value in data.items() if name != "move"}, expected)
    if "move" not in data:
        raise BadInput(f"line {number}: move is missing")
    _at(number, lambda: position.push(_object(data["move"], "move")))


def _read_header(data: object) -> Header:
    header = read_header(data)
    if "seed" not in _object(data, "the header"):
        raise BadInput("the header lacks seed")
    return header


def _compare(number: int, found: Json, expected: Json) -> None:
    before = "the header (line 1)"
    if number > 2:
        before += f" and the moves up to line {number - 1}"
    _at(number, lambda: _compare_fields(found, expected, before))


def _compare_fields(found: Json, expected: Json, before: str, path: str = "") -> None:
    """Raise an error that names the first field that differs, and where its value comes from."""
    for name, value in expected.items():
        where = f"{path}{name}"
        if name not in found:
            raise BadInput(f"{where} is missing")
        given = found[name]
        if isinstance(value, dict) and isinstance(given, dict):
            _compare_fields(given, value, before, f"{where}.")
        elif jsontext.canonical(given) != jsontext.canonical(value):
            raise BadInput(
                f"{where} is {jsontext.abbreviate_json(given)}, but it must be "
                f"{jsontext.abbreviate_json(value)} after {before}"
            )
    for name in found:
        if name not in expected:
            raise BadInput(f"{path}{name} is not a known field")


def _at(number: int, read: Callable[[], T]) -> T:
    """Run `read`, and add the number of the line to its errors."""
    try:
        return read()
    except BadInput as error:
        raise BadInput(f"line {number}: {error}") from None


def _parse_object(line: str) -> Json:
    return _object(jsontext.parse(line, "the line"), "the line")


def _object(data: object, what: str) -> Json:
    if not isinstance(data, dict):
        raise BadInput(f"{what} must be an object, not {jsontext.abbreviate_json(data)}")
    return data
