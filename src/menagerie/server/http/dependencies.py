"""What routes depend on: the services, the client's token, the table and the seat of a request."""

from typing import Annotated, Any

from fastapi import Cookie, Depends, Header, Path, Query, Request, Response
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
from menagerie.server.access.cookies import set_cookie_header, token_of
from menagerie.server.access.tokens import new_token
from menagerie.server.errors import ErrorBody, NotSeated
from menagerie.server.schemas.common import Language
from menagerie.server.services import Services
from menagerie.server.tables.session import TableSession
from menagerie.server.tables.state import TakenSeat

REASONS = {
    HTTP_400_BAD_REQUEST: "The request breaks a rule of the game, or of names.",
    HTTP_403_FORBIDDEN: "You have no seat at this table, or this is the page of another site.",
    HTTP_404_NOT_FOUND: "There is no such table, or game.",
    HTTP_409_CONFLICT: "The state of the table (waiting, playing or over) does not allow this.",
    HTTP_413_CONTENT_TOO_LARGE: "The request is too long.",
    HTTP_415_UNSUPPORTED_MEDIA_TYPE: "The body is not declared as JSON.",
    HTTP_422_UNPROCESSABLE_CONTENT: "The request does not match its schema.",
    HTTP_429_TOO_MANY_REQUESTS: "Too many requests, or tables, from one address.",
    HTTP_503_SERVICE_UNAVAILABLE: "The database does not answer, or no join code is free.",
}


def error_responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The error responses of a route, for the OpenAPI schema."""
    return {status: {"model": ErrorBody, "description": REASONS[status]} for status in statuses}


COMMON_ERRORS = error_responses(400, 413, 422, 429, 503)
TABLE_ERRORS = error_responses(404)
WRITE_ERRORS = error_responses(403, 415)
SEAT_ERRORS = TABLE_ERRORS | WRITE_ERRORS | error_responses(409)

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$")]
LanguageQuery = Annotated[Language, Query()]


async def get_services(request: Request) -> Services:
    """The services, if the client's rate limit allows the request."""
    services: Services = request.app.state.services
    services.limits.check_request(client_key(request))
    return services


async def get_token(
    request: Request,
    menagerie: Annotated[str | None, Cookie()] = None,  # noqa: ARG001 - for the schema
    authorization: Annotated[str | None, Header()] = None,  # noqa: ARG001 - for the schema
) -> str | None:
    """The client's token: from the cookie, or for programs from a header."""
    return token_of(request)


ServicesDep = Annotated[Services, Depends(get_services)]
TokenDep = Annotated[str | None, Depends(get_token)]


async def get_table(table_id: TableId, services: ServicesDep) -> TableSession:
    return await services.registry.get(table_id)


SessionDep = Annotated[TableSession, Depends(get_table)]


async def get_seat(session: SessionDep, token: TokenDep) -> TakenSeat:
    """The client's seat; raises NotSeated for a client without one."""
    seat = session.seat_of_token(token)
    if seat is None:
        raise NotSeated("you have no seat at this table")
    return session.seats[seat]


SeatDep = Annotated[TakenSeat, Depends(get_seat)]


def issue_token(token: str | None, request: Request, response: Response) -> str:
    """The client's token, or a new one in a cookie that no script can read (HttpOnly)."""
    if token is not None:
        return token
    issued = new_token()
    response.headers.append("set-cookie", set_cookie_header(request, issued))
    return issued
