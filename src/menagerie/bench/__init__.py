"""Benchmarks: our games, peer libraries in the same run, the page, and a server under load."""
