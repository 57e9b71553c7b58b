"""Before the tests start: compile every game once, side by side, rather than in each worker."""

import subprocess
import sys

import numba
import pytest

from menagerie import discovery

pytest_plugins = ["postgres"]
RULES = "import sys, menagerie; position = menagerie.new(sys.argv[1], seed=1)"
THOUGHTS = """
from menagerie import bots
for level in ("easy", "greedy"):
    bots.choice(position, bots.create(level, position.game, bytes(16)))
from menagerie.simulate import plan, running
running.prepare(plan.Plan.create(position.header, "random", 1))
"""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        again = numba.config.BOUNDSCHECK or numba.config.DISABLE_JIT  # then no bot is tested
        code = RULES if again else RULES + THOUGHTS
        commands = [[sys.executable, "-c", code, name] for name in discovery.names()]
        running = [subprocess.Popen(command) for command in commands]
        assert [process.wait() for process in running] == [0] * len(running)
