"""What every request passes: a prefix, headers for safety, whose page it is, a limit on size."""

from base64 import b64encode
from hashlib import sha256

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.utils import ClientDisconnected

from menagerie.server.errors import problem
from menagerie.server.ops.logs import log

POLICY = {
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
FAULT = 1011  # why a socket was closed
HARMLESS = ("GET", "HEAD", "OPTIONS")  # methods that change nothing
JSON = "application/json"


def policy(*styles: str) -> str:
    """Whence a page may load what; of styles that stand in the page itself, these alone."""
    hashes = [b64encode(sha256(style.encode()).digest()).decode() for style in styles]
    allowed = POLICY | {"style-src": " ".join(["'self'", *(f"'sha256-{one}'" for one in hashes)])}
    return "; ".join(f"{what} {whence}" for what, whence in allowed.items())


HEADERS = {
    "content-security-policy": policy(),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


PRIVATE = "/api/"  # what lies below depends on who asks: no cache may keep it


class SafeHeaders:
    """The same headers on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "").removeprefix(scope.get("root_path", ""))
        is_private = path.startswith(PRIVATE)

        async def with_headers(message: Message) -> None:
            if message["type"] in STARTS:
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if is_private:
                    headers["cache-control"] = "no-store"
                    headers.add_vary_header("Cookie, Authorization")
            await send(message)

        await self.app(scope, receive, with_headers)


STARTS = ("http.response.start", "websocket.http.response.start")  # the latter: not opened


class Faults:
    """An error that nobody foresaw is counted and logged; who asked learns only that it was one."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def noting(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, noting)
        except ClientDisconnected:  # who has gone meanwhile wants no answer
            return
        except Exception as error:  # whatever it is
            if scope["type"] == "lifespan":
                raise
            scope["app"].state.hall.metrics.faults.inc()
            log.fault("request", error, path=scope["path"])
            if not begun:
                await problem(500, "something went wrong; it was noted")(scope, receive, send)
            elif scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": FAULT})


class OurPages:
    """No page of another site changes anything here, nor a form that pretends to be JSON."""

    def __init__(self, app: ASGIApp, origins: tuple[str, ...]) -> None:
        self.app = app
        self.origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in HARMLESS:
            request = HTTPConnection(scope)
            if not is_our_page(request, self.origins):
                await problem(403, "this page may change nothing here")(scope, receive, send)
                return
            kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
            if kind != JSON:
                await problem(415, f"what is sent here is {JSON}")(scope, receive, send)
                return
        await self.app(scope, receive, send)


def is_our_page(asked: HTTPConnection, origins: tuple[str, ...]) -> bool:
    """Whether the page that asks (`Origin`) has our host, and our scheme or a safer one.

    Programs send no origin, and have no cookies to be used. A page that came by plain http may
    have been written by anybody on the way, so it may not use what belongs to https.
    """
    origin = asked.headers.get("origin")
    if origin is None or origin in origins:
        return True
    host = asked.headers.get("host", "")
    schemes = ("https",) if asked.scope["scheme"] in ("https", "wss") else ("http", "https")
    ours = {_without_port(f"{scheme}://{host}") for scheme in schemes}
    return bool(host) and _without_port(origin) in ours


def _without_port(origin: str) -> str:
    """An origin as browsers write it: in small letters, without the port of its scheme."""
    small = origin.lower()
    return small.removesuffix(":443" if small.startswith("https:") else ":80")


class BodyLimit:
    """Nobody sends us more than we want to read, whatever they say about its length."""

    def __init__(self, app: ASGIApp, most: int) -> None:
        self.app = app
        self.most = most

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
            if size > self.most:
                answer = problem(413, f"a request has at most {self.most} bytes")
                answer.headers["connection"] = "close"
                await answer(scope, receive, send)
                return
        body: Message = {"type": "http.request", "body": b"".join(chunks), "more_body": False}
        given = False

        async def whole() -> Message:
            nonlocal given
            if given:
                return await receive()
            given = True
            return body

        await self.app(scope, whole, send)


class Prefix:
    """Behind a proxy everything lies below a prefix, whether or not the proxy cuts it off."""

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
