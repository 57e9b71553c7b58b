"""What routes depend on: the services, the client's token, the table and the seat of a request."""

from typing import Annotated, Any

from fastapi import Cookie, Depends, Header, Path, Query, Request, Response
from starlette.requests import HTTPConnection
from starlette.status import (
    HTTP_400_BAD_REQUEST,
    HTTP_403_FORBIDDEN,
    HTTP_404_NOT_FOUND,
    HTTP_409_CONFLICT,
    HTTP_413_CONTENT_TOO_LARGE,
    HTTP_415_UNSUPPORTED_MEDIA_TYPE,
    HTTP_422_UNPROCESSABLE_CONTENT,
    HTTP_429_TOO_MANY_REQUESTS,
    HTTP_503_SERVICE_UNAVAILABLE,
)

from menagerie.server.access.addresses import client_key
from menagerie.server.access.cookies import set_cookie, token_of
from menagerie.server.access.tokens import hash_of, new_token
from menagerie.server.errors import ErrorBody, NotSeated
from menagerie.server.schemas.common import Language
from menagerie.server.services import Services
from menagerie.server.tables.session import TableSession
from menagerie.server.tables.state import TakenSeat

REASONS = {
    HTTP_400_BAD_REQUEST: "What was asked for is against the rules of the game or of names.",
    HTTP_403_FORBIDDEN: "You have no seat at this table, or this is the page of another site.",
    HTTP_404_NOT_FOUND: "There is no such table, or game.",
    HTTP_409_CONFLICT: "This belongs to another moment of the table's life.",
    HTTP_413_CONTENT_TOO_LARGE: "The request is too long.",
    HTTP_415_UNSUPPORTED_MEDIA_TYPE: "What is sent is not declared to be JSON.",
    HTTP_422_UNPROCESSABLE_CONTENT: "The request is not in its form.",
    HTTP_429_TOO_MANY_REQUESTS: "Too many requests, or tables, from one address.",
    HTTP_503_SERVICE_UNAVAILABLE: "The database does not answer.",
}


def refusals(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of a route, for the OpenAPI schema."""
    return {status: {"model": ErrorBody, "description": REASONS[status]} for status in statuses}


ALWAYS = refusals(400, 413, 422, 429, 503)
AT_TABLE = refusals(404)
CHANGING = refusals(403, 415)
IN_SEAT = AT_TABLE | CHANGING | refusals(409)

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$")]
InLanguage = Annotated[Language, Query()]


async def get_services(request: Request) -> Services:
    """The services, if the client's rate limit allows the request."""
    services: Services = request.app.state.services
    services.limits.check_request(address_of(request))
    return services


def address_of(connection: HTTPConnection) -> str:
    """The key of the client's rate limits."""
    return client_key(connection)


async def get_token(
    request: Request,
    menagerie: Annotated[str | None, Cookie()] = None,  # noqa: ARG001 - for the schema
    authorization: Annotated[str | None, Header()] = None,  # noqa: ARG001 - for the schema
) -> str | None:
    """The client's token: from the cookie, or for programs from a header."""
    return token_of(request)


InServices = Annotated[Services, Depends(get_services)]
Token = Annotated[str | None, Depends(get_token)]


async def get_table(table_id: TableId, services: InServices) -> TableSession:
    return await services.registry.get(table_id)


AtTable = Annotated[TableSession, Depends(get_table)]


async def get_seat(session: AtTable, token: Token) -> TakenSeat:
    """The client's seat; raises NotSeated for a client without one."""
    seat = session.seat_of(hash_of(token)) if token is not None else None
    if seat is None:
        raise NotSeated("you have no seat at this table")
    return session.seats[seat]


AtSeat = Annotated[TakenSeat, Depends(get_seat)]


def issue_token(token: str | None, request: Request, response: Response) -> str:
    """The client's token, or a new one in a cookie that no script can read (HttpOnly)."""
    if token is not None:
        return token
    issued = new_token()
    response.headers.append("set-cookie", set_cookie(request, issued))
    return issued
