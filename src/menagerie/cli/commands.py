"""Every command. Games and Numba are imported by the command that runs."""

# In the order in which they are listed.
# isort: off
from menagerie.cli.arguments import app
from menagerie.cli import commands_play
from menagerie.cli import commands_study
from menagerie.cli import commands_host
# isort: on

__all__ = ["app", "commands_host", "commands_play", "commands_study"]
