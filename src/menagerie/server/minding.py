"""Who moves when nobody does: bots at their seats, and for those who are away or out of time."""

import asyncio
import contextlib

from menagerie import bots
from menagerie.header import derive_key
from menagerie.match import Line
from menagerie.server.config import SUBSTITUTE, Config
from menagerie.server.finishing import finish
from menagerie.server.logs import log
from menagerie.server.metrics import Metrics
from menagerie.server.replaying import By
from menagerie.server.room import Due, Late, Room
from menagerie.server.seats import Seat
from menagerie.server.thinking_pool import ThinkingPool
from menagerie.store import StoreError

RETRY = 1.0  # seconds, after a fault of the database


class Minder:
    """Looks after rooms; bots think in threads of their own, beside the event loop."""

    def __init__(self, config: Config, metrics: Metrics) -> None:
        self.config = config
        self.metrics = metrics
        self.closed = False  # nothing more is begun
        self.pool = ThinkingPool(config.bot_threads)

    def close(self) -> None:
        self.pool.close()

    def mind(self, room: Room) -> None:
        """Look at a room anew: whatever was to happen there is settled again."""
        room.correct_times()
        due = None if self.closed else self._due(room)
        mine = room.timer is asyncio.current_task()
        if room.timer is not None and not mine:
            if due == room.due and not room.timer.done():
                return  # who comes and goes does not make a bot think anew
            room.timer.cancel()
        room.due, room.timer = due, None
        if due is not None:
            room.timer = asyncio.create_task(self._wait(room, due))

    def _due(self, room: Room) -> Due | None:
        """What happens next unless somebody moves."""
        match = room.match
        turn = match.position.turn if match is not None else None
        if turn is None or room.row.state != "playing":
            return None
        number, seat = room.playing.number, room.seats[turn]
        soon = room.last_at + self.config.bot_pause
        if seat.row.bot is not None:
            return Due(soon, number, seat.row.bot, "bot")
        chances: list[Due] = []
        if room.deadline is not None:
            chances.append(Due(room.deadline, number, SUBSTITUTE, "clock"))
        if not seat.here and self._is_awaited(room):
            since = soon if seat.left else max(soon, seat.away_since + self.config.grace)
            chances.append(Due(since, number, SUBSTITUTE, "bot"))
        return min(chances, default=None)

    def _is_awaited(self, room: Room) -> bool:
        """Whether anybody is there to wait; an empty table stands still. A day is a day."""
        turn = room.playing.position.turn
        if room.row.settings["clock"] == "1d" and turn is not None and not room.seats[turn].left:
            return False
        return any(seat.here for seat in room.seats.values())

    async def _wait(self, room: Room, due: Due) -> None:
        await asyncio.sleep(max(0.0, due.at - self.config.now()))
        if due.by == "clock":
            room.time_up_at = due.number
        try:
            await self._move(room, due.number, due.level, due.by)
        except Late:  # somebody moved while the bot was thinking
            log.info("bot_too_late", table=room.row.id, number=due.number)
        except StoreError as error:
            log.error("store", table=room.row.id, error=str(error))
        except Exception as error:  # noqa: BLE001 - the table must not stand still for it
            self.metrics.faults.inc()
            log.fault("bot", error, table=room.row.id)
        if room.match is not None and room.match.number == due.number:
            # It did not work: not again at once.
            await asyncio.sleep(RETRY)
        self.mind(room)

    async def _move(self, room: Room, number: int, level: str, by: By) -> None:
        """Let a bot move once: it is given what the seat observes."""
        match = room.playing
        turn = match.position.turn
        if turn is None or match.number != number:
            return
        self._tell_of_substitute(room, room.seats[turn], by)
        observed = match.position.observe(turn)
        key = derive_key(room.row.secret.hex(), f"bot/{turn}/{number}")
        game = match.header.game
        chosen = await self.pool.run(
            "bot", room.address, lambda: bots.create(level, game, key).choose(observed)
        )
        move = game.move_codec.to_json(observed, chosen)
        await finish(room.play(turn, number, Line("move", turn, move), by))
        self.metrics.played(room.row.game, by)

    def _tell_of_substitute(self, room: Room, seat: Seat, by: By) -> None:
        """A bot begins to sit in for somebody: everybody is told once."""
        if by == "bot" and not seat.is_bot and not seat.minded:
            seat.minded = True
            room.tell_table()

    async def stop(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await room.timer
            room.timer = None
