"""The hall: all tables in use, brought in from the store when somebody asks for them."""

import asyncio
import contextlib
import hashlib
import secrets
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from menagerie import fairness
from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.server.access.addresses import network_of
from menagerie.server.access.join_codes import CodeGuesses, new_code
from menagerie.server.access.rate_limits import Buckets, Counts
from menagerie.server.background.autoplay import Minder
from menagerie.server.config import Config
from menagerie.server.history.archive import Archive
from menagerie.server.ops.metrics import Metrics
from menagerie.server.schemas.messages import NewTable
from menagerie.server.tables import remote_changes
from menagerie.server.tables.audience import Company, WrongState
from menagerie.server.tables.log_replay import replay_in_thread
from menagerie.server.tables.seats import Seat
from menagerie.server.tables.session import Room
from menagerie.server.validation.names import check_distinct, check_edition_name, check_name
from menagerie.server.views.assistance import Helper
from menagerie.server.views.rendering.client import Dictation
from menagerie.store import Conflict, Missing, SeatRow, Store, StoreError, TableRow

TRIES = 20
HOUR = 3600.0


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
        limits, clock = config.limits, time.monotonic
        self.new_tables = Buckets(limits.tables / HOUR, limits.tables, clock)
        self.requests = Buckets(limits.requests, limits.request_burst, clock)
        self.messages = Buckets(limits.address_messages, limits.address_burst, clock)
        self.guesses = CodeGuesses(limits, clock)
        self.sockets = Counts(limits.sockets)  # by address
        self.watchers = Counts(limits.watchers)  # by table
        self.watchers_here = Counts(limits.address_watchers)  # by table and address

    async def room(self, table_id: str) -> Room:
        """A table, from memory or from the store; two who ask at once get the same one."""
        if (room := self.rooms.get(table_id)) is not None:
            room.used_at = self.config.now()  # so that nobody forgets it meanwhile
            return room
        if table_id not in self.loading:
            self.begin_loading(table_id)
        room = await asyncio.shield(self.loading[table_id])
        room.used_at = self.config.now()
        return room

    def begin_loading(self, table_id: str) -> asyncio.Task[Room]:
        task = self.loading[table_id] = asyncio.create_task(self._load(table_id))
        task.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return task

    async def look_up(self, table_id: str) -> Company:
        """A table to be described: from memory, or as it is in the store, without its game."""
        if (room := self.rooms.get(table_id)) is not None:
            room.used_at = self.config.now()
            return room
        row = await self.store.table(table_id)
        return Company(row, await self._seats(table_id), self.config)

    async def look_up_all(self, rows: Sequence[TableRow]) -> list[Company]:
        """The same for several tables, with one question to the store."""
        now = self.config.now()
        seats = await self.store.seats_at([row.id for row in rows])
        return [
            self.rooms.get(row.id)
            or Company(row, [Seat(seat, away_since=now) for seat in seats[row.id]], self.config)
            for row in rows
        ]

    async def refresh(self, room: Room) -> None:
        """Take in whatever another server wrote about a table."""
        async with room.lock:
            try:
                await remote_changes.read(room)
            except Missing:  # then nobody finds it in memory either
                self.drop(room)
                raise
        self.minder.mind(room)

    async def _load(self, table_id: str) -> Room:
        row = await self.store.table(table_id)
        seats = await self._seats(table_id)
        room = Room(row, seats, self.store, self.config, self.dictation)
        if row.header is not None:
            room.adopt(await replay_in_thread(row.header, await self.store.log(table_id)))
            await room.close_if_over()
        room.used_at = float("-inf")  # until whoever asked for it gets it
        return self._take_in(room)

    async def _seats(self, table_id: str) -> list[Seat]:
        now = self.config.now()
        return [Seat(seat, away_since=now) for seat in await self.store.seats(table_id)]

    def _take_in(self, room: Room) -> Room:
        """Keep a table in memory, unless somebody else has loaded it meanwhile."""
        room = self.rooms.setdefault(room.row.id, room)
        self.metrics.rooms.set(len(self.rooms))
        self.minder.mind(room)
        return room

    def drop(self, room: Room) -> None:
        """Take a table out of memory."""
        if self.rooms.get(room.row.id) is room:
            del self.rooms[room.row.id]
            self.metrics.rooms.set(len(self.rooms))
        if room.timer is not None:
            room.timer.cancel()
            room.timer = room.due = None

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
            await remote_changes.read(room)
            if (mine := room.seat_of(token_hash)) is not None:
                return mine
            if room.row.state != "waiting":
                raise WrongState("the game has begun; you can watch it")
            free = [number for number in range(room.players) if number not in room.seats]
            if seat is not None and seat not in free:
                raise WrongState(f"seat {seat} is not free; free are: {free or 'none'}")
            if not free:
                raise WrongState("all seats are taken; you can watch")
            check_distinct(name, [taken.row.name for taken in room.seats.values()])
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
            await remote_changes.read(room)
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
            await remote_changes.read(room)
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
            await remote_changes.read(room)
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

    def listed(self, most: int) -> list[Room]:
        """Open tables at which somebody waits, the newest first; at most a few of one address."""
        waiting = [room for room in self.rooms.values() if room.is_joinable()]
        waiting.sort(key=lambda room: room.row.created, reverse=True)
        found: list[Room] = []
        counts: Counter[str] = Counter()
        for room in waiting:
            owner = network_of(room.address) or room.address
            counts[owner] += 1
            if counts[owner] <= self.config.limits.listed:
                found.append(room)
        return found[:most]

    async def table_by_code(self, code: str, address: str) -> Company:
        self.guesses.check(address)
        try:
            row = await self.store.table_by_code(code)
        except Missing:
            self.guesses.miss(address)
            raise
        return await self.look_up(row.id)

    def renew_token(self, table_ids: Iterable[str], old: bytes, new: bytes) -> None:
        """Somebody's token was replaced in the store; here too, and their sockets are closed."""
        for table_id in table_ids:
            if (room := self.rooms.get(table_id)) is not None:
                room.renew_token(old, new)

    async def close(self) -> None:
        """Stop the bots and let what is being written come to its end."""
        rooms = list(self.rooms.values())
        self.minder.closed = True
        for room in rooms:
            await self.minder.stop(room)
        self.minder.close()
        self.archive.close()
        for room in rooms:
            with contextlib.suppress(StoreError):
                async with room.lock:
                    pass
        await self.dictation.close()


def new_id() -> str:
    return secrets.token_urlsafe(16)


def _rematch_id(row: TableRow) -> str:
    """The same for all who ask, and not to be guessed by others."""
    return hashlib.sha256(b"rematch" + row.secret).hexdigest()[:22]
