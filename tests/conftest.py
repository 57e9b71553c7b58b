"""Before the tests start: compile every game once, rather than in each worker at a time."""

import pytest

from menagerie import discovery, new


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        for name in discovery.names():
            new(name, seed=1)
