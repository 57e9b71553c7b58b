"""Moves without a client: by bots, by substitutes for absent players, and when time runs out."""

import asyncio
import contextlib
from dataclasses import dataclass
from typing import NamedTuple

from menagerie import bots
from menagerie.asyncio_tools import shielded
from menagerie.header import derive_key
from menagerie.log_entry import By, LogEntry
from menagerie.server.background.thread_pool import FairThreadPool
from menagerie.server.config import SUBSTITUTE_LEVEL, Config
from menagerie.server.errors import StaleRequest
from menagerie.server.ops.logs import log, log_orphan
from menagerie.server.ops.metrics import Metrics
from menagerie.server.tables.session import TableSession
from menagerie.store import StoreError

RETRY_DELAY_S = 1.0  # after the database failed


class ScheduledMove(NamedTuple):
    """A bot's next move, unless somebody moves first."""

    at: float
    number: int  # of the log entry
    level: str
    by: By


@dataclass
class Timer:
    """A task that waits for a scheduled move, then makes it."""

    move: ScheduledMove
    task: asyncio.Task[None] | None = None
    is_appending: bool = False  # the move is being written: it is too late to cancel it


class AutoPlay:
    """Schedules at most one move for each table; `reschedule` runs after every change of one."""

    def __init__(self, config: Config, metrics: Metrics) -> None:
        self.config = config
        self.metrics = metrics
        self.closed = False  # nothing more is scheduled
        self.pool = FairThreadPool(config.bot_threads)
        self._timers: dict[TableSession, Timer] = {}

    def reschedule(self, session: TableSession) -> None:
        """Decide again which move to schedule at a table."""
        session.correct_times()
        timer = self._timers.get(session)
        if timer is not None and timer.is_appending:
            return  # it calls `reschedule` when it is done
        move = None if self.closed else self._next_move(session)
        if timer is not None:
            if move == timer.move:
                return  # clients that connect and disconnect do not restart the bot
            self.cancel(session)
        if move is not None:
            self._start(session, move)

    def due_at(self, session: TableSession) -> float | None:
        """When a bot or a clock moves at this table."""
        timer = self._timers.get(session)
        return None if timer is None else timer.move.at

    def cancel(self, session: TableSession) -> None:
        timer = self._timers.pop(session, None)
        if timer is not None and timer.task is not None:
            timer.task.cancel()

    async def close(self) -> None:
        """Cancel all timers, except of moves being written, and stop the threads."""
        self.closed = True
        tasks = [timer.task for timer in self._timers.values() if timer.task is not None]
        for session in list(self._timers):
            self.cancel(session)
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        self.pool.close()

    def _start(self, session: TableSession, move: ScheduledMove) -> None:
        timer = self._timers[session] = Timer(move)
        timer.task = asyncio.create_task(self._run(session, timer))

    def _next_move(self, session: TableSession) -> ScheduledMove | None:
        number, turn = session.number, session.turn
        if number is None or turn is None or session.row.state != "playing":
            return None
        seat = session.seats[turn]
        after_pause = session.clock.last_at + self.config.bot_pause_s
        if seat.row.bot is not None:
            return ScheduledMove(after_pause, number, seat.row.bot, "bot")
        moves: list[ScheduledMove] = []
        if session.deadline is not None:
            moves.append(ScheduledMove(session.deadline, number, SUBSTITUTE_LEVEL, "clock"))
        if not seat.is_connected and session.allows_substitute(seat) and _is_awaited(session):
            at = (
                after_pause
                if seat.left
                else max(after_pause, seat.away_since + self.config.grace_s)
            )
            moves.append(ScheduledMove(at, number, SUBSTITUTE_LEVEL, "bot"))
        return min(moves, default=None)

    async def _run(self, session: TableSession, timer: Timer) -> None:
        move = timer.move
        await self.config.sleep(max(0.0, move.at - self.config.now()))
        if move.by == "clock":
            session.expire_clock(move.number)
        try:
            await self._make_move(session, timer)
        except StaleRequest:  # somebody moved while the bot was thinking
            log.info("bot_too_late", table=session.row.id, number=move.number)
        except StoreError as error:
            log.error("store", table=session.row.id, error=str(error))
        except Exception as error:  # noqa: BLE001 - the game must continue
            self.metrics.faults.inc()
            log.unexpected("bot", error, table=session.row.id)
        timer.is_appending = False
        if session.number == move.number:
            await self.config.sleep(RETRY_DELAY_S)  # the move failed: do not retry at once
        if self._timers.get(session) is timer:
            del self._timers[session]
        self.reschedule(session)

    async def _make_move(self, session: TableSession, timer: Timer) -> None:
        """Let a bot make one move; it sees only what its seat observes."""
        turn, (_, number, level, by) = session.turn, timer.move
        if turn is None or session.require_number() != number:
            return
        if by == "bot":
            session.announce_substitute(session.seats[turn])
        game, observed = session.observe(turn)
        key = derive_key(session.row.secret.hex(), f"bot/{turn}/{number}")
        chosen = await self.pool.run(
            "bot", session.last_address, lambda: bots.create(level, game, key).choose(observed)
        )
        move = game.move_codec.to_json(observed, chosen)
        timer.is_appending = True
        await shielded(session.play(LogEntry("move", turn, move, by, number)), log_orphan)
        self.metrics.played(session.row.game, by)


def _is_awaited(session: TableSession) -> bool:
    """Whether a player is connected, and waits for the player to move."""
    return any(seat.is_connected for seat in session.seats.values())
