"""All commands. Each imports Numba and the games only when it runs: --help stays fast.

The order of imports is the order in --help.
"""

# isort: off
from menagerie.cli.arguments import app
from menagerie.cli import commands_play
from menagerie.cli import commands_study
from menagerie.cli import commands_host
# isort: on

__all__ = ["app", "commands_host", "commands_play", "commands_study"]
