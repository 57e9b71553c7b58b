"""Before the tests start, everything is compiled; then each file of tests stays in one process."""

import pytest
from compiling import compile_all

pytest_plugins = ["postgres"]
LONGEST = ("test_crash.py", "test_screens.py", "test_games.py", "test_openapi.py", "test_cluster.py")
LONG = ("web", "server")  # folders
APART = ("test_crash.py", "test_openapi.py", "test_secrets.py")  # long files, with little in common


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        compile_all()


@pytest.hookimpl(tryfirst=True)  # before the groups are read
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first, so that in the end nobody waits for it."""
    items.sort(key=_haste)
    for item in items:
        if item.path.name not in APART:
            item.add_marker(pytest.mark.xdist_group(f"{item.path.parent.name}/{item.path.stem}"))


def _haste(item: pytest.Item) -> int:
    if item.path.name in LONGEST:
        return LONGEST.index(item.path.name)
    return len(LONGEST) + (item.path.parent.name not in LONG)
