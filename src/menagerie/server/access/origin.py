"""CSRF protection: the `Origin` of a request that changes something must be our own."""

from starlette.requests import HTTPConnection

from menagerie.server.access.cookies import is_https

CROSS_ORIGIN = "cross-origin request refused: Origin must match the host"


def is_same_origin(connection: HTTPConnection, allowed_origins: tuple[str, ...]) -> bool:
    """Whether `Origin` has our host, and our scheme or a more secure one.

    Programs send no `Origin`, and have no cookies that another site could abuse. A page loaded over
    plain HTTP may have been altered on the way, so it may not act on an HTTPS session.
    """
    origin = connection.headers.get("origin")
    if origin is None or origin in allowed_origins:
        return True
    host = connection.headers.get("host", "")
    schemes = ("https",) if is_https(connection) else ("http", "https")
    ours = {_without_default_port(f"{scheme}://{host}") for scheme in schemes}
    return bool(host) and _without_default_port(origin) in ours


def _without_default_port(origin: str) -> str:
    """An origin as browsers write it: lower case, without the default port of its scheme."""
    lower = origin.lower()
    return lower.removesuffix(":443" if lower.startswith("https:") else ":80")
