"""Tables at which a clock or a bot is due although nobody is there, loaded when their time comes.

`tables.due` is a lower bound of that time. It is written at the deal, before the first move of a
person at a table with bots, and when a table leaves memory. So a server need not load all games in
play when it starts: it reads the due times in order, a little ahead of the clock.

A time further ahead than any clock runs was written while the system clock was wrong. Such tables
are loaded at the start, and whenever the clock is set back; they get another time when they leave
memory.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from menagerie.server.ops.logs import log
from menagerie.store import Missing, Store, StoreError

if TYPE_CHECKING:
    from menagerie.server.tables.session import Room

AHEAD = 30.0  # seconds before its time that a table is loaded
PERIOD = 10.0  # seconds between two looks at the database
FARTHEST = 2 * 86_400.0  # seconds that a table can be due ahead: the longest clock is a day
FOREVER = 1e300
AT_ONCE = 200  # rows of an answer
MOST_LOADED = 500  # tables in memory at a time only because they were due
PAUSE = 0.1  # seconds between two looks at whether some of those have been served
RETRY = 2.0  # seconds, after a fault of the database


Place = tuple[float, str]  # among the due times: the moment and the table's id


class DueTables:
    """Loads tables that are due, and lets go of them when they have been served."""

    def __init__(
        self,
        store: Store,
        now: Callable[[], float],
        load: Callable[[str], Awaitable["Room | None"]],
        evict: Callable[["Room"], Awaitable[bool]],
    ) -> None:
        self.store = store
        self.now = now
        self.load = load  # None where somebody has loaded it already
        self.evict = evict  # whether it is gone from memory, or in use
        self._seen: Place | None = None  # how far the due times have been read
        self._until = float("inf")  # of the last look
        self._loaded: list[Room] = []

    async def run(self) -> None:
        """For ever; a fault of the database, or of one table, does not end it."""
        while True:
            pause = PERIOD
            try:
                await self._look()
                await self._release()
            except StoreError as error:
                log.error("store", error=str(error))
                pause = RETRY
            except Exception as error:  # noqa: BLE001 - the next look may do better
                log.fault("due_tables", error)
            await asyncio.sleep(pause)

    async def _look(self) -> None:
        until = self.now() + AHEAD
        if until < self._until:  # the first look, or the clock was set back
            self._seen = None
            await self._load_all((until + FARTHEST, ""), FOREVER)
        self._until = until
        self._seen = await self._load_all(self._seen, until)

    async def _load_all(self, after: Place | None, until: float) -> Place | None:
        """All tables that are due between; which was the last of them."""
        while rows := await self.store.due_between(after, until, AT_ONCE):
            for table_id, due in rows:
                await self._load(table_id)
                after = (due, table_id)
                await self._make_way()
        return after

    async def _load(self, table_id: str) -> None:
        try:
            room = await self.load(table_id)
        except StoreError:
            raise
        except Missing:
            return  # deleted meanwhile
        except Exception as error:  # noqa: BLE001 - the others must not wait for it
            log.fault("load", error, table=table_id)
            return
        if room is not None:
            self._loaded.append(room)

    async def _make_way(self) -> None:
        """Wait until not too many tables are in memory for their bots and clocks alone."""
        while len(self._loaded) >= MOST_LOADED:
            await self._release()
            if len(self._loaded) >= MOST_LOADED:
                await asyncio.sleep(PAUSE)

    async def _release(self) -> None:
        self._loaded = [room for room in self._loaded if not await self.evict(room)]
