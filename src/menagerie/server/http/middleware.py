"""ASGI middleware: URL prefix, security headers, CSRF protection, body limit, error handling."""

from base64 import b64encode
from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from menagerie.server.access.origin import CROSS_ORIGIN, is_same_origin
from menagerie.server.errors import error_response
from menagerie.server.ops.logs import log
from menagerie.server.schemas.close_codes import CloseCode

CONTENT_SECURITY_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "media-src": "'self'",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")  # they change nothing
JSON = "application/json"


def content_security_policy(*styles: str) -> str:
    """The CSP header; it allows only these inline styles, by their hashes."""
    hashes = [b64encode(sha256(style.encode()).digest()).decode() for style in styles]
    allowed = CONTENT_SECURITY_POLICY | {
        "style-src": " ".join(["'self'", *(f"'sha256-{one}'" for one in hashes)])
    }
    return "; ".join(f"{directive} {sources}" for directive, sources in allowed.items())


HEADERS = {
    "content-security-policy": content_security_policy(),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
PRIVATE = "/api/"  # responses depend on the client: no cache may keep them
# The second one starts the response to a WebSocket handshake that is refused.
HTTP_RESPONSE_STARTS = ("http.response.start", "websocket.http.response.start")


class SecurityHeaders:
    """Sets security headers on every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "").removeprefix(scope.get("root_path", ""))
        is_private = path.startswith(PRIVATE)

        async def with_headers(message: Message) -> None:
            if message["type"] in HTTP_RESPONSE_STARTS:
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if is_private:
                    headers["cache-control"] = "no-store"
                    headers.add_vary_header("Cookie, Authorization")
            await send(message)

        await self.app(scope, receive, with_headers)


class ErrorHandler:
    """Counts and logs unexpected errors; the client learns only that there was one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def watch(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, watch)
        except ClientDisconnected:  # there is no client to answer
            return
        except Exception as error:  # anything unexpected
            if scope["type"] == "lifespan":
                raise
            scope["app"].state.services.metrics.faults.inc()
            log.unexpected("request", error, path=scope["path"])
            if not begun:
                await error_response(500, "internal server error; it has been logged")(
                    scope, receive, send
                )
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": CloseCode.INTERNAL_ERROR})


class SameOriginOnly:
    """CSRF protection: refuses changes by pages of other origins, and HTML forms (not JSON)."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self.app = app
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE_METHODS:
            request = HTTPConnection(scope)
            if not is_same_origin(request, self.origins):
                await error_response(403, CROSS_ORIGIN)(scope, receive, send)
                return
            kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
            if kind != JSON:
                await error_response(415, f"Content-Type must be {JSON}")(scope, receive, send)
                return
        await self.app(scope, receive, send)


class BodyLimit:
    """Limits the size of a request body, whatever its Content-Length says."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self.app = app
        self.max_bytes = max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        chunks, size, more = [], 0, True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return
            chunks.append(message.get("body", b""))
            size += len(chunks[-1])
            more = message.get("more_body", False)
            if size > self.max_bytes:
                answer = error_response(413, f"a request has at most {self.max_bytes} bytes")
                answer.headers["connection"] = "close"
                await answer(scope, receive, send)
                return
        body: Message = {"type": "http.request", "body": b"".join(chunks), "more_body": False}
        given = False

        async def replay_body() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return body

        await self.app(scope, replay_body, send)


class UrlPrefix:
    """Serves everything below a URL prefix, whether or not the proxy strips it.

    uvicorn's `root_path` expects a proxy that always strips it.
    """

    def __init__(self, app: ASGIApp, prefix: str) -> None:
        self.app = app
        self.prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.prefix and scope["type"] in ("http", "websocket"):
            path = scope["path"]
            if path != self.prefix and not path.startswith(f"{self.prefix}/"):
                path = self.prefix + path
            scope = {**scope, "root_path": self.prefix, "path": path}
        await self.app(scope, receive, send)
