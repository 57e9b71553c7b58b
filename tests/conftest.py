"""Compile all kernels in parallel before the whole suite; then run each file in one process.

A run of some files only compiles what they need, which takes seconds after an edit.
"""

import signal
from pathlib import Path, PurePath
from typing import Any

import pytest
from support.compile_kernels import compile_all
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]

pytest_plugins = ["support.cli.run_fixture", "support.postgres"]
SLOWEST_FILES = (
    "test_crash",
    "test_fault_attacks",
    "test_screens",
    "test_games",
    "test_openapi",
    "test_ray_cluster",
)
SLOW_FOLDERS = ("web", "server")
SPLIT_FILES = (
    "test_crash",
    "test_fault_attacks",
    "test_openapi",
    "test_secrets",
)  # slow, and their tests share no fixtures: each test may run in any process


def pytest_configure(config: pytest.Config) -> None:
    # Background jobs of a shell ignore SIGINT, and their child processes inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput") and _is_whole_suite(config):
        compile_all()


def _is_whole_suite(config: pytest.Config) -> bool:
    return any(Path(argument).resolve() == Path(__file__).parent for argument in config.args)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest tests first, so that the workers finish at about the same time."""
    items.sort(key=_start_order)


def _start_order(item: pytest.Item) -> int:
    if item.path.stem in SLOWEST_FILES:
        return SLOWEST_FILES.index(item.path.stem)
    return len(SLOWEST_FILES) + (item.path.parent.name not in SLOW_FOLDERS)


class FileScheduling(LoadScopeScheduling):  # type: ignore[misc] # it publishes no types
    """Run each test file in one process, so that its module fixtures are created once."""

    def _split_scope(self, nodeid: str) -> str:
        file = nodeid.partition("::")[0]
        return nodeid if PurePath(file).stem in SPLIT_FILES else file


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduling | None:
    return FileScheduling(config, log) if config.getoption("dist") == "loadfile" else None
