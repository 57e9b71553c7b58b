"""A finished game, step by step, with nothing hidden."""

from collections.abc import Sequence

from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.server.schemas.history import ReplayStep
from menagerie.server.tables.log_replay import changes, opening
from menagerie.server.views.replay_step import deal_step, replay_step


def replay_steps(header: Header, entries: Sequence[LogEntry], language: str) -> list[ReplayStep]:
    """The deal, and the table after each entry of the log."""
    steps = [replay_step(change, language) for change in changes(header, entries)]
    return [deal_step(opening(header)), *steps]
