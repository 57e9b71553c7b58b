"""The token in a request: from a cookie, or for programs from the Authorization header.

Under HTTPS the cookie's name begins with `__Host-`: browsers accept such a cookie from this host
over HTTPS only, so no other site, no subdomain and nobody on the network can plant one.
"""

import re
from http.cookies import SimpleCookie

from starlette.requests import HTTPConnection

from menagerie.errors import BadInput
from menagerie.server.access.tokens import is_token

COOKIE = "menagerie"
BEARER = re.compile(r"bearer(?:\s+(.*))?", re.IGNORECASE)
YEAR_S = 365 * 86_400


def is_https(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


def cookie_name(connection: HTTPConnection) -> str:
    """The name includes the URL prefix, since a `__Host-` cookie cannot have a path."""
    if not is_https(connection):
        return COOKIE
    prefix = connection.scope.get("root_path", "")
    return f"__Host-{COOKIE}{re.sub('[^A-Za-z0-9]+', '-', prefix)}"


def token_of(connection: HTTPConnection) -> str | None:
    """The token in the header, or else in the cookie; a malformed header is an error."""
    found = BEARER.fullmatch(connection.headers.get("authorization", "").strip())
    if found is None:  # other schemes are for a proxy
        given = connection.cookies.get(cookie_name(connection), "")
        return given if is_token(given) else None
    if not is_token(found[1] or ""):
        raise BadInput(
            "a token in the Authorization header is 22 letters, digits, - or _ after `Bearer `"
        )
    return found[1]


def legacy_token_of(connection: HTTPConnection) -> str | None:
    """A token in the cookie that older versions set under HTTPS, without `__Host-`."""
    cookies = connection.cookies
    if not is_https(connection) or cookie_name(connection) in cookies:
        return None
    given = cookies.get(COOKIE, "")
    return given if is_token(given) and "authorization" not in connection.headers else None


def set_cookie_header(connection: HTTPConnection, token: str) -> str:
    """The value of a Set-Cookie header; no script can read the cookie (HttpOnly)."""
    return _serialise(cookie_name(connection), token, connection, YEAR_S)


def deletion_headers(connection: HTTPConnection) -> list[str]:
    """The values of Set-Cookie headers that delete the token, and a legacy one."""
    names = dict.fromkeys((cookie_name(connection), COOKIE))
    return [_serialise(name, "", connection, 0) for name in names]


def _serialise(name: str, token: str, connection: HTTPConnection, seconds: int) -> str:
    cookie: SimpleCookie = SimpleCookie({name: token})
    morsel = cookie[name]
    morsel["max-age"] = str(seconds)
    is_host = name.startswith("__Host-")
    morsel["path"] = "/" if is_host else connection.scope.get("root_path") or "/"
    morsel["secure"] = is_https(connection)
    morsel["httponly"] = True
    morsel["samesite"] = "lax"
    return morsel.OutputString()
