"""Loads tables where a clock or a bot is due while no client is connected.

`tables.due` is a lower bound of that time. It is written at the deal, before the first move of a
person at a table with bots, and when a table leaves memory. So a server does not load all games in
progress when it starts: it reads the due times in order, a little ahead of the clock.

A due time further ahead than any clock runs was written while the system clock was wrong. Such
tables are loaded at the start, and whenever the clock is set back; they get a new due time when
they leave memory.
"""

import asyncio
from collections.abc import Awaitable, Callable

from menagerie.server.ops.logs import log
from menagerie.server.tables.session import TableSession
from menagerie.store import DueCursor, Missing, Store, StoreError

LOAD_AHEAD_S = 30.0  # before a table is due
POLL_INTERVAL_S = 10.0
MAX_AHEAD_S = 2 * 86_400.0  # the longest clock is a day
FOREVER = 1e300
PAGE_SIZE = 200  # rows of one query
MAX_LOADED = 500  # tables in memory at a time only because they were due
BACKPRESSURE_PAUSE_S = 0.1  # between two checks whether some of those have been served
RETRY_DELAY_S = 2.0  # after the database failed


class DueTables:
    """Loads tables that are due, and evicts them when they have been served."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        load: Callable[[str], Awaitable[TableSession | None]],
        evict: Callable[[TableSession], Awaitable[bool]],
    ) -> None:
        self.store = store
        self.now = now
        self.load = load  # returns None if the table is in memory already
        self.evict = evict  # whether it has left memory, or is in use
        self._cursor: DueCursor | None = None
        self._until = float("inf")  # of the last poll
        self._loaded: list[TableSession] = []

    async def run(self) -> None:
        """Poll forever; an error in the database or in one table does not end the loop."""
        while True:
            pause = POLL_INTERVAL_S
            try:
                await self._poll()
                await self._release()
            except StoreError as error:
                log.error("store", error=str(error))
                pause = RETRY_DELAY_S
            except Exception as error:  # noqa: BLE001 - the next poll may succeed
                log.unexpected("due_tables", error)
            await asyncio.sleep(pause)

    async def _poll(self) -> None:
        until = self.now() + LOAD_AHEAD_S
        if until < self._until:  # the first poll, or the clock was set back
            self._cursor = None
            await self._load_all((until + MAX_AHEAD_S, ""), FOREVER)
        self._until = until
        self._cursor = await self._load_all(self._cursor, until)

    async def _load_all(self, after: DueCursor | None, until: float) -> DueCursor | None:
        """Load all tables that are due in between; returns the cursor of the last one."""
        while rows := await self.store.due_between(after, until, PAGE_SIZE):
            for table_id, due in rows:
                await self._load(table_id)
                after = (due, table_id)
                await self._wait_for_capacity()
        return after

    async def _load(self, table_id: str) -> None:
        try:
            session = await self.load(table_id)
        except StoreError:
            raise
        except Missing:
            return  # deleted in the meantime
        except Exception as error:  # noqa: BLE001 - the others must not wait for it
            log.unexpected("load", error, table=table_id)
            return
        if session is not None:
            self._loaded.append(session)

    async def _wait_for_capacity(self) -> None:
        """Backpressure: limit the tables that are in memory only for their bots and clocks."""
        while len(self._loaded) >= MAX_LOADED:
            await self._release()
            if len(self._loaded) >= MAX_LOADED:
                await asyncio.sleep(BACKPRESSURE_PAUSE_S)

    async def _release(self) -> None:
        self._loaded = [one for one in self._loaded if not await self.evict(one)]
