"""The application: the lobby, the sockets, and what stands between them and the world."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Cookie, FastAPI, Header, Query, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse

from menagerie.errors import BadInput
from menagerie.server import lobby
from menagerie.server.config import Config
from menagerie.server.guard import BodyLimit, Prefix, SafeHeaders
from menagerie.server.hall import Hall
from menagerie.server.logs import log
from menagerie.server.messages import Language
from menagerie.server.room import WrongState
from menagerie.server.seats import hash_of
from menagerie.server.socket import connect
from menagerie.server.wrong import NotYours, TooMany, told
from menagerie.store import Conflict, Missing, Store, StoreError
from menagerie.version import VERSION

NOT_ALLOWED, TRY_LATER = 1008, 1013  # why a socket was not opened


def create_app(config: Config) -> FastAPI:
    """A server with a database of its own; two may live in one process."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await Store.open(config.database)
        hall = app.state.hall = Hall(store, config)
        tasks = [asyncio.create_task(hall.resume()), asyncio.create_task(hall.sweep())]
        try:
            yield
        finally:
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
        root_path=config.prefix,
    )
    app.include_router(lobby.router)
    app.add_api_websocket_route("/api/tables/{table_id}/socket", _socket)
    app.add_api_route("/healthz", _health, include_in_schema=False)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)
    _add_errors(app)
    app.add_middleware(BodyLimit, most=config.limits.body)
    app.add_middleware(SafeHeaders)
    app.add_middleware(Prefix, prefix=config.prefix)
    return app


async def _health(request: Request) -> Response:
    """Whether the server and its database answer."""
    try:
        tables = await request.app.state.hall.store.count()
    except StoreError as error:
        return JSONResponse({"ok": False, "error": str(error)}, 503)
    return JSONResponse({"ok": True, "version": VERSION, "tables": tables})


async def _metrics(request: Request) -> Response:
    return PlainTextResponse(request.app.state.hall.metrics.page())


async def _socket(
    socket: WebSocket,
    table_id: str,
    lang: Annotated[Language, Query()] = "en",
    menagerie: Annotated[str | None, Cookie(max_length=100)] = None,
    authorization: Annotated[str | None, Header(max_length=200)] = None,
) -> None:
    """One socket for each seat or watcher."""
    hall: Hall = socket.app.state.hall
    if not is_our_page(socket, hall.config):
        await socket.close(NOT_ALLOWED, "this page may not open sockets here")
        return
    address = lobby.address_of(socket)
    if hall.sockets.get(address, 0) >= hall.config.limits.sockets:
        await socket.close(TRY_LATER, "too many sockets from your address")
        return
    try:
        room = await hall.room(table_id)
    except Missing:
        await socket.close(NOT_ALLOWED, "there is no such table")
        return
    except StoreError as error:
        log.error("store", table=table_id, error=str(error))
        await socket.close(TRY_LATER, "the database does not answer; try again")
        return
    with contextlib.suppress(StoreError):  # then what we know must do
        await hall.refresh(room)
    token = lobby.the_token(menagerie, authorization)
    seat = room.seat_of(hash_of(token)) if token is not None else None
    if seat is None and len(room.listeners) >= hall.config.limits.watchers:
        await socket.close(TRY_LATER, "too many are watching this table")
        return
    hall.sockets[address] = hall.sockets.get(address, 0) + 1
    try:
        await socket.accept()
        await connect(socket, hall, room, seat, lang)
    finally:
        hall.sockets[address] -= 1
        if not hall.sockets[address]:
            del hall.sockets[address]


def is_our_page(socket: WebSocket, config: Config) -> bool:
    """Browsers say which page opens a socket; programs do not, and have no cookies to be used."""
    origin = socket.headers.get("origin")
    if origin is None or origin in config.origins:
        return True
    return urlsplit(origin).netloc == socket.headers.get("host")


def _add_errors(app: FastAPI) -> None:
    """Whatever is wrong with a request is one line, and no fault of ours."""
    for kind, status in (
        (Missing, 404),
        (WrongState, 409),
        (Conflict, 409),
        (BadInput, 400),
        (NotYours, 403),
        (TooMany, 429),
    ):
        app.add_exception_handler(kind, _answer_with(status))

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        return JSONResponse({"error": told(list(error.errors()))}, 422)

    @app.exception_handler(StoreError)
    async def failed(request: Request, error: StoreError) -> Response:
        log.error("store", path=request.url.path, error=str(error))
        return JSONResponse({"error": "the database does not answer; try again"}, 503)


def _answer_with(status: int):  # type: ignore[no-untyped-def] # noqa: ANN202
    async def answer(_request: Request, error: Exception) -> Response:
        return JSONResponse({"error": str(error)}, status)

    return answer
