"""Where sockets come in: straight to their table, past all that only requests need.

Each thing on the way would stay in memory as long as the socket is open.
"""

import re
from collections.abc import Awaitable, Callable

from fastapi import WebSocket
from starlette.types import ASGIApp, Receive, Scope, Send

from menagerie.server.lobby import BEARER, COOKIE
from menagerie.texts import LANGUAGES

NOT_ALLOWED = 1008  # why a socket was not opened
PATH = re.compile(r"/api/tables/([^/]+)/socket")
LONGEST_TOKEN = 100

Opening = Callable[[WebSocket, str, str, str | None], Awaitable[None]]


class Door:
    """Opens a socket with its table, its language and the visitor's token."""

    def __init__(self, app: ASGIApp, opening: Opening) -> None:
        self.app = app
        self.opening = opening

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        path = scope["path"].removeprefix(scope.get("root_path", ""))
        found = PATH.fullmatch(path)
        socket = WebSocket(scope, receive, send)
        language = socket.query_params.get("lang", LANGUAGES[0])
        token = token_of(socket)
        if found is None or language not in LANGUAGES or len(token or "") > LONGEST_TOKEN:
            await socket.close(NOT_ALLOWED)
            return
        await self.opening(socket, found[1], language, token)


def token_of(socket: WebSocket) -> str | None:
    """From a header, for programs; or from the cookie."""
    authorization = socket.headers.get("authorization", "")
    if authorization.startswith(BEARER):
        return authorization.removeprefix(BEARER)
    return socket.cookies.get(COOKIE)
