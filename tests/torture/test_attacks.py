"""Tests of the attacks: short runs find no problem, and planted bugs are found."""

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support.runs import compiled_only
from torture import fuzz_readers, noninterference
from torture.attack import Place, ignore_progress
from torture.fuzz import ATTACK as FUZZ
from torture.fuzz_readers import ReaderFuzzer
from torture.fuzz_requests import RequestFuzzer
from torture.fuzz_server import FuzzTarget
from torture.noninterference import ATTACK as NON_INTERFERENCE
from torture.noninterference_rendered import InProcessComparison
from torture.noninterference_servers import ServerPair
from torture.noninterference_sockets import SocketComparison

from menagerie import traces
from menagerie.errors import IllegalMove
from menagerie.game import Game
from menagerie.kernel import TableView, copy
from menagerie.position import Position
from menagerie.server.http import dependencies
from menagerie.server.ops.logs import log
from menagerie.traces import replay

pytestmark = compiled_only


def test_messages_follow_from_what_a_seat_may_know(tmp_path: Path) -> None:
    heard: list[int] = []
    counts = NON_INTERFERENCE.run(3_000, 5, Place(tmp_path, "sqlite"), heard.append).counts
    over_sockets = counts["messages over sockets"] + counts["requests answered"]
    assert over_sockets >= 3_000 * noninterference.SOCKET_SHARE
    assert counts["compared messages"] == over_sockets + counts["messages rendered in process"]
    assert counts["pairs that really differ"] > counts["pairs of worlds"] / 2
    assert heard[-1] == counts["compared messages"] >= 3_000
    assert heard == sorted(heard)


def leak_by_errors(patch: pytest.MonkeyPatch) -> None:
    """Leak part of the secret dice key in error messages."""
    right: Callable[[Position, Any], IllegalMove] = Position._illegal

    def wrong(self: Position, move: Any) -> IllegalMove:
        error = right(self, move)
        return IllegalMove(f"{error} [{int(self.table.key[0]) % 8}]", error.rule)

    patch.setattr(Position, "_illegal", wrong)


def leak_by_sights(patch: pytest.MonkeyPatch) -> None:
    """Leak the unmasked table to every viewer."""
    patch.setattr(Position, "observe", lambda self, _seat: self.table_view)


def leak_by_score(patch: pytest.MonkeyPatch) -> None:
    """Leak the unmasked table to score sheets and hints too."""
    patch.setattr(Position, "observe", lambda self, _seat: self.table_view)
    patch.setattr(Game, "observe", lambda _self, table, _seat: TableView(copy(table.array)))


LEAKS = [leak_by_errors, leak_by_sights, leak_by_score]


@pytest.mark.parametrize("leak", LEAKS[:2])
def test_a_planted_leak_is_found_in_process(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    leak(monkeypatch)
    with pytest.raises(AssertionError, match=r"can tell two worlds apart(.|\n)*seed: 3\n"):
        InProcessComparison(3, ignore_progress).run(4_000)


@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found_over_sockets(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with ServerPair(tmp_path) as server_pair:
        leak(monkeypatch)
        with pytest.raises(AssertionError, match=r"can tell two worlds apart(.|\n)*seed: 3\n"):
            SocketComparison(server_pair, 3, ignore_progress).run(4_000)


def test_fuzzed_inputs_cause_no_internal_error(tmp_path: Path) -> None:
    heard: list[int] = []
    counts = FUZZ.run(3_000, 5, Place(tmp_path, "sqlite"), heard.append).counts
    kinds = ("requests", "raw requests", "socket messages", "socket frames")
    over_network = [counts[kind] for kind in kinds]
    assert all(over_network)
    assert sum(over_network) == counts["inputs over the network"] >= 0.15 * 3_000
    read = [counts[kind] for kind in fuzz_readers.KINDS]
    assert all(read)
    assert heard[-1] == counts["fuzzed inputs"] == sum(over_network) + sum(read)
    assert counts["moves in the background games"] > 0
    assert 0 < counts["positions refused"] < counts["positions"]
    assert 0 < counts["editions refused"] < counts["editions"]


def test_a_reader_that_fails_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(lines: list[str]) -> Position:
        if not lines[0].startswith("{"):
            raise KeyError("game")
        return replay(lines)

    monkeypatch.setattr(traces, "replay", careless)
    monkeypatch.setattr(fuzz_readers, "KINDS", {"traces": 1.0})
    with pytest.raises(AssertionError, match="KeyError: 'game'\ntraces, seed 1, number"):
        ReaderFuzzer(1, ignore_progress).run(2_000)


def test_a_server_that_fails_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def careless(*_: Any) -> None:
        raise KeyError

    with FuzzTarget(tmp_path, 1, ignore_progress) as target:
        request_fuzzer = RequestFuzzer(target)
        monkeypatch.setattr(dependencies, "issue_token", careless)
        with pytest.raises(AssertionError, match=r"an answer of a fault(.|\n)*requests, seed 1"):
            request_fuzzer.run(2_000)
        monkeypatch.undo()
        target.background_games.error = None  # the background games may have failed meanwhile


def test_a_logged_error_is_found(tmp_path: Path) -> None:
    with FuzzTarget(tmp_path, 1, ignore_progress) as target:
        target.check("nothing", "")
        log.error("planted")
        assert logging.getLogger().handlers
        with pytest.raises(AssertionError, match="planted"):
            target.check("nothing", "")
