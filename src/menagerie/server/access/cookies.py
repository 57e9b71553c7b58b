"""The token that proves who somebody is: from a cookie, or for programs from a header.

Under HTTPS the cookie's name begins with `__Host-`: browsers then take it from this host by HTTPS
alone, so that no other site, no subdomain and nobody on the way can plant one.
"""

import re
from http.cookies import SimpleCookie

from starlette.requests import HTTPConnection

from menagerie.errors import BadInput
from menagerie.server.tables.seats import is_token

COOKIE = "menagerie"
BEARER = re.compile(r"bearer(?:\s+(.*))?", re.IGNORECASE)
YEAR = 365 * 86_400


def is_https(connection: HTTPConnection) -> bool:
    return connection.scope["scheme"] in ("https", "wss")


def cookie_name(connection: HTTPConnection) -> str:
    """Below a prefix it is part of the name, since such a cookie has no path of its own."""
    if not is_https(connection):
        return COOKIE
    prefix = connection.scope.get("root_path", "")
    return f"__Host-{COOKIE}{re.sub('[^A-Za-z0-9]+', '-', prefix)}"


def token_of(connection: HTTPConnection) -> str | None:
    """The token in the header, or else in the cookie; a header that is wrong is an error."""
    found = BEARER.fullmatch(connection.headers.get("authorization", "").strip())
    if found is None:  # other schemes are for a proxy
        given = connection.cookies.get(cookie_name(connection), "")
        return given if is_token(given) else None
    if not is_token(found[1] or ""):
        raise BadInput(
            "a token in the Authorization header is 22 letters, digits, - or _ after `Bearer `"
        )
    return found[1]


def old_token_of(connection: HTTPConnection) -> str | None:
    """A token in the cookie that servers set under HTTPS before there was `__Host-`."""
    cookies = connection.cookies
    if not is_https(connection) or cookie_name(connection) in cookies:
        return None
    given = cookies.get(COOKIE, "")
    return given if is_token(given) and "authorization" not in connection.headers else None


def set_cookie(connection: HTTPConnection, token: str) -> str:
    """The value of a Set-Cookie header that keeps a token where no script can read it."""
    return _written(cookie_name(connection), token, connection, YEAR)


def delete_cookies(connection: HTTPConnection) -> list[str]:
    """The values of Set-Cookie headers that make a browser forget its token, an old one too."""
    names = dict.fromkeys((cookie_name(connection), COOKIE))
    return [_written(name, "", connection, 0) for name in names]


def _written(name: str, token: str, connection: HTTPConnection, seconds: int) -> str:
    cookie: SimpleCookie = SimpleCookie({name: token})
    written = cookie[name]
    written["max-age"] = str(seconds)
    is_host = name.startswith("__Host-")
    written["path"] = "/" if is_host else connection.scope.get("root_path") or "/"
    written["secure"] = is_https(connection)
    written["httponly"] = True
    written["samesite"] = "lax"
    return written.OutputString()
