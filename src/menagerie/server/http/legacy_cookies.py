"""Tokens are replaced: at the wish of their owner, and where an old cookie is found under HTTPS."""

import contextlib
from collections.abc import MutableMapping
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menagerie.server.access.addresses import limit_key
from menagerie.server.access.cookies import cookie_name, old_token_of, set_cookie
from menagerie.server.http.middleware import is_our_page
from menagerie.server.tables.registry import Hall
from menagerie.server.tables.seats import hash_of, new_token
from menagerie.store import StoreError

STARTS = ("http.response.start", "websocket.accept", "websocket.http.response.start")


async def replace_token(hall: Hall, old: str, new: str) -> bool:
    """Give all seats of one token to another, and close its sockets; whether it had any seats."""
    hashes = hash_of(old), hash_of(new)
    tables = await hall.store.renew_token(*hashes)
    hall.renew_token(tables, *hashes)
    return bool(tables)


class OldCookies:
    """Brings players of the old cookie `menagerie` over to `__Host-menagerie`, under HTTPS.

    Anybody who can write a page of a subdomain, or answer for this host without TLS, may have
    planted the old cookie. So its token is never used on: the seats it has, if any, get a new
    token, which only this browser learns. Whoever planted it loses them and gains nothing.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            ours = is_our_page(connection, connection.app.state.hall.config.origins)
            old = old_token_of(connection) if ours else None  # others' pages change nothing
            found = old and await self._exchange(connection, old)
        if not found:
            await self.app(scope, receive, send)
            return
        cookie = set_cookie(connection, found)
        pair = f"{cookie_name(connection)}={found}"

        async def with_cookie(message: Message) -> None:
            if message["type"] in STARTS:
                _add_header(message, b"set-cookie", cookie)
            await send(message)

        scope = {**scope, "headers": [*_without(scope, b"cookie"), (b"cookie", pair.encode())]}
        await self.app(scope, receive, with_cookie)

    async def _exchange(self, connection: HTTPConnection, old: str) -> str | None:
        """A new token for the seats of an old one; None if it has none."""
        hall: Hall = connection.app.state.hall
        host = connection.client.host if connection.client is not None else None
        if not hall.requests.take(limit_key(host)):
            return None
        new = new_token()
        with contextlib.suppress(StoreError):  # then it is tried with the next request
            # Of two requests at once only one finds seats, and only that one sets a cookie.
            if await hall.store.tables_of(hash_of(old), limit=1):
                return new if await replace_token(hall, old, new) else None
        return None


def _without(scope: Scope, name: bytes) -> list[tuple[bytes, bytes]]:
    return [header for header in scope["headers"] if header[0] != name]


def _add_header(message: MutableMapping[str, Any], name: bytes, value: str) -> None:
    message["headers"] = [*message.get("headers", ()), (name, value.encode("latin-1"))]
