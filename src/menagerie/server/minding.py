"""Who moves when nobody does: bots at their seats, and for those who are away or out of time."""

import asyncio
import contextlib
from concurrent.futures import ThreadPoolExecutor

from menagerie import bots
from menagerie.errors import BadInput
from menagerie.header import derive_key
from menagerie.match import Line
from menagerie.server.config import SUBSTITUTE, Config
from menagerie.server.logs import log
from menagerie.server.room import By, Room
from menagerie.store import StoreError

RETRY = 2.0  # seconds, after a fault of the database


class Minder:
    """Looks after rooms; bots think in threads of their own, beside the event loop."""

    def __init__(self, config: Config) -> None:
        self.config = config
        self.pool = ThreadPoolExecutor(config.bot_threads, thread_name_prefix="bot")

    def close(self) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)

    def mind(self, room: Room) -> None:
        """Look at a room anew: whatever was to happen there is settled again."""
        if room.timer is not None and room.timer is not asyncio.current_task():
            room.timer.cancel()
        room.timer = None
        due = self._due(room)
        if due is not None:
            room.timer = asyncio.create_task(self._wait(room, *due))

    def _due(self, room: Room) -> tuple[float, str, By] | None:
        """When a bot moves next unless somebody does, its level, and on whose behalf."""
        match = room.match
        turn = match.position.turn if match is not None else None
        if turn is None or room.row.state != "playing":
            return None
        now, seat = self.config.now(), room.seats[turn]
        if seat.row.bot is not None:
            return now + self.config.bot_pause, seat.row.bot, "bot"
        chances: list[tuple[float, str, By]] = []
        if room.deadline is not None:
            chances.append((room.deadline, SUBSTITUTE, "clock"))
        if not seat.here and self._is_awaited(room):
            since = now + self.config.bot_pause
            if not room.is_played_by_bot(seat):
                since = seat.away_since + self.config.grace
            chances.append((since, SUBSTITUTE, "bot"))
        return min(chances, default=None)

    def _is_awaited(self, room: Room) -> bool:
        """Whether anybody is there to wait; an empty table stands still. A day is a day."""
        turn = room.playing.position.turn
        if room.row.settings["clock"] == "1d" and turn is not None and not room.seats[turn].left:
            return False
        return any(seat.here for seat in room.seats.values())

    async def _wait(self, room: Room, at: float, level: str, by: By) -> None:
        number = room.playing.number
        await asyncio.sleep(max(0.0, at - self.config.now()))
        try:
            await self._move(room, number, level, by)
        except BadInput:  # somebody moved while the bot was thinking
            log.info("bot_too_late", table=room.row.id, number=number)
        except StoreError as error:
            log.error("store", table=room.row.id, error=str(error))
            await asyncio.sleep(RETRY)
        self.mind(room)

    async def _move(self, room: Room, number: int, level: str, by: By) -> None:
        """Let a bot move once: it is given what the seat observes."""
        match = room.playing
        turn = match.position.turn
        if turn is None or match.number != number:
            return
        observed = match.position.observe(turn)
        key = derive_key(room.row.secret.hex(), f"bot/{turn}/{number}")
        bot = bots.create(level, match.header.game, key)
        loop = asyncio.get_running_loop()
        chosen = await loop.run_in_executor(self.pool, bot.choose, observed)
        move = match.header.game.move.to_json(observed, chosen)
        await room.play(turn, number, Line("move", turn, move), by)

    async def stop(self, room: Room) -> None:
        if room.timer is not None:
            room.timer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await room.timer
            room.timer = None
