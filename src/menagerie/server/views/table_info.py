"""The public description of a table: seats, settings, and the proof of the deal."""

from collections.abc import Mapping
from typing import Protocol

from menagerie import fairness
from menagerie.game import Seat
from menagerie.server.schemas.tables import SeatInfo, TableInfo
from menagerie.store import SeatRow, TableRow


class SeatState(Protocol):
    row: SeatRow

    @property
    def is_connected(self) -> bool: ...
    @property
    def is_bot(self) -> bool: ...


class DescribedTable(Protocol):
    """What a description needs: a table in memory, or its state from the store."""

    row: TableRow

    @property
    def seats(self) -> Mapping[Seat, SeatState]: ...
    @property
    def players(self) -> int: ...
    @property
    def entropy(self) -> list[str]: ...
    def is_played_by_bot(self, number: Seat) -> bool: ...


def describe(table: DescribedTable) -> TableInfo:
    """The table as everybody sees it; the secret of the deal only when the game is over."""
    row, settings = table.row, table.row.settings
    over = row.state == "over"
    return {
        "id": row.id,
        "code": row.code,
        "game": row.game,
        "players": table.players,
        "options": settings["options"],
        "state": row.state,
        "open": settings["open"],
        "clock": settings["clock"],
        "hints": settings["hints"],
        "seats": [_describe_seat(table, number) for number in range(table.players)],
        "deal": {
            "commitment": fairness.commitment(row.secret),
            "secret": row.secret.hex() if over else None,
            "entropy": table.entropy if over else None,
        },
        "next": row.next_id,
        "created": row.created,
    }


def _describe_seat(table: DescribedTable, number: Seat) -> SeatInfo:
    seat = table.seats.get(number)
    return {
        "seat": number,
        "name": seat.row.name if seat else None,
        "bot": seat.row.bot if seat else None,
        "here": seat is not None and (seat.is_connected or seat.is_bot),
        "played_by_bot": seat is not None and table.is_played_by_bot(number),
        "added": seat is not None and bool(seat.row.entropy),
    }
