"""Finished games: their replay and the coach's review."""
