"""Every command. Games and Numba are imported by the command that runs."""

# In the order in which they are listed.
# isort: off
from menagerie.cli.arguments import app
from menagerie.cli import playing
from menagerie.cli import studying
from menagerie.cli import hosting
# isort: on

__all__ = ["app", "hosting", "playing", "studying"]
