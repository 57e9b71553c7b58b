"""The database may know more, or less, than memory: another server wrote, or it was restored.

The database decides. What is new in it is read and told; where it has less than memory, or
something else, the table is loaded again and everybody there gets the whole view.
"""

from typing import TYPE_CHECKING

from menagerie.server.ops.logs import log
from menagerie.server.tables.log_replay import RECENT, Replayed, line_of, replay_in_thread
from menagerie.server.tables.seats import Seat
from menagerie.store import Entry, Missing, SeatRow

if TYPE_CHECKING:
    from menagerie.server.tables.session import Room

GONE = "this table is no longer in the database; please make a new one"


async def read(room: "Room") -> None:
    """Take in whatever is new about a table; the room's lock is held."""
    if room.row.state == "waiting":
        await _read_table(room)
    elif room.match is not None:
        await catch_up(room)


async def catch_up(room: "Room") -> None:
    """Read what the log has beyond the last line that we know, and tell it; the lock is held."""
    number = room.playing.number
    entries = await room.store.log(room.row.id, max(0, number - 1))
    known = entries[:1] if number else []
    news = entries[len(known) :]
    if number and not (known and _is_last(room, known[0])):
        await reload(room, "the log ends before, or otherwise")
    elif not number and not news and not await _is_dealt(room):
        await reload(room, "the deal is not there")
    elif len(news) > RECENT:
        await reload(room, "far behind")
    else:
        await _take_in(room, news)


async def _take_in(room: "Room", entries: list[Entry]) -> None:
    for entry in entries:
        change = room.take_up(entry)
        room.tell(change, entry.data["by"])
    was_over = room.row.state == "over"
    await room.close_if_over()
    if room.row.state == "over" and not was_over:
        room.tell_table()


def _is_last(room: "Room", entry: Entry) -> bool:
    """Whether the log has our last line at its place."""
    number = room.playing.number - 1
    same = line_of(entry) == room.playing.lines[number]
    return entry.number == number and same and entry.data["by"] == room.by[number]


async def _is_dealt(room: "Room") -> bool:
    try:
        return (await room.store.table(room.row.id)).header == room.row.header
    except Missing:
        return False


async def reload(room: "Room", why: str) -> None:
    """Forget what we know and load the table again; everybody there is welcomed anew."""
    log.error("table_reloaded", table=room.row.id, why=why)
    try:
        row = await room.store.table(room.row.id)
    except Missing:
        room.adopt(Replayed(refusal=GONE))
        room.welcome_all()
        return
    _take_seats(room, {seat.seat: seat for seat in await room.store.seats(row.id)})
    entries = await room.store.log(row.id)
    room.row = row
    if row.header is None:
        room.adopt(Replayed())
    else:
        room.adopt(await replay_in_thread(row.header, entries))
        await room.close_if_over()
    room.welcome_all()


async def _read_table(room: "Room") -> None:
    """Who sits where by now, and whether the cards were dealt."""
    row = await room.store.table(room.row.id)
    if _take_seats(room, {seat.seat: seat for seat in await room.store.seats(row.id)}):
        room.tell_table()
    if row.header is None:
        return
    entries = await room.store.log(row.id)
    replayed = await replay_in_thread(row.header, entries)
    room.row = row
    room.adopt(replayed)
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
