"""A client's connection to a table: resuming, previews, hints, reactions."""

import asyncio
import contextlib
import time

from menagerie.game import WATCHER
from menagerie.server.errors import WrongState
from menagerie.server.ops.logs import log
from menagerie.server.schemas.requests import (
    HintRequest,
    PreviewRequest,
    ReactionRequest,
    ResumeRequest,
    SocketRequest,
)
from menagerie.server.services import Services
from menagerie.server.tables.log_replay import RECENT_CHANGES
from menagerie.server.tables.session import TableSession
from menagerie.server.views import assistance
from menagerie.server.websocket.connection import Client, Connection
from menagerie.store import Conflict, StoreError

NOT_STARTED = (
    "the game could not start because the database does not answer; reload the page to try again"
)


class TableConnection(Connection):
    """A client's connection to a table."""

    hinting: asyncio.Task[None] | None = None  # while the coach is thinking

    async def answer(self, request: SocketRequest) -> None:
        if self.is_gone:
            return  # there is no client to answer
        match request:
            case ResumeRequest():
                await self._resume(request.since)
            case ReactionRequest():
                self._react(request)
            case PreviewRequest():
                await self._preview(request.number)
            case HintRequest():
                self._begin_hint(request.number)

    async def _resume(self, since: int) -> None:
        """Send the updates that a client missed; or the whole view, if they are too many.

        Each update counts towards the rate limit, since it costs as much as handling a message.
        """
        await self.services.registry.refresh(self.session)
        missed = self.session.require_number() - since
        if missed == 0:
            return
        is_cheap = 0 < missed <= RECENT_CHANGES and self.bucket.take(time.monotonic(), missed - 1)
        updates = self.session.updates_since(since, self.seat, self.language) if is_cheap else None
        if updates is None:
            self.send(self.session.welcome(self))
            return
        for message in updates:
            self.send(message)

    async def start_rematch(self) -> None:
        """Deal if all players are connected; after a failure, the next client retries."""
        if not self.session.may_start():
            return
        try:
            with contextlib.suppress(WrongState, Conflict):  # another client started it
                await self.session.start()
        except StoreError as error:
            log.error("store", table=self.session.row.id, error=str(error))
            self.refuse("unavailable", NOT_STARTED)

    def _react(self, request: ReactionRequest) -> None:
        if self.refuse_watcher("react"):
            return
        if not self.session.take_reaction_token(self.seat):
            self.refuse("slow_down", "too many reactions; wait a little")
            return
        self.session.react(self.seat, request.reaction)

    async def _preview(self, number: int) -> None:
        if self.refuse_watcher("try moves"):
            return
        points = await self.services.hints.preview(self.session, self.seat, number, self.address)
        self.send({"type": "previewed", "number": number, "points": points})

    def _begin_hint(self, number: int) -> None:
        """In a task of its own: the player may move before the coach has answered."""
        if self.seat == WATCHER:
            self.refuse("watcher", "you are watching; only players with a seat get hints")
        elif self.hinting is not None:
            self.refuse("slow_down", "one hint at a time; wait for it")
        else:
            self.hinting = asyncio.create_task(self.attempt(self._hint(number)))
            self.hinting.add_done_callback(self._end_hint)

    async def _hint(self, number: int) -> None:
        hint = await self.services.hints.hint(self.session, self.seat, number, self.address)
        moves, variation = assistance.in_words(hint, self.language)
        self.send({"type": "advice", "number": number, "moves": moves, "line": variation})

    def _end_hint(self, task: asyncio.Task[None]) -> None:
        self.hinting = None
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self.log_unexpected(error)

    async def run(self) -> None:
        try:
            await super().run()
        finally:
            if self.hinting is not None:
                self.hinting.cancel()


async def serve(services: Services, session: TableSession, client: Client) -> None:
    """Serve a socket from its beginning to its end."""
    connection = TableConnection(services, session, client)
    services.metrics.sockets.inc()
    session.enter(connection)
    try:
        connection.send(session.welcome(connection))
        if session.refusal is not None:
            connection.refuse("state", session.refusal)
        await connection.start_rematch()
        await connection.run()
    finally:
        services.metrics.sockets.dec()
        session.exit(connection)
