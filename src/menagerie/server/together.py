"""Two servers with one database: what the other one wrote is read, and told at our tables."""

from typing import TYPE_CHECKING

from menagerie.server.seats import Seat
from menagerie.store import SeatRow

if TYPE_CHECKING:
    from menagerie.server.room import Room


async def read(room: "Room") -> None:
    """Take in whatever another server wrote about a table; the room's lock is held."""
    if room.row.state == "waiting":
        await _read_table(room)
    elif room.row.state == "playing" and room.match is not None:
        await catch_up(room)


async def catch_up(room: "Room") -> None:
    """Read what another server wrote to the log, and tell it."""
    for entry in await room.store.log(room.row.id, room.playing.number):
        change = room.take_up(entry)
        room.tell(change, entry.data["by"])
    await room.close_if_over()
    if room.row.state == "over":
        room.tell_table()


async def _read_table(room: "Room") -> None:
    """Who sits where by now, and whether the cards were dealt."""
    row = await room.store.table(room.row.id)
    if _take_seats(room, {seat.seat: seat for seat in await room.store.seats(row.id)}):
        room.tell_table()
    if row.header is None:
        return
    entries = await room.store.log(row.id)
    room.row, room.last_at = row, row.changed
    room.begin(row.header, entries)
    await room.close_if_over()
    room.welcome_all()


def _take_seats(room: "Room", rows: dict[int, SeatRow]) -> bool:
    """Whether anything was new."""
    before = {number: seat.row for number, seat in room.seats.items()}
    for number in [number for number in before if number not in rows]:
        del room.seats[number]
        room.make_watchers(number)
    for number, row in rows.items():
        if number in before and before[number].token_hash == row.token_hash:
            room.seats[number].row = row
            continue
        room.make_watchers(number)
        room.seats[number] = Seat(row, away_since=room.config.now())
    return before != rows
