"""Compile every game once, side by side, rather than in each worker of the tests."""

import hashlib
import subprocess
import sys

import numba

from menagerie import discovery
from menagerie.kernel import cache

RULES = "import sys, menagerie; position = menagerie.new(sys.argv[1], seed=1)"
THOUGHTS = """
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
    """Unless it was done; to load all that takes time, too."""
    here = hashlib.sha256(str(cache.PACKAGE).encode()).hexdigest()[:8]  # Numba tells places apart
    done = cache.folder() / f"compiled-{here}"
    if done.exists():
        return
    again = numba.config.BOUNDSCHECK or numba.config.DISABLE_JIT  # then no bot is tested
    code = RULES if again else RULES + THOUGHTS
    commands = [[sys.executable, "-c", code, name] for name in discovery.names()]
    running = [subprocess.Popen(command) for command in commands]
    outcomes = [process.wait() for process in running]
    if any(outcomes):
        raise SystemExit("the rules do not compile")
    done.touch()


if __name__ == "__main__":
    compile_all()
