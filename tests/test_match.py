"""Matches: the log determines the game; a move can be undone while it revealed nothing."""

import json
import random
from dataclasses import replace

import pytest
from support.random_games import headers, label, third

from menagerie import BadInput, IllegalMove, Position, discovery
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import MAX_UNDOS_PER_TURN, Match, read_header
from menagerie.server.views.seat_view import encode_updates, seat_view

EVERY = pytest.mark.parametrize("header", third(headers()), ids=label)


def play(header: Header, undo: float, seed: int = 1) -> Match:
    """A whole match with some decisions undone."""
    rng = random.Random(seed)
    match = Match(header)
    while (seat := match.position.turn) is not None:
        if match.may_undo(seat) and rng.random() < undo:
            entry = LogEntry("undo", seat)
        else:
            entry = LogEntry("move", seat, rng.choice(match.position.legal_moves).to_json())
        match.add(match.prepare(entry))
    return match


@EVERY
def test_the_log_makes_the_same_table_to_the_byte(header: Header) -> None:
    match = play(header, undo=0.3)
    again = Match(header, match.entries)
    assert again.position.table.tobytes() == match.position.table.tobytes()
    assert again.number == match.number == len(match.entries)


@EVERY
def test_an_undo_leaves_no_trace_in_the_table(header: Header) -> None:
    match = play(header, undo=0.3)
    kept: list[LogEntry] = []
    for entry in match.entries:
        if entry.kind == "undo":
            kept.pop()
        else:
            kept.append(entry)
    assert Match(header, kept).position.table.tobytes() == match.position.table.tobytes()


@EVERY
def test_an_undone_move_revealed_nothing(header: Header) -> None:
    """After an undo, every seat observes the same bytes as before."""
    rng = random.Random(2)
    match = Match(header)
    taken = quiet = 0
    while (seat := match.position.turn) is not None:
        seen = [match.position.observe(at).raw for at in range(-1, header.players)]
        number, before = match.number, match.position
        entry = LogEntry("move", seat, rng.choice(match.position.legal_moves).to_json())
        match.add(match.prepare(entry))
        after = match.position
        quiet += after.turn == seat and not before.reveals_information(after)
        if match.may_undo(seat):
            match.add(match.prepare(LogEntry("undo", seat)))
            assert [match.position.observe(s).raw for s in range(-1, header.players)] == seen
            taken += 1
            match.add(match.prepare(entry))
        assert match.number > number
    assert taken == quiet


def test_an_invalid_entry_changes_nothing() -> None:
    match = Match(Header.create("incubation", 2, seed="a"))
    seat = match.position.turn
    assert seat is not None
    good = match.position.legal_moves[0].to_json()
    before = match.position.table.tobytes()
    for entry, words in (
        (LogEntry("move", 1 - seat, good), "not the turn"),
        (LogEntry("undo", seat), "there is nothing to take back"),
        (LogEntry("move", seat, {"do": "fly"}), "fly"),
        (LogEntry("move", seat, None), "do"),
    ):
        with pytest.raises(BadInput, match=words):
            match.prepare(entry)
    with pytest.raises(IllegalMove):
        match.prepare(LogEntry("move", seat, {"do": "stay"}))
    assert match.position.table.tobytes() == before
    assert match.number == 0


def test_a_stale_change_is_refused() -> None:
    match = Match(Header.create("cubosaurs", 2, seed="a"))
    change = match.prepare(LogEntry("move", match.position.turn or 0, {"do": "keep"}))
    match.add(change)
    with pytest.raises(ValueError, match="comes next"):
        match.add(change)


def test_nothing_is_left_to_do_when_the_game_is_over() -> None:
    match = play(Header.create("cubosaurs", 2, seed="a"), undo=0)
    with pytest.raises(BadInput, match="over"):
        match.prepare(LogEntry("move", 0, {"do": "keep"}))


def test_a_game_of_other_rules_is_refused() -> None:
    data = Header.create("cubosaurs", 2, seed="a").to_json()
    assert read_header(data).players == 2
    with pytest.raises(BadInput, match=r"version 2 of the rules of cubosaurs, .* has version 1"):
        read_header(data | {"rules": 2})


def test_a_game_goes_on_with_another_version_of_the_program() -> None:
    data = Header.create("cubosaurs", 2, seed="a").to_json()
    assert read_header(data | {"engine": "0.0.1"}).seed == "a"


def test_a_game_that_names_no_version_was_begun_with_the_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = Header.create("cubosaurs", 2, seed="a").to_json()
    del data["rules"]
    assert read_header(data).seed == "a"
    newer = replace(discovery.load("cubosaurs"), version=2)
    monkeypatch.setitem(discovery._loaded, "cubosaurs", newer)
    with pytest.raises(BadInput, match=r"version 1 of the rules of cubosaurs, .* has version 2"):
        read_header(data)
    assert read_header(data | {"rules": 2}).game is newer


@pytest.mark.parametrize("rules", [0, -1, True, 1.0, "1", None])
def test_an_invalid_rules_version_is_refused(rules: object) -> None:
    data = Header.create("cubosaurs", 2, seed="a").to_json()
    with pytest.raises(BadInput, match="rules in the header must be a number from 1"):
        read_header(data | {"rules": rules})


def test_a_position_that_forgets_still_counts() -> None:
    position = Position(Header.create("cubosaurs", 2, seed="a"))
    position.push(position.legal_moves[0])
    position.forget()
    position.push(position.legal_moves[0])
    assert (position.step, position.past, len(position.moves)) == (2, 1, 1)
    position.pop()
    with pytest.raises(BadInput):
        position.pop()


def _do_and_undo(match: Match, times: int) -> None:
    """Make a decision and undo it, this many times."""
    for _ in range(times):
        seat = match.position.turn
        assert seat is not None
        move = next(
            move.to_json()
            for move in match.position.legal_moves
            if match.prepare(LogEntry("move", seat, move.to_json())).position.past
        )
        match.add(match.prepare(LogEntry("move", seat, move)))
        match.add(match.prepare(LogEntry("undo", seat)))


def test_undos_per_turn_are_limited() -> None:
    header = Header.create("catbox", 2, seed="a", options={"advanced": True})
    match = Match(header)
    _do_and_undo(match, MAX_UNDOS_PER_TURN)
    seat = match.position.turn
    assert seat is not None
    match.add(match.prepare(LogEntry("move", seat, match.position.legal_moves[0].to_json())))
    assert not match.may_undo(seat)
    with pytest.raises(BadInput, match="50 decisions can be taken back in a turn"):
        match.prepare(LogEntry("undo", seat))
    with pytest.raises(BadInput, match="50 decisions can be taken back in a turn"):
        match.copy().prepare(LogEntry("undo", seat))
    # After a reload the last move could be taken back, but for the limit.
    reloaded = Match(header, match.entries)
    assert reloaded.position.past
    assert not reloaded.may_undo(seat)
    assert not seat_view(reloaded, seat, "en", None)["may_undo"]
    with pytest.raises(BadInput, match="50 decisions can be taken back in a turn"):
        reloaded.prepare(LogEntry("undo", seat))
    # A log from before the limit existed can still be replayed.
    longer = match.entries[: 2 * MAX_UNDOS_PER_TURN] + match.entries[:2]
    assert Match(header, longer).number == len(longer)


def test_an_update_of_another_server_offers_no_undo_at_the_limit() -> None:
    header = Header.create("catbox", 2, seed="a", options={"advanced": True})
    match = Match(header)
    _do_and_undo(match, MAX_UNDOS_PER_TURN - 1)
    for last in (False, True):
        seat = match.position.turn
        assert seat is not None
        entry = LogEntry("move", seat, match.entries[0].move)
        change = match.prepare(entry, recorded=True)
        assert change.position.past
        update = json.loads(encode_updates(change, None, [(seat, "en")])[seat, "en"])
        assert update["sight"]["may_undo"] is not last
        match.add(change)
        if not last:
            match.add(match.prepare(LogEntry("undo", seat), recorded=True))


def test_a_copy_goes_its_own_way_under_the_same_limits() -> None:
    match = Match(Header.create("catbox", 2, seed="a", options={"advanced": True}))
    _do_and_undo(match, MAX_UNDOS_PER_TURN - 1)
    clone = match.copy()
    before = match.position.table.tobytes()
    _do_and_undo(clone, 1)
    seat = clone.position.turn
    assert seat is not None
    clone.add(clone.prepare(LogEntry("move", seat, clone.position.legal_moves[0].to_json())))
    assert not clone.may_undo(seat)  # one more than the limit of a turn
    assert clone.number == match.number + 3
    assert match.position.table.tobytes() == before
    _do_and_undo(match, 1)  # the original has one left
