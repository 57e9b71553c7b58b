"""Encoding an update for everybody at a table, in this process or in a worker process."""
