"""Bots: players that are given an observed table and nothing else."""

from menagerie.bots.levels import BOTS, LEVELS, create, with_threads
from menagerie.bots.playing import Bot, choice

__all__ = ["BOTS", "LEVELS", "Bot", "choice", "create", "with_threads"]
