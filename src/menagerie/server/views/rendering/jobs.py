"""Jobs of the render worker: what it needs to encode updates, and the result, as bytes."""

import pickle
from collections.abc import Iterable
from functools import lru_cache

from menagerie import jsontext
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Change
from menagerie.position import Position, Snapshot
from menagerie.server.views.seat_view import EncodedUpdates, Viewer, encode_updates

MAX_CACHED_HEADERS = 1000


def encode_job(change: Change, deadline: float | None, viewers: Iterable[Viewer]) -> bytes:
    """The arguments of `encode_updates` for the render worker: see `run_job`."""
    entry = change.entry
    job = (
        change.position.header.seedless_json,
        (entry.kind, entry.seat, entry.move, entry.by, entry.number, entry.at),
        tuple(change.origin.to_snapshot()),  # a plain tuple is pickled twice as fast
        change.move,
        tuple(change.position.to_snapshot()),
        change.may_undo,
        deadline,
        list(viewers),
    )
    return pickle.dumps(job, pickle.HIGHEST_PROTOCOL)


def run_job(job: bytes) -> bytes:
    """Run a job; `decode_result` decodes the result."""
    arguments = pickle.loads(job)  # noqa: S301 - ours
    kind, entry, before, move, after, may_undo, deadline, viewers = arguments
    header = _header(kind)
    origin = Position.from_snapshot(header, Snapshot(*before))
    position = Position.from_snapshot(header, Snapshot(*after))
    change = Change(LogEntry(*entry), origin, move, position, may_undo)
    return pickle.dumps(encode_updates(change, deadline, viewers), pickle.HIGHEST_PROTOCOL)


def decode_result(result: bytes) -> EncodedUpdates:
    updates: EncodedUpdates = pickle.loads(result)  # noqa: S301 - from our own process
    return updates


@lru_cache(MAX_CACHED_HEADERS)
def _header(kind: str) -> Header:
    """The header without its seed: rendering needs no dice."""
    return Header.from_json(jsontext.parse(kind, "the header"))
