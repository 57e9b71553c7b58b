"""The application: routes, sockets and middleware, and the services behind them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse
from starlette.exceptions import HTTPException

from menagerie.server.access.connection_limits import ConnectionLimits
from menagerie.server.config import Config
from menagerie.server.errors import ERRORS, describe_errors, error_response, refuse_request
from menagerie.server.http import games, history, static_pages, tables
from menagerie.server.http.legacy_cookies import LegacyCookies
from menagerie.server.http.middleware import (
    BodyLimit,
    ErrorHandler,
    SameOriginOnly,
    SecurityHeaders,
    UrlPrefix,
)
from menagerie.server.ops import health
from menagerie.server.ops.warm_up import warm_up
from menagerie.server.services import Services
from menagerie.server.websocket.route import WebSocketRoute
from menagerie.store import Store
from menagerie.version import VERSION

PAGES = ("/", *(f"/{page}/{{name}}" for page in ("t", "j", "rules", "learn", "replay")))


def create_app(config: Config) -> FastAPI:
    """A server with a database of its own; several may run in one process."""

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await asyncio.to_thread(warm_up)
        store = await Store.open(config.database)
        services = app.state.services = Services(store, config)
        services.metrics.add(connections.open, connections.limit, connections.refused)
        readiness.start(store.check_writable)
        services.start()
        try:
            yield
        finally:
            readiness.draining = True
            await services.close()

    app = FastAPI(
        title="Menagerie",
        version=VERSION,
        lifespan=lifespan,
        docs_url=None,  # it would load scripts from other sites
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
    )
    readiness = app.state.health = health.Health()
    connections = app.state.connections = ConnectionLimits(config.limits.connections)
    _add_routes(app)
    _add_error_handlers(app)
    app.add_middleware(BodyLimit, max_bytes=config.limits.body)
    app.add_middleware(SameOriginOnly, origins=config.origins)
    app.add_middleware(WebSocketRoute)
    app.add_middleware(LegacyCookies)
    app.add_middleware(ErrorHandler)
    app.add_middleware(SecurityHeaders)
    app.add_middleware(UrlPrefix, prefix=config.prefix)
    return app


def _add_routes(app: FastAPI) -> None:
    for routes in (games, tables, history):
        app.include_router(routes.router)
    get = {"methods": ["GET", "HEAD"], "include_in_schema": False}
    for path in PAGES:
        app.add_api_route(path, static_pages.show, **get)  # type: ignore[arg-type]
    for path in ("/assets/{name}", "/icon.svg"):
        app.add_api_route(path, static_pages.fetch, **get)  # type: ignore[arg-type]
    health.add_routes(app)
    app.add_api_route("/metrics", _metrics, include_in_schema=False)


async def _metrics(request: Request) -> Response:
    return PlainTextResponse(request.app.state.services.metrics.page())


def _add_error_handlers(app: FastAPI) -> None:
    async def refuse(_request: Request, error: Exception) -> Response:
        return refuse_request(error)

    for kind in ERRORS:
        app.add_exception_handler(kind, refuse)

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        return error_response(422, describe_errors(error.errors()))

    @app.exception_handler(HTTPException)
    async def unknown(_request: Request, error: HTTPException) -> Response:
        response = error_response(error.status_code, error.detail)
        response.headers.update(error.headers or {})
        return response
