"""One socket for each seat or watcher: messages in, messages out, and nothing that can pile up."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import orjson
from fastapi import WebSocket, WebSocketDisconnect
from pydantic import TypeAdapter, ValidationError

from menagerie.errors import BadInput, IllegalMove
from menagerie.game import WATCHER
from menagerie.match import Line
from menagerie.server.access.rate_limits import Bucket
from menagerie.server.errors import TooMany, one_line
from menagerie.server.ops.logs import log
from menagerie.server.schemas.messages import (
    AgainAsked,
    HintAsked,
    MoveAsked,
    PreviewAsked,
    ReactionAsked,
    SocketAsked,
    UndoAsked,
)
from menagerie.server.shielding import finish
from menagerie.server.tables import remote_changes
from menagerie.server.tables.audience import WrongState
from menagerie.server.tables.log_replay import RECENT
from menagerie.server.tables.registry import Hall
from menagerie.server.tables.session import Late, Room
from menagerie.server.transport.lean_websocket import quick_sender
from menagerie.server.views import assistance
from menagerie.store import Conflict, Missing, StoreError

ASKED: TypeAdapter[SocketAsked] = TypeAdapter(SocketAsked)
PATIENCE = 20  # refusals in a row for being too quick, then the socket is closed
FAULT, TOO_SLOW, TOO_QUICK = 1011, 4001, 4002  # why a socket was closed
GOODBYE = 5.0  # seconds to take in that it was


class Connection:
    """Somebody who is connected: at a seat, or watching."""

    def __init__(
        self,
        socket: WebSocket,
        hall: Hall,
        room: Room,
        seat: int,
        language: str,
        address: str,
    ) -> None:
        self.socket = socket
        self.address = address
        self.hall = hall
        self.room = room
        self.seat = seat
        self.language = language
        self.send_at_once = quick_sender(socket.scope)
        self.outbox: list[bytes | int] = []  # what is still to be sent; a number ends it all
        self.reader: asyncio.Future[None] | None = None
        self.writer: asyncio.Task[None] | None = None  # while there is something to send
        self.hinting: asyncio.Task[None] | None = None  # while the coach is thinking
        self.bucket = self._bucket()
        self.impatience = 0
        self.too_slow = False

    def _bucket(self) -> Bucket:
        """The rate limit of messages: one for all sockets of a seat, or for a watcher's socket."""
        limits = self.hall.config.limits
        seat = self.room.seats.get(self.seat)
        if seat is not None and seat.messages is not None:
            return seat.messages
        made = Bucket(limits.messages, limits.burst, limits.burst, time.monotonic())
        if seat is not None:
            seat.messages = made
        return made

    def _may_send(self) -> bool:
        return self.bucket.take(time.monotonic()) and self.hall.messages.take(self.address)

    def send(self, message: Any) -> None:
        self.send_text(orjson.dumps(message))

    def send_text(self, text: bytes) -> None:
        """At once, or by way of the outbox; who lets it run over is disconnected."""
        if not self.outbox and self.send_at_once(text):
            return
        if len(self.outbox) < self.hall.config.limits.waiting:
            self._put(text)
            return
        self.too_slow = True
        self.room.go(self)
        if self.reader is not None:
            self.reader.cancel()

    def _put(self, item: bytes | int) -> None:
        self.outbox.append(item)
        if self.writer is None:
            self.writer = asyncio.create_task(self._write())

    def end(self, code: int) -> None:
        """Close the socket, with a code that says why; whoever it was plays no more through it."""
        self.room.go(self)
        self.seat = WATCHER
        self._put(code)

    async def run(self) -> None:
        """Until either side has had enough."""
        self.reader = asyncio.ensure_future(self._read())
        try:
            (ended,) = await asyncio.gather(self.reader, return_exceptions=True)
        finally:
            self.reader.cancel()
            for task in (self.writer, self.hinting):
                if task is not None:
                    task.cancel()
        if isinstance(ended, Exception):
            self._fault(ended)
            await self._say_goodbye(FAULT)
        if self.too_slow:
            await self._say_goodbye(TOO_SLOW)

    def _fault(self, error: Exception) -> None:
        self.hall.metrics.faults.inc()
        log.fault("socket", error, table=self.room.row.id)

    async def _say_goodbye(self, code: int) -> None:
        """Who does not read may not read this either; then the line is cut."""
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):
            async with asyncio.timeout(GOODBYE):
                await self.socket.close(code)

    async def _write(self) -> None:
        """Send all that waits; between two messages nobody is kept for it."""
        try:
            while self.outbox:
                item = self.outbox[0]
                if isinstance(item, int):
                    await self.socket.close(item)
                else:
                    await self.socket.send_text(item.decode())
                del self.outbox[0]
        except (WebSocketDisconnect, RuntimeError, OSError):
            return  # gone; so it stays the last writer
        except Exception as error:  # noqa: BLE001 - whatever it is, the others play on
            self._fault(error)
            return
        self.writer = None

    async def _read(self) -> None:
        while True:
            try:
                message = await self.socket.receive()
            except (WebSocketDisconnect, RuntimeError, OSError):
                return  # the connection is gone
            if message["type"] == "websocket.disconnect":
                return
            try:
                await self._receive(message.get("text"))
            except WebSocketDisconnect:  # we have hung up
                return

    async def _receive(self, text: str | None) -> None:
        if not self._may_send():
            self.impatience += 1
            self.refuse("slow_down", "too many messages; wait a little")
            if self.impatience > PATIENCE:
                self._put(TOO_QUICK)
                await asyncio.sleep(GOODBYE)  # nothing more is read
                raise WebSocketDisconnect
            return
        self.impatience = 0
        if text is None:
            self.refuse("bad", "messages are texts, not bytes")
            return
        try:
            asked = ASKED.validate_json(text)
        except ValidationError as error:
            self.refuse("bad", one_line(error))
            return
        await self._try(partial(self._answer, asked))

    async def _try(self, do: Callable[[], Awaitable[None]]) -> None:
        """Do something; what is wrong with it is told."""
        try:
            await do()
        except Late as error:
            self.refuse("late", str(error))
        except IllegalMove as error:
            self.refuse("illegal", str(error), error.rule)
        except WrongState as error:
            self.refuse("state", str(error))
        except BadInput as error:
            self.refuse("bad", str(error))
        except TooMany as error:
            self.refuse("slow_down", str(error))
        except Missing:
            self.refuse("state", remote_changes.GONE)
        except StoreError as error:
            log.error("store", table=self.room.row.id, error=str(error))
            self.refuse("unavailable", "the database does not answer; send this again")

    @property
    def _is_gone(self) -> bool:
        """Whether the last attempt to send something failed."""
        return self.writer is not None and self.writer.done()

    async def _answer(self, asked: SocketAsked) -> None:
        if self._is_gone and not isinstance(asked, MoveAsked | UndoAsked):
            return  # nobody is there to read the answer
        match asked:
            case MoveAsked():
                await self._play(asked.number, Line("move", self.seat, asked.move))
            case UndoAsked():
                await self._play(asked.number, Line("undo", self.seat))
            case AgainAsked():
                await self._send_again(asked.since)
            case ReactionAsked():
                self._react(asked)
            case PreviewAsked():
                await self._preview(asked.number)
            case HintAsked():
                self._begin_hint(asked.number)

    async def _play(self, number: int, line: Line) -> None:
        start = time.perf_counter()
        if self.seat == WATCHER:
            self.refuse("watcher", "you are watching; only who has a seat can play")
            return
        if self.room.was_played(number, line):
            await self.hall.refresh(self.room)  # memory alone is not enough to say so
        if self.room.was_played(number, line):
            self.send({"type": "accepted", "number": number + 1})
            return
        await finish(self._carry_through(number, line))
        self.hall.metrics.played(self.room.row.game)
        self.hall.metrics.move_seconds.observe(time.perf_counter() - start)

    async def _carry_through(self, number: int, line: Line) -> None:
        """To the end, even if the socket is closed meanwhile: whoever is next is minded."""
        try:
            await self.room.play(self.seat, number, line, "player")
        finally:
            self.hall.minder.mind(self.room)

    async def _send_again(self, since: int) -> None:
        """What was missed, in order; or the whole view, where that was too much.

        Each of them counts as a message: they take as long as one.
        """
        await self.hall.refresh(self.room)
        missed = self.room.playing.number - since
        if missed == 0:
            return
        is_cheap = 0 < missed <= RECENT and self.bucket.take(time.monotonic(), missed - 1)
        updates = self.room.updates_since(since, self.seat, self.language) if is_cheap else None
        if updates is None:
            self.send(self.room.welcome(self))
            return
        for message in updates:
            self.send(message)

    async def start(self) -> None:
        """Deal; a database that does not answer is told, and whoever comes next tries again."""
        try:
            await self.hall.start(self.room)
        except StoreError as error:
            log.error("store", table=self.room.row.id, error=str(error))
            self.refuse("unavailable", "the game could not begin yet; it is tried again")

    def _react(self, asked: ReactionAsked) -> None:
        if self.seat == WATCHER:
            self.refuse("watcher", "you are watching; only who has a seat can react")
            return
        seat = self.room.seats[self.seat]
        limits, now = self.hall.config.limits, time.monotonic()
        if seat.reactions is None:
            seat.reactions = Bucket(
                limits.reactions, limits.reaction_burst, limits.reaction_burst, now
            )
        if not seat.reactions.take(now):
            self.refuse("slow_down", "one reaction a second; wait a little")
            return
        self.room.react(self.seat, asked.reaction)

    async def _preview(self, number: int) -> None:
        if self.seat == WATCHER:
            self.refuse("watcher", "you are watching; only who has a seat can try moves")
            return
        points = await self.hall.helper.preview(self.room, self.seat, number, self.address)
        self.send({"type": "previewed", "number": number, "points": points})

    def _begin_hint(self, number: int) -> None:
        """Beside the reading: whoever has seen enough may move before the coach has spoken."""
        if self.seat == WATCHER:
            self.refuse("watcher", "you are watching; only who has a seat gets hints")
        elif self.hinting is not None:
            self.refuse("slow_down", "one hint at a time; wait for it")
        else:
            self.hinting = asyncio.create_task(self._try(partial(self._hint, number)))
            self.hinting.add_done_callback(self._end_hint)

    async def _hint(self, number: int) -> None:
        advice = await self.hall.helper.hint(self.room, self.seat, number, self.address)
        moves, line = assistance.in_words(advice, self.language)
        self.send({"type": "advice", "number": number, "moves": moves, "line": line})

    def _end_hint(self, task: asyncio.Task[None]) -> None:
        self.hinting = None
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self._fault(error)

    def refuse(self, code: str, message: str, rule: str | None = None) -> None:
        """Say what was wrong, and which view counts."""
        self.hall.metrics.refused.labels(code).inc()
        number = self.room.match.number if self.room.match is not None else None
        self.send(
            {"type": "error", "code": code, "message": message, "rule": rule, "number": number}
        )


async def connect(
    socket: WebSocket, hall: Hall, room: Room, seat: int | None, language: str, address: str
) -> None:
    """A socket from its beginning to its end."""
    here = WATCHER if seat is None else seat
    connection = Connection(socket, hall, room, here, language, address)
    hall.metrics.sockets.inc()
    room.enter(connection)
    try:
        connection.send(room.welcome(connection))
        if room.refusal is not None:
            connection.refuse("state", room.refusal)
        if room.may_start():
            with contextlib.suppress(WrongState, Conflict):  # somebody else came, and started it
                await connection.start()
        hall.minder.mind(room)
        await connection.run()
    finally:
        hall.metrics.sockets.dec()
        room.go(connection)
        hall.minder.mind(room)
