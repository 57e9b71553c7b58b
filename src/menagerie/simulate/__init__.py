"""Simulations for those who design games: many games, counted, and a report about them."""
