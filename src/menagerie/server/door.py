"""Where sockets come in: straight to their table, past all that only requests need.

Each thing on the way would stay in memory as long as the socket is open.
"""

import re
from collections.abc import Awaitable, Callable

from fastapi import WebSocket
from starlette.types import ASGIApp, Receive, Scope, Send

from menagerie.errors import BadInput
from menagerie.jsontext import abbreviate_json
from menagerie.server.cookies import token_of
from menagerie.server.wrong import problem
from menagerie.texts import LANGUAGES

PATH = re.compile(r"/api/tables/([^/]+)/socket")

Opening = Callable[[WebSocket, str, str, str | None], Awaitable[None]]


class Door:
    """Opens a socket with its table, its language and the visitor's token."""

    def __init__(self, app: ASGIApp, opening: Opening) -> None:
        self.app = app
        self.opening = opening

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
            await socket.send_denial_response(problem(400, str(error)))
            return
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            words = f"there is no language {abbreviate_json(language)}; there are: {known}"
            await socket.send_denial_response(problem(422, words))
            return
        await self.opening(socket, found[1], language, token)
