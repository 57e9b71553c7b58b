"""Before the tests start, everything is compiled."""

import pytest
from compiling import compile_all

pytest_plugins = ["postgres"]
LONGEST = ("test_crash.py", "test_games.py", "test_cluster.py", "test_openapi.py")
LONG = ("web", "server")  # folders


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        compile_all()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that in the end nobody waits for it."""
    items.sort(key=_haste)


def _haste(item: pytest.Item) -> int:
    if item.path.name in LONGEST:
        return 0
    return 1 if item.path.parent.name in LONG else 2
