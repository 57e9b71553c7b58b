"""A server with 20,000 games in play starts quickly and needs little memory."""

import time
from pathlib import Path

from support.runs import compiled_only
from support.server.crowded_database import fill, played, spread
from support.server.health_checks import faults, read_metric
from support.server.server_process import ServerProcess

pytestmark = compiled_only

TABLE_COUNT = 20_000
MAX_MEMORY_BYTES = 400e6
CATCH_UP_TIMEOUT_S = 120.0


def test_only_tables_that_are_due_are_loaded_and_each_clock_fires_once(tmp_path: Path) -> None:
    file = tmp_path / "server.db"
    plan = spread(TABLE_COUNT)
    tables = fill(file, plan)
    soon = {
        table
        for table, (deadline, _) in zip(tables, plan, strict=True)
        if deadline < time.time() + 60
    }
    assert len(soon) == TABLE_COUNT // 100
    with ServerProcess(tmp_path, f"sqlite:///{file}", "--busy=inf") as server:
        most, end = 0.0, time.monotonic() + CATCH_UP_TIMEOUT_S
        while played(file).keys() != soon:
            assert time.monotonic() < end
            most = max(most, read_metric(server.address, "process_resident_memory_bytes"))
            time.sleep(0.05)
        while read_metric(server.address, "menagerie_rooms") > 0:  # until all are evicted
            assert time.monotonic() < end
            time.sleep(0.05)
        assert faults(server.address) == 0
        assert server.stop() == 0
    assert played(file) == dict.fromkeys(soon, 1)
    assert most < MAX_MEMORY_BYTES
