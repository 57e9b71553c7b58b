"""The WebSocket route: from a path to a table, a language, a token, and a connection.

It is middleware, so that sockets bypass the router and other middleware, whose objects would stay
in memory for as long as the socket is open.
"""

import contextlib
import re

from fastapi import WebSocket
from starlette.types import ASGIApp, Receive, Scope, Send

from menagerie.errors import BadInput
from menagerie.game import WATCHER, Seat
from menagerie.server.access.addresses import client_key
from menagerie.server.access.cookies import token_of
from menagerie.server.access.origin import CROSS_ORIGIN, is_same_origin
from menagerie.server.errors import RateLimited, error_response, refuse_request
from menagerie.server.services import Services
from menagerie.server.tables.session import TableSession
from menagerie.server.websocket.connection import Client
from menagerie.server.websocket.table_connection import serve
from menagerie.store import Missing, StoreError
from menagerie.texts import LANGUAGES, ours

PATH = re.compile(r"/api/tables/([^/]+)/socket")


class WebSocketRoute:
    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "").removeprefix(scope.get("root_path", ""))
        found = PATH.fullmatch(path) if scope["type"] == "websocket" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        socket = WebSocket(scope, receive, send)
        language = socket.query_params.get("lang", LANGUAGES[0])
        try:
            token = token_of(socket)
        except BadInput as error:
            await socket.send_denial_response(error_response(400, str(error)))
            return
        try:
            ours(language)  # raises if there is no such language
        except BadInput as error:
            await socket.send_denial_response(error_response(422, str(error)))
            return
        await _open(socket, found[1], language, token)


async def _open(socket: WebSocket, table_id: str, language: str, token: str | None) -> None:
    services: Services = socket.app.state.services
    if not is_same_origin(socket, services.config.origins):  # CSRF
        await socket.send_denial_response(error_response(403, CROSS_ORIGIN))
        return
    address = client_key(socket)
    async with contextlib.AsyncExitStack() as limits:
        try:
            session, seat = await _enter(services, address, table_id, token, limits)
        except (RateLimited, Missing, BadInput, StoreError) as error:
            await socket.send_denial_response(refuse_request(error))
            return
        await socket.accept()
        await serve(services, session, Client(socket, seat, language, address))


async def _enter(
    services: Services,
    address: str,
    table_id: str,
    token: str | None,
    held: contextlib.AsyncExitStack,
) -> tuple[TableSession, Seat]:
    """The table and the client's seat, or WATCHER; the socket counts until `held` is closed."""
    limits = services.limits
    limits.check_request(address)
    held.enter_context(limits.sockets.hold(address, "too many sockets from your address"))
    session = await services.registry.get(table_id)
    with contextlib.suppress(StoreError):  # if the database is down, use what is in memory
        await services.registry.refresh(session)
    seat = session.seat_of_token(token)
    if seat is not None:
        return session, seat
    key, refusal = session.row.id, "too many people are watching this table"
    held.enter_context(limits.watchers.hold(key, refusal))
    key = f"{session.row.id} {address}"
    held.enter_context(limits.watchers_by_address.hold(key, f"{refusal} from your address"))
    return session, WATCHER
