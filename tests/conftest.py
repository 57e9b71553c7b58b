"""Before the tests start, everything is compiled."""

import pytest
from compiling import compile_all

pytest_plugins = ["postgres"]


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        compile_all()
