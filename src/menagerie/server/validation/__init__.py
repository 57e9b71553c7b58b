"""Validation of names that users type."""
