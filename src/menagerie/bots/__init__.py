"""Bots: players that see only the observed table of their seat."""

from menagerie.bots.bot import Bot, choice
from menagerie.bots.levels import BOTS, LEVELS, create, seat_bots

__all__ = ["BOTS", "LEVELS", "Bot", "choice", "create", "seat_bots"]
