"""Routes of tables: create, find, join, start and leave them."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from starlette.status import HTTP_201_CREATED, HTTP_204_NO_CONTENT

from menagerie.server.access.addresses import client_key
from menagerie.server.access.cookies import deletion_headers, set_cookie_header
from menagerie.server.access.tokens import hash_of, new_token
from menagerie.server.errors import RateLimited
from menagerie.server.http import dependencies
from menagerie.server.http.dependencies import (
    COMMON_ERRORS,
    SEAT_ERRORS,
    TABLE_ERRORS,
    WRITE_ERRORS,
    SeatDep,
    ServicesDep,
    SessionDep,
    TableId,
    TokenDep,
)
from menagerie.server.schemas.requests import EntropyRequest, ForgetRequest, NewSeat, NewTable
from menagerie.server.schemas.tables import Seated, TableInfo
from menagerie.server.views.table_info import describe

MAX_LISTED = 50

router = APIRouter(prefix="/api", responses=COMMON_ERRORS)

Code = Annotated[str, Path(pattern=r"^[A-Za-z]{5,6}$")]  # older tables have five letters


@router.post("/tables", status_code=HTTP_201_CREATED, responses=WRITE_ERRORS)
async def make_table(
    asked: NewTable, services: ServicesDep, token: TokenDep, request: Request, response: Response
) -> Seated:
    """Create a table and take a seat; even with bots at all others, the game waits for `start`."""
    address = client_key(request)
    if not services.limits.new_tables.take(address):
        raise RateLimited("too many tables were made from your address; try again later")
    known = hash_of(dependencies.issue_token(token, request, response))
    session = await services.registry.create(asked, known, address)
    return {"table": describe(session), "seat": session.seat_of(known) or 0}


@router.get("/tables")
async def open_tables(services: ServicesDep) -> list[TableInfo]:
    """Open tables that wait for players, with somebody connected."""
    return [describe(session) for session in services.registry.listed(MAX_LISTED)]


@router.get("/mine")
async def my_tables(services: ServicesDep, token: TokenDep) -> list[Seated]:
    """The tables where you have a seat, most recently changed first."""
    if token is None:
        return []
    known = hash_of(token)
    rows = await services.store.tables_of(known, limit=MAX_LISTED)
    return [
        {"table": describe(table), "seat": seat}
        for table in await services.registry.look_up_all(rows)
        if (seat := table.seat_of(known)) is not None
    ]


@router.get("/codes/{code}", responses=TABLE_ERRORS)
async def by_code(code: Code, services: ServicesDep, request: Request) -> TableInfo:
    """The table with a short code, until its game is over."""
    return describe(await services.table_by_code(code.upper(), client_key(request)))


@router.get("/tables/{table_id}", responses=TABLE_ERRORS)
async def table(table_id: TableId, services: ServicesDep) -> TableInfo:
    """The table with this id."""
    return describe(await services.registry.look_up(table_id))


@router.post("/tables/{table_id}/seats", status_code=HTTP_201_CREATED, responses=SEAT_ERRORS)
async def sit_down(
    asked: NewSeat, session: SessionDep, token: TokenDep, request: Request, response: Response
) -> Seated:
    """Take a seat: a given one, or the first free one."""
    known = hash_of(dependencies.issue_token(token, request, response))
    seat = await session.sit(known, asked.name, asked.seat, asked.entropy)
    return {"table": describe(session), "seat": seat}


@router.put("/tables/{table_id}/entropy", status_code=HTTP_204_NO_CONTENT, responses=SEAT_ERRORS)
async def add_entropy(asked: EntropyRequest, session: SessionDep, seat: SeatDep) -> None:
    """Add entropy to the deal, after seeing the hash of the server's secret."""
    await session.add_entropy(seat, asked.entropy)


@router.post("/tables/{table_id}/start", status_code=HTTP_204_NO_CONTENT, responses=SEAT_ERRORS)
async def start(session: SessionDep, seat: SeatDep) -> None:  # noqa: ARG001 - only players start
    """Deal; all seats must be taken."""
    await session.start()


@router.post("/tables/{table_id}/leave", status_code=HTTP_204_NO_CONTENT, responses=SEAT_ERRORS)
async def leave(session: SessionDep, seat: SeatDep) -> None:
    """Leave the table; once the game has begun, a bot plays until you come back."""
    await session.leave(seat)


@router.post("/tables/{table_id}/rematch", status_code=HTTP_201_CREATED, responses=SEAT_ERRORS)
async def rematch(services: ServicesDep, session: SessionDep, seat: SeatDep) -> TableInfo:  # noqa: ARG001
    """A new table for the same players, each one seat further; it starts when all are connected."""
    return describe(await services.registry.rematch(session))


@router.post("/forget", status_code=HTTP_204_NO_CONTENT, responses=WRITE_ERRORS)
async def forget(
    asked: ForgetRequest,
    services: ServicesDep,
    token: TokenDep,
    request: Request,
    response: Response,
) -> None:
    """Revoke your token; with `keep` you get a new one, which keeps your seats."""
    issued = new_token()
    if token is not None:
        await services.registry.replace_token(hash_of(token), hash_of(issued))
    keeps = asked.keep and token is not None
    for cookie in [set_cookie_header(request, issued)] if keeps else deletion_headers(request):
        response.headers.append("set-cookie", cookie)
