"""The hall: all tables in use, brought in from the store when somebody asks for them."""

import asyncio
import hashlib
import secrets
from dataclasses import replace
from typing import Any

from menagerie import fairness
from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.server import together
from menagerie.server.company import WrongState
from menagerie.server.config import Config
from menagerie.server.dictation import Dictation
from menagerie.server.helping import Helper
from menagerie.server.limits import Buckets, Counts
from menagerie.server.logs import log
from menagerie.server.looking_back import Archive
from menagerie.server.messages import NewTable
from menagerie.server.metrics import Metrics
from menagerie.server.minding import RETRY, Minder
from menagerie.server.names import check_edition_name, check_name
from menagerie.server.room import Room
from menagerie.server.seats import Seat
from menagerie.store import Conflict, SeatRow, Store, StoreError, TableRow

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # of a code: no vowels, so no words; none that look alike
CODE = 5
TRIES = 20
SWEEP = 30.0  # seconds between two rounds through the hall
DAY = 86_400.0


class Hall:
    def __init__(self, store: Store, config: Config) -> None:
        self.store = store
        self.config = config
        self.metrics = Metrics()
        self.minder = Minder(config, self.metrics)
        self.helper = Helper(self.minder.pool)
        self.archive = Archive()
        self.dictation = Dictation(config.busy)
        self.metrics.watch(self.dictation.pid)
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        hour = 3600.0
        limits = config.limits
        self.new_tables = Buckets(limits.tables / hour, limits.tables, config.now)
        self.requests = Buckets(limits.requests, limits.request_burst, config.now)
        self.sockets = Counts(limits.sockets)  # by address
        self.watchers = Counts(limits.watchers)  # by table

    async def room(self, table_id: str) -> Room:
        """A table, from memory or from the store; two who ask at once get the same one."""
        if (room := self.rooms.get(table_id)) is not None:
            room.used_at = self.config.now()  # so that nobody forgets it meanwhile
            return room
        if table_id not in self.loading:
            task = asyncio.create_task(self._load(table_id))
            self.loading[table_id] = task
            task.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return await asyncio.shield(self.loading[table_id])

    async def refresh(self, room: Room) -> None:
        """Take in whatever another server wrote about a table."""
        async with room.lock:
            await together.read(room)
        self.minder.mind(room)

    async def _load(self, table_id: str) -> Room:
        row = await self.store.table(table_id)
        now = self.config.now()
        seats = [Seat(seat, away_since=now) for seat in await self.store.seats(table_id)]
        room = Room(row, seats, self.store, self.config, self.dictation)
        if row.header is not None:
            room.begin(row.header, await self.store.log(table_id))
            await room.close_if_over()
        return self._take_in(room)

    def _take_in(self, room: Room) -> Room:
        self.rooms[room.row.id] = room
        self.metrics.rooms.set(len(self.rooms))
        self.minder.mind(room)
        return room

    async def create(self, asked: NewTable, token_hash: bytes) -> Room:
        """Make a table; whoever makes it sits at the first seat that no bot has."""
        name = check_name(asked.name)
        header = Header.create(  # says what is wrong, if anything is
            asked.game, asked.players, edition=asked.edition, options=asked.options, seed=""
        )
        check_edition_name(header.edition["name"])
        levels = {int(seat): level for seat, level in asked.bots.items()}
        if strange := [seat for seat in levels if seat >= asked.players]:
            raise BadInput(f"there is no seat {strange[0]} for a bot at this table")
        free = [seat for seat in range(asked.players) if seat not in levels]
        if not free:
            raise BadInput("bots have all the seats; one must be left for you")
        settings = {
            "players": asked.players,
            "options": dict(header.options),
            "edition": asked.edition,
            "open": asked.open,
            "clock": asked.clock,
            "hints": asked.hints,
            "autostart": False,
        }
        seats = [(seat, level, None, level) for seat, level in levels.items()]
        people = [(free[0], name, token_hash, None)]
        return await self.add(new_id(), asked.game, settings, [*people, *seats])

    async def add(
        self, table_id: str, game: str, settings: dict[str, Any], seats: list[Any]
    ) -> Room:
        """Write a new table down, under a code that is free."""
        now = self.config.now()
        rows = [
            SeatRow(table_id, seat, name, token_hash, bot, "", {})
            for seat, name, token_hash, bot in sorted(seats)
        ]
        secret = fairness.new_secret()
        for _ in range(TRIES):
            code = new_code()
            row = TableRow(table_id, code, game, "waiting", settings, secret, None, None, now, now)
            try:
                await self.store.add_table(row, rows)
            except Conflict:
                continue
            taken = [Seat(seat, away_since=now) for seat in rows]
            return self._take_in(Room(row, taken, self.store, self.config, self.dictation))
        raise WrongState("no table could be made just now; please try again")

    async def sit(
        self, room: Room, token_hash: bytes, name: str, seat: int | None, entropy: str
    ) -> int:
        """Take a seat; who sits already stays where they are."""
        name, entropy = check_name(name), fairness.check_entropy(entropy)
        async with room.lock:
            await together.read(room)
            if (mine := room.seat_of(token_hash)) is not None:
                return mine
            if room.row.state != "waiting":
                raise WrongState("the game has begun; you can watch it")
            free = [number for number in range(room.players) if number not in room.seats]
            if seat is not None and seat not in free:
                raise WrongState(f"seat {seat} is not free; free are: {free or 'none'}")
            if not free:
                raise WrongState("all seats are taken; you can watch")
            number = free[0] if seat is None else seat
            row = SeatRow(room.row.id, number, name, token_hash, None, entropy, {})
            await self.store.put_seat(row, expect=None)
            room.seats[number] = Seat(row, away_since=self.config.now())
        room.tell_table()
        return number

    async def add_entropy(self, room: Room, seat: Seat, words: str) -> None:
        """A player's own words for the deal, while there was none."""
        fairness.check_entropy(words)
        async with room.lock:
            await together.read(room)
            if room.row.state != "waiting":
                raise WrongState("the cards are dealt already")
            room.check_taken(seat)
            row = seat.with_entropy(words)
            await self.store.put_seat(row, expect=seat.row)
            seat.row = row
        room.tell_table()

    async def leave(self, room: Room, seat: Seat) -> None:
        """Get up: before the deal the seat is free; after it a bot plays until you come back."""
        async with room.lock:
            await together.read(room)
            room.check_taken(seat)
            if room.row.state == "waiting":
                await self.store.remove_seat(seat.row)
                del room.seats[seat.row.seat]
                room.make_watchers(seat.row.seat)
            else:
                seat.left = True
        room.tell_table()
        self.minder.mind(room)

    async def start(self, room: Room) -> None:
        await room.start()
        self.minder.mind(room)

    async def rematch(self, room: Room) -> Room:
        """The same people and bots once more, everybody one seat further."""
        async with room.lock:
            await together.read(room)
            if room.row.state != "over":
                raise WrongState("this game is not over yet")
            next_id = _rematch_id(room.row)
            if room.row.next_id is None:
                await self._set_up_again(room, next_id)
        room.tell_table()
        return await self.room(next_id)

    async def _set_up_again(self, room: Room, next_id: str) -> None:
        seats = [
            ((number + 1) % room.players, seat.row.name, seat.row.token_hash, seat.row.bot)
            for number, seat in room.seats.items()
        ]
        settings = room.row.settings | {"autostart": True}
        try:
            await self.store.table(next_id)
        except LookupError:
            await self.add(next_id, room.row.game, settings, seats)
        now = self.config.now()
        await self.store.change_table(room.row.id, expect_state="over", at=now, next_id=next_id)
        room.row = replace(room.row, next_id=next_id)

    async def resume(self) -> None:
        """Go on with tables at which a clock runs or a bot is to move."""
        for row in await self._playing():
            try:
                await self.room(row.id)
            except Exception as error:  # noqa: BLE001 - the others must not wait for it
                log.fault("resume", error, table=row.id)

    async def _playing(self) -> list[TableRow]:
        """The tables at which a game is on, as soon as the database tells."""
        while True:
            try:
                return await self.store.tables(state="playing", limit=100_000)
            except StoreError as error:
                log.error("store", error=str(error))
                await asyncio.sleep(RETRY)

    async def sweep(self) -> None:
        """Forget tables that nobody uses: at first in memory, much later for good."""
        while True:
            await asyncio.sleep(SWEEP)
            before = self.config.now() - self.config.idle
            for table_id, room in list(self.rooms.items()):
                if room.is_idle(before):
                    del self.rooms[table_id]
            self.metrics.rooms.set(len(self.rooms))
            old = self.config.now() - self.config.keep_days * DAY
            try:
                await self.store.forget(before=old, states=("waiting", "playing", "over"))
            except StoreError as error:  # the next round may do better
                log.error("store", error=str(error))

    async def close(self) -> None:
        """Stop the bots and let what is being written come to its end."""
        rooms = list(self.rooms.values())
        self.minder.closed = True
        for room in rooms:
            await self.minder.stop(room)
        self.minder.close()
        self.archive.close()
        for room in rooms:
            async with room.lock:
                pass
        await self.dictation.close()


def new_id() -> str:
    return secrets.token_urlsafe(16)


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE))


def _rematch_id(row: TableRow) -> str:
    """The same for all who ask, and not to be guessed by others."""
    return hashlib.sha256(b"rematch" + row.secret).hexdigest()[:22]
