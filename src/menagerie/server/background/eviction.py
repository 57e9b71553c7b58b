"""Idle tables leave memory, and tables that nobody has used for long are deleted."""

import asyncio
import time

from menagerie.server.background.due_tables import AHEAD, DueTables
from menagerie.server.ops.logs import log
from menagerie.server.tables.registry import Hall
from menagerie.server.tables.session import Room
from menagerie.store import StoreError

SWEEP = 30.0  # seconds between two rounds in which idle tables leave memory
HOUR = 3600.0  # seconds between two rounds in which old tables are deleted
DAY = 86_400.0
NEVER = float("-inf")  # when a table was used last that nobody has asked for


class Eviction:
    """Keeps in memory only what somebody uses, or a clock or bot needs soon."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.due = DueTables(hall.store, hall.config.now, self.load_due, self.evict_due)

    async def load_due(self, table_id: str) -> Room | None:
        if table_id in self.hall.rooms or table_id in self.hall.loading:
            return None
        return await asyncio.shield(self.hall.begin_loading(table_id))

    async def evict_due(self, room: Room) -> bool:
        """Whether a table that was loaded for a clock or bot is served, or in use by people."""
        if self.hall.rooms.get(room.row.id) is not room or room.used_at > NEVER:
            return True
        return await self._evict(room, self.hall.config.now())

    async def sweep(self) -> None:
        """Let idle tables leave memory, and delete old ones for good; for ever."""
        deleted_at = time.monotonic()
        pause = 0.0
        while True:
            await asyncio.sleep(pause)
            pause = SWEEP
            try:
                await self.hall.store.note_time(self.hall.config.now())
                before = self.hall.config.now() - self.hall.config.idle
                for room in list(self.hall.rooms.values()):
                    self.hall.minder.mind(room)  # the clock may have been set back
                    await self._evict(room, before)
                if (elapsed := time.monotonic() - deleted_at) >= HOUR:
                    await self._forget(elapsed)
                    deleted_at = time.monotonic()
            except StoreError as error:  # the next round may do better
                log.error("store", error=str(error))
            except Exception as error:  # noqa: BLE001 - likewise
                self.hall.metrics.faults.inc()
                log.fault("sweep", error)

    async def _evict(self, room: Room, before: float) -> bool:
        """Take an idle table out of memory; the store knows when it must be looked at again."""
        soon = self.hall.config.now() + 2 * AHEAD
        if room.lock.locked() or not room.is_idle(before, soon):
            return False
        async with room.lock:
            await room.note_due()
            if not room.is_idle(before, soon):
                return False
            self.hall.drop(room)
        return True

    async def _forget(self, elapsed: float) -> None:
        """Delete tables that nobody has used for long; see the store for whose time counts."""
        count = await self.hall.store.forget(
            now=self.hall.config.now(),
            elapsed=elapsed,
            keep=self.hall.config.keep_days * DAY,
            states=("waiting", "playing", "over"),
        )
        if count:
            log.info("tables_deleted", count=count, keep_days=self.hall.config.keep_days)
