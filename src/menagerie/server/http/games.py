"""Requests that only read: about a game, about the score at a table, about a finished game."""

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Response

from menagerie import discovery
from menagerie.game import WATCHER, Game
from menagerie.server.http.tables import ALWAYS, AT_TABLE, InHall, InRoom, Token, refusing
from menagerie.server.schemas.history import Replay, Review, ReviewBegun, ScoreSheet
from menagerie.server.schemas.messages import Json, Language
from menagerie.server.tables.seats import hash_of
from menagerie.server.views import assistance
from menagerie.server.views.game_info import GameInfo, RulesInfo, describe_game, describe_rules
from menagerie.store import Missing

router = APIRouter(prefix="/api", responses=ALWAYS)

InLanguage = Annotated[Language, Query()]
AT_GAME = AT_TABLE
AT_MOMENT = AT_TABLE | refusing(409)


def _load(name: str) -> Game:
    if name not in discovery.names():
        raise Missing(f"there is no such game; there are: {', '.join(discovery.names())}")
    return discovery.load(name)


@router.get("/games/{game}", responses=AT_GAME)
def one_game(game: str, hall: InHall, lang: InLanguage = "en") -> GameInfo:  # noqa: ARG001
    """One game, with what can be chosen for a table."""
    return describe_game(_load(game), lang)


@router.get("/games/{game}/edition", responses=AT_GAME)
def edition(game: str, hall: InHall) -> Json:  # noqa: ARG001
    """The standard edition: what is printed on the components."""
    return _load(game).standard


@router.get("/games/{game}/rules", responses=AT_GAME)
def rules(game: str, hall: InHall, lang: InLanguage = "en") -> RulesInfo:  # noqa: ARG001
    """All rules in our own words, with our rulings."""
    return describe_rules(_load(game), lang)


@router.get("/tables/{table_id}/sheet", responses=AT_MOMENT)
async def sheet(hall: InHall, room: InRoom, token: Token, lang: InLanguage = "en") -> ScoreSheet:
    """The score as it stands, opened up, as far as whoever asks may know it."""
    await hall.refresh(room)
    match = room.playing
    seat = room.seat_of(hash_of(token)) if token is not None else None
    observed = match.position.observe(WATCHER if seat is None else seat)
    game, number = match.header.game, match.number
    seats = await asyncio.to_thread(assistance.open_up, game, observed, game.text(lang))
    return {"number": number, "seats": seats}


@router.get("/tables/{table_id}/replay", responses=AT_MOMENT, response_model=Replay)
async def replay(hall: InHall, room: InRoom, lang: InLanguage = "en") -> Response:
    """Every moment of the game with nothing hidden, once it is over."""
    await hall.refresh(room)
    return Response(await hall.archive.replay(room, lang), media_type="application/json")


@router.get("/tables/{table_id}/review", responses=AT_MOMENT)
async def review(hall: InHall, room: InRoom, lang: InLanguage = "en") -> Review | ReviewBegun:
    """What the coach thinks of the game, once it is over; ask again until it is done."""
    await hall.refresh(room)
    return hall.archive.review(room, lang)
