"""What each seat is sent of a line of the log, ready for the wire; also as an order to a scribe."""

import pickle
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import orjson

from menagerie import jsontext
from menagerie.header import Header
from menagerie.match import Change, Line
from menagerie.position import Position
from menagerie.server.sights import Telling

Eyes = tuple[int, str]  # a seat, or WATCHER, and a language
Letters = dict[Eyes, bytes]
HEADERS = 1000  # that a scribe remembers


def write(change: Change, by: Any, deadline: float | None, eyes: Iterable[Eyes]) -> Letters:
    """As each of them saw it happen."""
    telling = Telling(change, by, deadline)
    return {(seat, lang): orjson.dumps(telling.update(seat, lang)) for seat, lang in eyes}


def order(change: Change, by: Any, deadline: float | None, eyes: Iterable[Eyes]) -> bytes:
    """The same, to be done by another process of ours: see `obey`."""
    line, positions = change.line, (change.origin.to_snapshot(), change.position.to_snapshot())
    said = line.kind, line.seat, line.move
    what = (change.position.header.kind, change.number, said, change.move, *positions)
    return pickle.dumps((what, by, deadline, list(eyes)), pickle.HIGHEST_PROTOCOL)


def obey(ordered: bytes) -> bytes:
    """What was ordered; `read` takes the answer."""
    what, by, deadline, eyes = pickle.loads(ordered)  # noqa: S301 - from our own process
    kind, number, said, move, before, after = what
    header = _header(kind)
    origin, position = Position.from_snapshot(header, before), Position.from_snapshot(header, after)
    change = Change(number, Line(*said), origin, move, position)
    return pickle.dumps(write(change, by, deadline, eyes), pickle.HIGHEST_PROTOCOL)


def read(answer: bytes) -> Letters:
    letters: Letters = pickle.loads(answer)  # noqa: S301 - from our own process
    return letters


@lru_cache(HEADERS)
def _header(kind: str) -> Header:
    """Without the seed: whoever tells of a move needs no dice."""
    return Header.from_json(jsontext.parse(kind, "the header"))
