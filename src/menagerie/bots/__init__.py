"""Bots: players that see only the observed table of their seat."""

from menagerie.bots.bot import Bot, choice
from menagerie.bots.levels import BOTS, LEVELS, create, with_threads

__all__ = ["BOTS", "LEVELS", "Bot", "choice", "create", "with_threads"]
