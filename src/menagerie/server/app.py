"""The application: the lobby, the sockets, and what stands between them and the world."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from menagerie.errors import BadInput
from menagerie.server.access.connection_limits import Connections
from menagerie.server.background.eviction import Eviction
from menagerie.server.config import Config
from menagerie.server.errors import NotYours, TooMany, problem, told
from menagerie.server.http import games, static_pages, tables
from menagerie.server.http.legacy_cookies import OldCookies
from menagerie.server.http.middleware import (
    BodyLimit,
    Faults,
    OurPages,
    Prefix,
    SafeHeaders,
    is_our_page,
)
from menagerie.server.ops import health
from menagerie.server.ops.logs import log
from menagerie.server.ops.warm_up import warm_up
from menagerie.server.tables.audience import WrongState
from menagerie.server.tables.registry import Hall
from menagerie.server.tables.seats import hash_of
from menagerie.server.tables.session import Room
from menagerie.server.websocket.connection import connect
from menagerie.server.websocket.route import Door
from menagerie.store import Conflict, Missing, Store, StoreError
from menagerie.version import VERSION

PLACES = ("/", *(f"/{place}/{{name}}" for place in ("t", "j", "rules", "learn", "replay")))


def create_app(config: Config) -> FastAPI:
    """A server with a database of its own; two may live in one process."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(warm_up)
        store = await Store.open(config.database)
        hall = app.state.hall = Hall(store, config)
        hall.metrics.add(connections.open, connections.limit, connections.refused)
        readiness.start(store.check_writable)
        eviction = Eviction(hall)
        tasks = [asyncio.create_task(eviction.due.run()), asyncio.create_task(eviction.sweep())]
        try:
            yield
        finally:
            readiness.draining = True
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await hall.close()
            await store.close()

    app = FastAPI(
        title="Menagerie",
        version=VERSION,
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
    )
    readiness = app.state.health = health.Health()
    connections = app.state.connections = Connections(config.limits.connections)
    app.include_router(tables.router)
    app.include_router(games.router)
    for path in PLACES:
        app.add_api_route(path, static_pages.show, methods=["GET", "HEAD"], include_in_schema=False)
    for path in ("/assets/{name}", "/icon.svg"):
        app.add_api_route(
            path, static_pages.fetch, methods=["GET", "HEAD"], include_in_schema=False
        )
    health.add_routes(app)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    _add_errors(app)
    app.add_middleware(BodyLimit, most=config.limits.body)
    app.add_middleware(OurPages, origins=config.origins)
    app.add_middleware(Door, opening=_socket)
    app.add_middleware(OldCookies)
    app.add_middleware(Faults)
    app.add_middleware(SafeHeaders)
    app.add_middleware(Prefix, prefix=config.prefix)
    return app


async def _metrics(request: Request) -> Response:
    return PlainTextResponse(request.app.state.hall.metrics.page())


async def _socket(socket: WebSocket, table_id: str, lang: str, token: str | None) -> None:
    """One socket for each seat or watcher."""
    hall: Hall = socket.app.state.hall
    if not is_our_page(socket, hall.config.origins):
        await socket.send_denial_response(problem(403, "this page may not open sockets here"))
        return
    async with contextlib.AsyncExitStack() as stack:
        address = tables.address_of(socket)
        try:
            room, seat = await _enter(hall, address, table_id, token, stack)
        except (TooMany, Missing, BadInput, StoreError) as error:
            await socket.send_denial_response(_refusal(error))
            return
        await socket.accept()
        await connect(socket, hall, room, seat, lang, address)


async def _enter(
    hall: Hall, address: str, table_id: str, token: str | None, stack: contextlib.AsyncExitStack
) -> tuple[Room, int | None]:
    """The table and one's seat, if nothing is overcrowded; one is counted until the stack ends."""
    if not hall.requests.take(address):
        raise TooMany("too many requests from your address; wait a little")
    stack.enter_context(hall.sockets.one_more(address, "too many sockets from your address"))
    room = await hall.room(table_id)
    with contextlib.suppress(StoreError):  # then what we know must do
        await hall.refresh(room)
    seat = room.seat_of(hash_of(token)) if token is not None else None
    if seat is None:
        words = "too many are watching this table"
        stack.enter_context(hall.watchers.one_more(room.row.id, words))
        words = "too many are watching this table from your address"
        stack.enter_context(hall.watchers_here.one_more(f"{room.row.id} {address}", words))
    return room, seat


STATUSES: dict[type[Exception], int] = {
    Missing: 404,
    WrongState: 409,
    Conflict: 409,
    BadInput: 400,
    NotYours: 403,
    TooMany: 429,
    StoreError: 503,
}


def _refusal(error: Exception) -> JSONResponse:
    """Whatever is wrong with a request is one line, and no fault of ours."""
    status = next(status for kind, status in STATUSES.items() if isinstance(error, kind))
    if isinstance(error, StoreError):
        log.error("store", error=str(error))
        return problem(status, "the database does not answer; try again")
    return problem(status, str(error))


def _add_errors(app: FastAPI) -> None:
    async def refused(_request: Request, error: Exception) -> Response:
        return _refusal(error)

    for kind in STATUSES:
        app.add_exception_handler(kind, refused)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        return problem(422, told(list(error.errors())))

    @app.exception_handler(HTTPException)
    async def unknown(_request: Request, error: HTTPException) -> Response:
        answer = problem(error.status_code, error.detail)
        answer.headers.update(error.headers or {})
        return answer
