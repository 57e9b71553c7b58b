"""A table as everybody sees it: who sits where, how it is played, what proves the deal."""

from typing import TYPE_CHECKING

from menagerie import fairness
from menagerie.server.messages import SeatInfo, TableInfo

if TYPE_CHECKING:
    from menagerie.server.company import Company


def describe(room: "Company") -> TableInfo:
    """The table as everybody sees it; the secret of the deal when the game is over."""
    row, settings = room.row, room.row.settings
    over = row.state == "over"
    return {
        "id": row.id,
        "code": row.code,
        "game": row.game,
        "players": room.players,
        "options": settings["options"],
        "state": row.state,
        "open": settings["open"],
        "clock": settings["clock"],
        "hints": settings["hints"],
        "seats": [_seat(room, number) for number in range(room.players)],
        "deal": {
            "commitment": fairness.commitment(row.secret),
            "secret": row.secret.hex() if over else None,
            "entropy": room.entropy if over else None,
        },
        "next": row.next_id,
        "created": row.created,
    }


def _seat(room: "Company", number: int) -> SeatInfo:
    seat = room.seats.get(number)
    return {
        "seat": number,
        "name": seat.row.name if seat else None,
        "bot": seat.row.bot if seat else None,
        "here": seat is not None and (seat.here or seat.is_bot),
        "played_by_bot": seat is not None and room.is_played_by_bot(seat),
        "added": seat is not None and bool(seat.row.entropy),
    }
