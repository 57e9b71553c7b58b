"""Measuring speed: ours, and that of peers in the same run."""
