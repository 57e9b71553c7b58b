"""Simulations for game designers: play many games, count what happens, write a report."""
