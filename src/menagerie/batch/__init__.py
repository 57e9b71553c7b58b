"""Thousands of tables at once: each call is one compiled pass over all of them."""

from menagerie.batch.batch import Batch, Others, Restart, Reward

__all__ = ["Batch", "Others", "Restart", "Reward"]
