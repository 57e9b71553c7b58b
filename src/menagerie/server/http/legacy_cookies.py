"""Middleware that replaces the cookie of older versions with one that others cannot plant."""

import contextlib
from collections.abc import MutableMapping
from typing import Any

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from menagerie.server.access.addresses import client_key
from menagerie.server.access.cookies import cookie_name, legacy_token_of, set_cookie_header
from menagerie.server.access.origin import is_same_origin
from menagerie.server.access.tokens import hash_of, new_token
from menagerie.server.services import Services
from menagerie.store import StoreError

COOKIE_CARRIERS = ("http.response.start", "websocket.accept", "websocket.http.response.start")


class LegacyCookies:
    """Replaces the cookie `menagerie` with `__Host-menagerie`, under HTTPS.

    Anybody who controls a subdomain, or answers for this host without TLS, may have planted the old
    cookie. So its token is not used any more: its seats, if any, get a new token that only this
    browser learns. An attacker who planted the cookie loses the seats and gains nothing.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = None
        if scope["type"] in ("http", "websocket"):
            connection = HTTPConnection(scope)
            services: Services = connection.app.state.services
            if is_same_origin(connection, services.config.origins):
                old = legacy_token_of(connection)
                found = old and await self._exchange(services, connection, old)
        if not found:
            await self.app(scope, receive, send)
            return
        cookie = set_cookie_header(connection, found)
        pair = f"{cookie_name(connection)}={found}"

        async def with_cookie(message: Message) -> None:
            if message["type"] in COOKIE_CARRIERS:
                _add_header(message, b"set-cookie", cookie)
            await send(message)

        scope = {**scope, "headers": [*_without(scope, b"cookie"), (b"cookie", pair.encode())]}
        await self.app(scope, receive, with_cookie)

    async def _exchange(
        self, services: Services, connection: HTTPConnection, old: str
    ) -> str | None:
        """A new token for the seats of an old one; None if it has none."""
        if not services.limits.requests.take(client_key(connection)):
            return None
        new = new_token()
        hashes = hash_of(old), hash_of(new)
        with contextlib.suppress(StoreError):  # the next request retries it
            # Of two concurrent requests, only one finds seats and sets a cookie.
            if await services.store.tables_of(hashes[0], limit=1):
                return new if await services.registry.replace_token(*hashes) else None
        return None


def _without(scope: Scope, name: bytes) -> list[tuple[bytes, bytes]]:
    return [header for header in scope["headers"] if header[0] != name]


def _add_header(message: MutableMapping[str, Any], name: bytes, value: str) -> None:
    message["headers"] = [*message.get("headers", ()), (name, value.encode("latin-1"))]
