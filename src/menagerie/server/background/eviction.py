"""Evicts idle tables from memory, and deletes old tables from the database (retention)."""

import asyncio
import time

from menagerie.server.background.autoplay import AutoPlay
from menagerie.server.background.due_tables import LOAD_AHEAD_S, DueTables
from menagerie.server.ops.logs import log
from menagerie.server.tables.registry import TableRegistry
from menagerie.server.tables.session import TableSession
from menagerie.store import StoreError

SWEEP_INTERVAL_S = 30.0  # between two rounds of eviction
DELETION_INTERVAL_S = 3600.0  # between two rounds of retention
DAY_S = 86_400.0


class Eviction:
    """Keeps in memory only tables that somebody uses, or that a clock or bot needs soon."""

    def __init__(self, registry: TableRegistry, autoplay: AutoPlay) -> None:
        self.registry = registry
        self.autoplay = autoplay
        self.config, self.store = registry.config, registry.store
        self.due = DueTables(self.store, self.config.now, self.load_due, self.evict_due)

    async def load_due(self, table_id: str) -> TableSession | None:
        if table_id in self.registry.sessions or table_id in self.registry.loading:
            return None
        return await asyncio.shield(self.registry.begin_loading(table_id))

    async def evict_due(self, session: TableSession) -> bool:
        """Evict a table loaded for a clock or bot; return whether it is gone, or people use it."""
        is_loaded = self.registry.sessions.get(session.row.id) is session
        if not is_loaded or session.was_used:
            return True
        return await self._evict(session, self.config.now())

    async def sweep(self) -> None:
        """Evict idle tables and delete old ones, forever."""
        deleted_at = time.monotonic()
        pause = 0.0
        while True:
            await asyncio.sleep(pause)
            pause = SWEEP_INTERVAL_S
            try:
                await self.store.cap_trusted_time(self.config.now())
                before = self.config.now() - self.config.idle_timeout_s
                for session in list(self.registry.sessions.values()):
                    self.autoplay.reschedule(session)  # the clock may have been set back
                    await self._evict(session, before)
                if (elapsed := time.monotonic() - deleted_at) >= DELETION_INTERVAL_S:
                    await self._delete_old(elapsed)
                    deleted_at = time.monotonic()
            except StoreError as error:  # the next round retries it
                log.error("store", error=str(error))
            except Exception as error:  # noqa: BLE001 - the next round may succeed
                self.registry.metrics.faults.inc()
                log.unexpected("sweep", error)

    async def _evict(self, session: TableSession, before: float) -> bool:
        """Take an idle table out of memory; the store knows when it is due again."""
        if session.lock.locked() or not self._is_idle(session, before):
            return False
        async with session.lock:
            await session.store_due(self.autoplay.due_at(session))
            if not self._is_idle(session, before):
                return False
            self.registry.drop(session)
        return True

    def _is_idle(self, session: TableSession, before: float) -> bool:
        """Whether the table is unused since `before`, and no bot or clock is due soon."""
        due = self.autoplay.due_at(session)
        is_due_soon = due is not None and due < self.config.now() + 2 * LOAD_AHEAD_S
        return session.is_idle(before) and not is_due_soon

    async def _delete_old(self, elapsed: float) -> None:
        """Delete tables unused for long; `Store.delete_unused` explains which clock counts."""
        count = await self.store.delete_unused(
            now=self.config.now(),
            elapsed=elapsed,
            keep=self.config.keep_days * DAY_S,
            states=("waiting", "playing", "over"),
        )
        if count:
            log.info("tables_deleted", count=count, keep_days=self.config.keep_days)
