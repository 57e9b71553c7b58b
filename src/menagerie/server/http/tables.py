"""The lobby: tables are made, found, joined and left by plain requests."""

from typing import Annotated, Any

from fastapi import APIRouter, Cookie, Depends, Header, Path, Query, Request, Response
from starlette.requests import HTTPConnection
from starlette.status import (
    HTTP_201_CREATED,
    HTTP_204_NO_CONTENT,
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

from menagerie import discovery
from menagerie.server.access.addresses import limit_key
from menagerie.server.access.cookies import delete_cookies, set_cookie, token_of
from menagerie.server.errors import NotYours, Problem, TooMany
from menagerie.server.http.legacy_cookies import replace_token
from menagerie.server.schemas.messages import (
    Forget,
    Language,
    LogLine,
    NewSeat,
    NewTable,
    Seated,
    TableInfo,
    TableLog,
    Words,
)
from menagerie.server.tables.audience import WrongState
from menagerie.server.tables.registry import Hall
from menagerie.server.tables.seats import Seat, hash_of, new_token
from menagerie.server.tables.session import Room
from menagerie.server.views.game_info import GameInfo, describe_game
from menagerie.server.views.table_info import describe
from menagerie.store import Entry
from menagerie.version import VERSION

MOST_LISTED = 50

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


def refusing(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The answers to what is refused, for the schema."""
    return {status: {"model": Problem, "description": REASONS[status]} for status in statuses}


ALWAYS = refusing(400, 413, 422, 429, 503)
AT_TABLE = refusing(404)
CHANGING = refusing(403, 415)
IN_SEAT = AT_TABLE | CHANGING | refusing(409)

router = APIRouter(prefix="/api", responses=ALWAYS)

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{22}$")]
Code = Annotated[str, Path(pattern=r"^[A-Za-z]{5,6}$")]  # older tables have five letters


async def the_hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    if not hall.requests.take(address_of(request)):
        raise TooMany("too many requests from your address; wait a little")
    return hall


def address_of(request: HTTPConnection) -> str:
    """Who asks, for limits."""
    return limit_key(request.client.host if request.client is not None else None)


async def the_token(
    request: Request,
    menagerie: Annotated[str | None, Cookie()] = None,  # noqa: ARG001 - for the schema
    authorization: Annotated[str | None, Header()] = None,  # noqa: ARG001 - likewise
) -> str | None:
    """What proves who somebody is: from the cookie, or for programs from a header."""
    return token_of(request)


InHall = Annotated[Hall, Depends(the_hall)]
Token = Annotated[str | None, Depends(the_token)]


async def the_room(table_id: TableId, hall: InHall) -> Room:
    return await hall.room(table_id)


InRoom = Annotated[Room, Depends(the_room)]


async def the_seat(room: InRoom, token: Token) -> Seat:
    """The seat of whoever asks; an error for those who have none."""
    seat = room.seat_of(hash_of(token)) if token is not None else None
    if seat is None:
        raise NotYours("you have no seat at this table")
    return room.seats[seat]


InSeat = Annotated[Seat, Depends(the_seat)]


@router.get("/games")
def games(hall: InHall, lang: Annotated[Language, Query()] = "en") -> list[GameInfo]:  # noqa: ARG001
    """All games, with what can be chosen for a table."""
    return [describe_game(discovery.load(name), lang) for name in discovery.names()]


@router.get("/version")
async def version() -> dict[str, str]:
    return {"version": VERSION}


@router.post("/tables", status_code=HTTP_201_CREATED, responses=CHANGING | refusing(409))
async def make_table(
    asked: NewTable, hall: InHall, token: Token, request: Request, response: Response
) -> Seated:
    """Make a table and take a seat at it; with bots at all others the game waits for `start`."""
    if not hall.new_tables.take(address_of(request)):
        raise TooMany("too many tables were made from your address; try again later")
    known = give_token(token, request, response)
    room = await hall.create(asked, hash_of(known))
    seat = room.seat_of(hash_of(known))
    return {"table": describe(room), "seat": seat or 0}


@router.get("/tables")
async def open_tables(hall: InHall) -> list[TableInfo]:
    """Tables that wait for anybody, at which somebody is connected."""
    return [describe(room) for room in hall.listed(MOST_LISTED)]


@router.get("/mine")
async def my_tables(hall: InHall, token: Token) -> list[Seated]:
    """The tables at which I have a seat, the newest first."""
    if token is None:
        return []
    rows = await hall.store.tables_of(hash_of(token), limit=MOST_LISTED)
    rooms = await hall.look_up_all(rows)
    return [
        {"table": describe(room), "seat": seat}
        for room in rooms
        if (seat := room.seat_of(hash_of(token))) is not None
    ]


@router.get("/codes/{code}", responses=AT_TABLE)
async def by_code(code: Code, hall: InHall, request: Request) -> TableInfo:
    """The table with a short code, until its game is over."""
    return describe(await hall.table_by_code(code.upper(), address_of(request)))


@router.get("/tables/{table_id}", responses=AT_TABLE)
async def table(table_id: TableId, hall: InHall) -> TableInfo:
    return describe(await hall.look_up(table_id))


@router.post("/tables/{table_id}/seats", status_code=HTTP_201_CREATED, responses=IN_SEAT)
async def sit_down(
    asked: NewSeat, hall: InHall, room: InRoom, token: Token, request: Request, response: Response
) -> Seated:
    """Take a seat: the one that is named, or the first that is free."""
    known = give_token(token, request, response)
    seat = await hall.sit(room, hash_of(known), asked.name, asked.seat, asked.entropy)
    return {"table": describe(room), "seat": seat}


@router.put("/tables/{table_id}/entropy", status_code=HTTP_204_NO_CONTENT, responses=IN_SEAT)
async def add_entropy(asked: Words, hall: InHall, room: InRoom, seat: InSeat) -> None:
    """Add to the deal, having seen the hash of our secret."""
    await hall.add_entropy(room, seat, asked.entropy)


@router.post("/tables/{table_id}/start", status_code=HTTP_204_NO_CONTENT, responses=IN_SEAT)
async def start(hall: InHall, room: InRoom, seat: InSeat) -> None:  # noqa: ARG001
    """Deal: all seats must be taken."""
    await hall.start(room)


@router.post("/tables/{table_id}/leave", status_code=HTTP_204_NO_CONTENT, responses=IN_SEAT)
async def leave(hall: InHall, room: InRoom, seat: InSeat) -> None:
    """Get up; once the game has begun a bot plays until you come back."""
    await hall.leave(room, seat)


@router.post("/tables/{table_id}/rematch", status_code=HTTP_201_CREATED, responses=IN_SEAT)
async def rematch(hall: InHall, room: InRoom, seat: InSeat) -> TableInfo:  # noqa: ARG001
    """The same people once more, everybody one seat further; it begins when all have come."""
    return describe(await hall.rematch(room))


@router.get("/tables/{table_id}/log", responses=AT_TABLE | refusing(409))
async def table_log(hall: InHall, room: InRoom) -> TableLog:
    """The whole game, once it is over: what it needs to be replayed and checked."""
    if room.row.state != "over" or room.row.header is None:
        raise WrongState("the game is not over yet: until then its log would tell secrets")
    entries = await hall.store.log(room.row.id)  # also of a game that other rules were made for
    return {
        "header": room.row.header,
        "lines": [_log_line(entry) for entry in entries],
        "deal": describe(room)["deal"],
    }


def _log_line(entry: Entry) -> LogLine:
    kind: Any = entry.kind
    data = entry.data
    return {"kind": kind, "seat": entry.seat, "by": data["by"], "move": data.get("move")}


@router.post("/forget", status_code=HTTP_204_NO_CONTENT, responses=CHANGING)
async def forget(
    asked: Forget, hall: InHall, token: Token, request: Request, response: Response
) -> None:
    """Make your token worthless; with `keep` you get a new one, which has your seats."""
    made = new_token()
    if token is not None:
        await replace_token(hall, token, made)
    keeps = asked.keep and token is not None
    for cookie in [set_cookie(request, made)] if keeps else delete_cookies(request):
        response.headers.append("set-cookie", cookie)


def give_token(token: str | None, request: Request, response: Response) -> str:
    """A token for who has none, in a cookie that no script can read."""
    if token is not None:
        return token
    made = new_token()
    response.headers.append("set-cookie", set_cookie(request, made))
    return made
