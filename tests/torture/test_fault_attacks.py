"""A few faults of each kind: no acknowledged entry is lost, and every table progresses."""

import asyncio
import os
import signal
from pathlib import Path

import pytest
from support.runs import compiled_only
from support.server.forked_server import ForkedServer
from torture import workload
from torture.attack import Place, ignore_progress
from torture.fault_attacks import FAULT_ATTACKS, FaultAttack
from torture.fault_databases import can_mount
from torture.trial import Trial

from menagerie.store import Store

pytestmark = compiled_only

CASES = [(attack, database) for attack in FAULT_ATTACKS for database in attack.databases]


@pytest.mark.parametrize(
    ("attack", "database"), CASES, ids=[f"{attack.name}-{database}" for attack, database in CASES]
)
def test_nothing_is_lost_and_every_table_goes_on(
    attack: FaultAttack, database: str, tmp_path: Path
) -> None:
    if attack.setting.small_disk and not can_mount():
        pytest.skip("only root can make a small file system")
    outcome = attack.run(attack.quick, 7, Place(tmp_path, database), ignore_progress)
    assert outcome.problems == ()
    assert outcome.counts[attack.unit] == attack.quick
    assert outcome.counts["updates compared"] > 0
    assert outcome.counts["players' lines compared"] > 0
    assert not any(outcome.counts.get(f"moves {what}") for what in ("lost", "doubled", "changed"))


async def lose_a_log_entry(trial: Trial) -> None:
    """Simulate a server that loses acknowledged log entries in a restart."""
    await asyncio.to_thread(trial.process.kill)
    store = await Store.open(trial.database.url)
    async with store._engines.write.begin() as connection:
        await connection.exec_driver_sql("DELETE FROM log WHERE number > 3")
    await store.close()
    await asyncio.to_thread(trial.process.start)


def test_a_lost_log_entry_is_found(tmp_path: Path) -> None:
    attack = FaultAttack("lose", "losses", lose_a_log_entry)
    outcome = attack.run(2, 1, Place(tmp_path, "sqlite"), ignore_progress)
    assert any("was told, and now it is" in problem for problem in outcome.problems)


async def forget_what_was_asked(trial: Trial) -> None:
    """Then every log entry of a player looks like a duplicate."""
    for table in trial.workload.tables:
        for guest in table.guests:
            guest.intentions.clear()


def test_a_log_entry_that_no_player_requested_is_found(tmp_path: Path) -> None:
    attack = FaultAttack("double", "doubles", forget_what_was_asked)
    outcome = attack.run(1, 1, Place(tmp_path, "sqlite"), ignore_progress)
    assert outcome.counts["moves doubled"] > 0
    assert any("moves doubled" in problem for problem in outcome.problems)


async def stop_for_good(trial: Trial) -> None:
    """Stop the server process for good."""
    os.kill(trial.pid, signal.SIGSTOP)


def test_stuck_tables_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workload, "STUCK_TIMEOUT_S", 1.0)
    monkeypatch.setattr(ForkedServer, "stop", ForkedServer.kill)
    attack = FaultAttack("stop", "stops", stop_for_good)
    outcome = attack.run(1, 1, Place(tmp_path, "sqlite"), ignore_progress)
    assert any(problem.startswith("stuck") for problem in outcome.problems)
