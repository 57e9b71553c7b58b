"""Compile every kernel before the whole suite, in one process per game.

Otherwise each test worker would compile mostly the same kernels.
"""

import subprocess
import sys

import numba

from menagerie import discovery
from menagerie.kernel import cache

RULES = "import sys, menagerie; position = menagerie.new(sys.argv[1], seed=1)"
BOTS_AND_BATCHES = """
from menagerie import bots
for level in ("easy", "greedy"):
    bots.choice(position, bots.create(level, position.game, bytes(16)))
from menagerie.batch import Batch
Batch(sys.argv[1], 2)
from menagerie.research.game_session import GameSession
GameSession(sys.argv[1], None, None, None)
from menagerie.simulate import plan, runner
runner.precompile(plan.Plan.create(position.header, "random", 1))
"""


def compile_all() -> None:
    """Skip if done for the same sources: even loading all machine code takes time."""
    done = cache.marker("all kernels")
    if done.exists() or numba.config.DISABLE_JIT:
        return
    code = (
        RULES if numba.config.BOUNDSCHECK else RULES + BOTS_AND_BATCHES
    )  # only rules are tested with bounds checks
    commands = [[sys.executable, "-c", code, name] for name in discovery.names()]
    running = [subprocess.Popen(command) for command in commands]
    outcomes = [process.wait() for process in running]
    if any(outcomes):
        raise SystemExit("the rules do not compile")
    done.touch()


if __name__ == "__main__":
    compile_all()
