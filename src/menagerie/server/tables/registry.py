"""The registry of tables in memory: it creates tables, and loads them on demand."""

import asyncio
import contextlib
import secrets
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from menagerie import fairness
from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.jsontext import Json
from menagerie.server.access.addresses import network_of
from menagerie.server.access.join_codes import new_code
from menagerie.server.config import Config
from menagerie.server.errors import NoFreeCode
from menagerie.server.ops.metrics import Metrics
from menagerie.server.schemas.requests import NewTable
from menagerie.server.tables import remote_changes
from menagerie.server.tables.session import FirstSeat, TableSession
from menagerie.server.tables.state import TableState, TakenSeat
from menagerie.server.validation.names import check_edition_name, check_name
from menagerie.server.views.rendering.client import RenderClient
from menagerie.store import Conflict, Missing, SeatRow, Store, StoreError, TableRow

MAX_CODE_ATTEMPTS = 20

OnChange = Callable[[TableSession], None]
OnDrop = Callable[[TableSession], None]


class TableRegistry:
    def __init__(
        self, store: Store, config: Config, metrics: Metrics, on_change: OnChange, on_drop: OnDrop
    ) -> None:
        self.store = store
        self.config = config
        self.metrics = metrics
        self.on_change = on_change  # after each change of a session
        self.on_drop = on_drop  # after a session has left memory
        self.renderer = RenderClient(config.render_worker_moves_per_s)
        self.metrics.watch(self.renderer.pid)
        self.sessions: dict[str, TableSession] = {}
        self.loading: dict[str, asyncio.Task[TableSession]] = {}

    async def get(self, table_id: str) -> TableSession:
        """A table, from memory or from the store; concurrent callers share one load."""
        if (session := self.sessions.get(table_id)) is None:
            if table_id not in self.loading:
                self.begin_loading(table_id)
            session = await asyncio.shield(self.loading[table_id])
        session.touch()
        return session

    def begin_loading(self, table_id: str) -> asyncio.Task[TableSession]:
        task = self.loading[table_id] = asyncio.create_task(self._load(table_id))
        task.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return task

    async def _load(self, table_id: str) -> TableSession:
        loaded = await remote_changes.load(self.store, table_id)
        session = self._session(loaded.row, loaded.seats)
        if loaded.row.header is not None:
            await session.resume(loaded.log)
        session.mark_unused()
        return self._add_to_memory(session)

    def _session(self, row: TableRow, seats: Iterable[SeatRow]) -> TableSession:
        taken_seats = self._seats(seats)
        return TableSession(
            row, taken_seats, self.store, self.config, self.renderer, self.on_change
        )

    def _seats(self, rows: Iterable[SeatRow]) -> list[TakenSeat]:
        now = self.config.now()
        return [TakenSeat(row, away_since=now) for row in rows]

    def _add_to_memory(self, session: TableSession) -> TableSession:
        """Keep a session, unless another task has loaded the table in the meantime."""
        session = self.sessions.setdefault(session.row.id, session)
        self.metrics.tables_in_memory.set(len(self.sessions))
        session.notify_changed()
        return session

    async def refresh(self, session: TableSession) -> None:
        """Pull what another server wrote; a table deleted from the database leaves memory."""
        try:
            await session.refresh()
        except Missing:
            self.drop(session)
            raise

    def drop(self, session: TableSession) -> None:
        """Take a table out of memory."""
        if self.sessions.get(session.row.id) is session:
            del self.sessions[session.row.id]
            self.metrics.tables_in_memory.set(len(self.sessions))
        self.on_drop(session)

    async def look_up(self, table_id: str) -> TableState:
        """A table's state, for a description: from memory, or from the store without its game."""
        if (session := self.sessions.get(table_id)) is not None:
            session.touch()
            return session
        row = await self.store.table(table_id)
        return TableState(row, self._seats(await self.store.seats(table_id)), self.config)

    async def look_up_all(self, rows: Sequence[TableRow]) -> list[TableState]:
        """The same for several tables, with one query."""
        seats = await self.store.seats_at([row.id for row in rows])
        return [
            self.sessions.get(row.id) or TableState(row, self._seats(seats[row.id]), self.config)
            for row in rows
        ]

    def listed(self, limit: int) -> list[TableSession]:
        """Open tables with a waiting player, newest first, limited per creator's address."""
        waiting = [session for session in self.sessions.values() if session.is_joinable()]
        waiting.sort(key=lambda session: session.row.created, reverse=True)
        found: list[TableSession] = []
        counts: Counter[str] = Counter()
        for session in waiting:
            owner = network_of(session.creator_address) or session.creator_address
            counts[owner] += 1
            if counts[owner] <= self.config.limits.listed:
                found.append(session)
        return found[:limit]

    async def create(self, request: NewTable, token_hash: bytes, address: str) -> TableSession:
        """Create a table; its creator takes the first seat that no bot has."""
        name = check_name(request.name)
        header = Header.create(  # raises BadInput if the request is invalid
            request.game, request.players, edition=request.edition, options=request.options, seed=""
        )
        check_edition_name(header.edition["name"])
        settings = {
            "players": request.players,
            "options": dict(header.options),
            "edition": request.edition,
            "open": request.open,
            "clock": request.clock,
            "hints": request.hints,
            "autostart": False,
        }
        seats = _first_seats(request, name, token_hash)
        session = await self.add(new_id(), request.game, settings, seats)
        session.creator_address = address
        return session

    async def add(
        self, table_id: str, game: str, settings: Json, seats: list[FirstSeat]
    ) -> TableSession:
        """Write a new table to the store, under an unused join code.

        If it exists already, another server was first to create the same rematch.
        """
        now = self.config.now()
        rows = [
            SeatRow(table_id, seat.number, seat.name, seat.token_hash, seat.bot, "", {})
            for seat in sorted(seats)
        ]
        secret = fairness.new_secret()
        for _ in range(MAX_CODE_ATTEMPTS):
            code = new_code()
            row = TableRow(table_id, code, game, "waiting", settings, secret, None, None, now, now)
            try:
                await self.store.add_table(row, rows)
            except Conflict:
                if await self._exists(table_id):
                    return await self.get(table_id)
            else:
                return self._add_to_memory(self._session(row, rows))
        raise NoFreeCode("no free join code was found; try again")

    async def _exists(self, table_id: str) -> bool:
        try:
            await self.store.table(table_id)
        except Missing:
            return False
        return True

    async def rematch(self, session: TableSession) -> TableSession:
        """The table for the next game of the same players."""
        return await self.get(await session.rematch(self.add))

    async def replace_token(self, old: bytes, new: bytes) -> bool:
        """Move all seats of a token to another, and close its sockets; True if it had seats."""
        table_ids = await self.store.renew_token(old, new)
        for table_id in table_ids:
            if (session := self.sessions.get(table_id)) is not None:
                session.renew_token(old, new)
        return bool(table_ids)

    async def close(self) -> None:
        """Wait for pending writes."""
        for session in list(self.sessions.values()):
            with contextlib.suppress(StoreError):
                async with session.lock:
                    pass
        await self.renderer.close()


def _first_seats(request: NewTable, name: str, token_hash: bytes) -> list[FirstSeat]:
    levels = {int(seat): level for seat, level in request.bots.items()}
    if unknown := [seat for seat in levels if seat >= request.players]:
        raise BadInput(f"there is no seat {unknown[0]} for a bot at this table")
    free = [seat for seat in range(request.players) if seat not in levels]
    if not free:
        raise BadInput("bots have all the seats; one must be left for you")
    bots = [FirstSeat(seat, level, None, level) for seat, level in levels.items()]
    return [FirstSeat(free[0], name, token_hash, None), *bots]


def new_id() -> str:
    return secrets.token_urlsafe(16)
