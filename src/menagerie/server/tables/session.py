"""`TableSession`: a table in memory. It alone changes the table's seats, deal, log and listeners.

A change takes the lock, pulls what other servers wrote, writes to the database, changes memory, and
then sends updates to the listeners. There are two exceptions: `play` pulls only if the entry does
not fit the log in memory; `renew_token`, `enter` and `exit` change memory alone, without the lock.
If two servers write at once, the log's unique key (table, number) lets one succeed (optimistic
concurrency). After a change the session calls `notify_changed`.
"""

import asyncio
import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from menagerie import fairness
from menagerie.asyncio_tools import FailFastLock
from menagerie.game import Seat
from menagerie.header import Header
from menagerie.jsontext import Json
from menagerie.log_entry import LogEntry
from menagerie.match import Change
from menagerie.server.config import Config
from menagerie.server.errors import NO_SUCH_TABLE, StaleRequest, WrongState
from menagerie.server.ops.logs import log
from menagerie.server.tables import remote_changes
from menagerie.server.tables.live_table import LiveTable
from menagerie.server.tables.log_replay import ReplayedLog, replay
from menagerie.server.tables.state import TakenSeat
from menagerie.server.validation.names import check_distinct, check_name
from menagerie.server.views.rendering.client import RenderClient
from menagerie.server.views.seat_view import EncodedUpdates
from menagerie.store import Conflict, Missing, SeatRow, Store, StoreError, TableRow

LOG_CHANGED = "the log has changed: somebody else moved first, or the database was restored"


class FirstSeat(NamedTuple):
    """A seat that is taken when a table is created, by a person with a token or by a bot."""

    number: Seat
    name: str
    token_hash: bytes | None
    bot: str | None  # its level


AddTable = Callable[[str, str, Json, list[FirstSeat]], Awaitable[object]]


class TableSession(LiveTable):
    """A table in use: every change that is written to the database goes through it."""

    def __init__(
        self,
        row: TableRow,
        seats: Iterable[TakenSeat],
        store: Store,
        config: Config,
        renderer: RenderClient,
        on_change: Callable[["TableSession"], None],
    ) -> None:
        super().__init__(row, seats, config)
        self.store = store
        self.renderer = renderer
        self.on_change = on_change
        self.lock = FailFastLock(StoreError, "the database failed for an earlier request")

    def notify_changed(self) -> None:
        self.on_change(self)

    async def resume(self, replayed: ReplayedLog) -> None:
        """Continue the match of a table that was just loaded."""
        self.adopt(replayed)
        await self._close_if_over()

    async def play(self, entry: LogEntry) -> None:
        """Append a decision to the log, durably; then apply it and send it to everybody.

        Call it with `shielded`: once begun it must end, even if the client disconnects.
        """
        try:
            async with self.lock:
                applied = await self._append(entry)
            if applied is not None:
                self.broadcast_update(*applied)
        finally:
            self.notify_changed()

    async def _append(self, entry: LogEntry) -> tuple[Change, EncodedUpdates | None] | None:
        """None if an earlier attempt, whose outcome was unknown, had written the same entry."""
        match = self.require_match()
        # The client has seen a newer view from another server, or the deal may have been lost.
        if entry.number > match.number or entry.number == 0:
            await self._pull_log()
            match = self.require_match()
        if entry.number != match.number:
            raise StaleRequest(
                f"this answers view {entry.number}, but the latest is {match.number}"
            )
        if entry.by == "player" and entry.number == self.clock.expired_for:
            raise StaleRequest("the time is up; a bot makes this move")
        change = match.prepare(entry)
        await self._mark_due()
        entry = entry.placed(entry.number, self.config.now())
        rendering = self._render(change, entry)
        try:
            await self.store.append(self.row.id, entry)
        except (Conflict, Missing):
            await self._pull_log()
            if self.log.contains(entry):
                return None
            raise StaleRequest(LOG_CHANGED) from None
        updates = await rendering if rendering is not None else None
        self.apply(change, entry)
        await self._close_if_over()
        return change, updates

    def _render(
        self, change: Change, entry: LogEntry
    ) -> asyncio.Future[EncodedUpdates | None] | None:
        """Let the render worker encode the updates while the entry is written."""
        turn = None if self.clock.limit is None else change.position.turn
        deadline = self.clock.deadline(turn, since=entry.at)
        return self.renderer.submit(change, deadline, self.listeners.viewers)

    async def _close_if_over(self) -> None:
        """Record in the table's row that the game is over. The log alone decides that it is."""
        over = self.match is not None and self.match.position.is_over()
        if not over or self.row.state != "playing":
            return
        try:
            with contextlib.suppress(Conflict):  # another server wrote it
                await self.store.change_table(
                    self.row.id,
                    expect_state="playing",
                    at=self.config.now(),
                    state="over",
                    code=None,  # free for another table
                )
            self.row = await self.store.table(self.row.id)
        except StoreError as error:  # the next client that connects or sends a request retries it
            log.error("store", table=self.row.id, error=str(error))

    # Seats and the deal

    async def sit(self, token_hash: bytes, name: str, seat: Seat | None, entropy: str) -> Seat:
        """Take a seat; a player who has one already keeps it."""
        name, entropy = check_name(name), fairness.check_entropy(entropy)
        async with self.lock:
            await self._pull()
            if (mine := self.seat_of(token_hash)) is not None:
                return mine
            if self.row.state != "waiting":
                raise WrongState("the game has begun; you can watch it")
            free = [number for number in range(self.players) if number not in self.seats]
            if seat is not None and seat not in free:
                others = ", ".join(map(str, free)) or "none"
                raise WrongState(f"seat {seat} is not free; free seats: {others}")
            if not free:
                raise WrongState("all seats are taken; you can watch")
            check_distinct(name, [taken.row.name for taken in self.seats.values()])
            number = free[0] if seat is None else seat
            row = SeatRow(self.row.id, number, name, token_hash, None, entropy, {})
            await self.store.put_seat(row, expect=None)
            self.seats[number] = TakenSeat(row, away_since=self.config.now())
        self.broadcast_table()
        self.notify_changed()
        return number

    async def add_entropy(self, seat: TakenSeat, entropy: str) -> None:
        """Add a player's contribution to the deal, before the deal."""
        fairness.check_entropy(entropy)
        async with self.lock:
            await self._pull()
            if self.row.state != "waiting":
                raise WrongState("the game has already begun")
            self.check_taken(seat)
            await self.store.put_seat(seat.with_entropy(entropy), expect=seat.row)
            seat.row = seat.with_entropy(entropy)  # its token may have been renewed meanwhile
        self.broadcast_table()
        self.notify_changed()

    async def leave(self, seat: TakenSeat) -> None:
        """Free the seat; after the deal, keep it and let a bot play until the player returns."""
        async with self.lock:
            await self._pull()
            self.check_taken(seat)
            if self.row.state == "waiting":
                await self.store.remove_seat(seat.row)
                self.free_seat(seat.row.seat)
            else:
                seat.left = True
        self.broadcast_table()
        self.notify_changed()

    async def start(self) -> None:
        """Deal. From now on seats, options and entropy are fixed."""
        async with self.lock:
            await self._pull()
            if self.row.state != "waiting":
                raise WrongState("the game has already begun")
            if free := self.players - len(self.seats):
                are = "is" if free == 1 else "are"
                raise WrongState(f"cannot start: {free} of {self.players} seats {are} still free")
            header, now = self._deal().to_json(), self.config.now()
            await self.store.change_table(
                self.row.id,
                expect_state="waiting",
                at=now,
                state="playing",
                header=header,
                due=self._first_due(now),
            )
            self.row = await self.store.table(self.row.id)
            self.adopt(replay(header, ()))
        self.welcome_all()
        self.notify_changed()

    def _deal(self) -> Header:
        settings = self.row.settings
        return Header.create(
            self.row.game,
            self.players,
            seed=fairness.seed(self.row.secret, self.entropy),
            edition=settings["edition"],
            options=settings["options"],
        )

    async def rematch(self, add_table: AddTable) -> str:
        """Create a table for the same players and bots, each one seat further; return its id."""
        async with self.lock:
            await self._pull()
            if self.row.state != "over":
                raise WrongState("this game is not over yet")
            next_id = _rematch_id(self.row)
            if self.row.next_id is None:
                await self._set_up_rematch(next_id, add_table)
        self.broadcast_table()
        self.notify_changed()
        return next_id

    async def _set_up_rematch(self, next_id: str, add_table: AddTable) -> None:
        seats = [
            FirstSeat((number + 1) % self.players, seat.row.name, seat.row.token_hash, seat.row.bot)
            for number, seat in self.seats.items()
        ]
        try:
            await self.store.table(next_id)
        except Missing:
            settings = self.row.settings | {"autostart": True}
            await add_table(next_id, self.row.game, settings, seats)
        now = self.config.now()
        await self.store.change_table(self.row.id, expect_state="over", at=now, next_id=next_id)
        self.row = replace(self.row, next_id=next_id)

    # What other servers wrote

    async def refresh(self) -> None:
        """Pull changes from the database; raises Missing if the table was deleted."""
        async with self.lock:
            await self._pull()
        self.notify_changed()

    async def _pull(self) -> None:
        if self.row.state == "waiting":
            await self._pull_table()
        elif self.match is not None:
            await self._pull_log()

    async def _pull_log(self) -> None:
        """Apply and broadcast log entries that are new in the database."""
        known = self.require_match().entries
        new_entries = await remote_changes.new_entries(self.store, self.row, known)
        if isinstance(new_entries, remote_changes.MustReload):
            await self._reload(new_entries.reason)
            return
        for entry in new_entries:
            change = self.require_match().prepare(entry, recorded=True)
            self.apply(change, entry)
            self.broadcast_update(change)
        was_over = self.row.state == "over"
        await self._close_if_over()
        if self.row.state == "over" and not was_over:
            self.broadcast_table()

    async def _pull_table(self) -> None:
        """Pull the seats, and the deal if there was one."""
        loaded = await remote_changes.load(self.store, self.row.id)
        if self.take_seats(loaded.seats):
            self.broadcast_table()
        if loaded.row.header is not None:
            await self._take_over(loaded)

    async def _reload(self, reason: str) -> None:
        """Replace the state in memory with the database's; everybody gets a whole view."""
        log.error("table_reloaded", table=self.row.id, why=reason)
        try:
            loaded = await remote_changes.load(self.store, self.row.id)
        except Missing:
            self.adopt(ReplayedLog(refusal=NO_SUCH_TABLE))
            self.welcome_all()
            return
        self.take_seats(loaded.seats)
        await self._take_over(loaded)

    async def _take_over(self, loaded: remote_changes.LoadedTable) -> None:
        self.row = loaded.row
        await self.resume(loaded.log)
        self.welcome_all()

    # When bots and clocks are due

    async def _mark_due(self) -> None:
        """Mark the table as due now, so that a restarted server loads it: it may be a bot's turn.

        This is written before the first move after the table was loaded.
        """
        now = self.config.now()
        if self.has_bots and (self.row.due is None or self.row.due > now):
            await self._set_due(now)

    async def store_due(self, due: float | None) -> None:
        """Before the table leaves memory, store when a bot or a clock needs it again, if ever."""
        if self.row.state == "playing" and self.match is not None and due != self.row.due:
            await self._set_due(due)

    async def _set_due(self, due: float | None) -> None:
        await self.store.set_due(self.row.id, due)
        self.row = replace(self.row, due=due)

    def _first_due(self, now: float) -> float | None:
        if self.has_bots:
            return now
        return None if self.time_limit is None else now + self.time_limit


def _rematch_id(row: TableRow) -> str:
    """The same id for every player who asks, so concurrent requests create one table.

    It is no secret: once the game is over, anyone can compute it.
    """
    return hashlib.sha256(b"rematch" + row.secret).hexdigest()[:22]
