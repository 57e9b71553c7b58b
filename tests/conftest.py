"""Before the tests start: compile every game once, side by side, rather than in each worker."""

import subprocess
import sys

import pytest

from menagerie import discovery

pytest_plugins = ["postgres"]
COMPILE = "import sys, menagerie; menagerie.new(sys.argv[1], seed=1)"


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        commands = [[sys.executable, "-c", COMPILE, name] for name in discovery.names()]
        running = [subprocess.Popen(command) for command in commands]
        assert [process.wait() for process in running] == [0] * len(running)
