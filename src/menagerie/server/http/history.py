"""Routes of a table's score, and of its log, replay and review once the game is over."""

import asyncio

from fastapi import APIRouter, Response

from menagerie.game import WATCHER
from menagerie.log_entry import LogEntry
from menagerie.server.errors import WrongState
from menagerie.server.http.dependencies import (
    COMMON_ERRORS,
    TABLE_ERRORS,
    LanguageQuery,
    ServicesDep,
    SessionDep,
    TokenDep,
    error_responses,
)
from menagerie.server.schemas.history import Replay, Review, ReviewBegun, ScoreSheet
from menagerie.server.schemas.tables import LogEntryInfo, TableLog
from menagerie.server.views import assistance
from menagerie.server.views.table_info import describe

router = APIRouter(prefix="/api", responses=COMMON_ERRORS)

STATE_ERRORS = TABLE_ERRORS | error_responses(409)


@router.get("/tables/{table_id}/log", responses=STATE_ERRORS)
async def table_log(services: ServicesDep, session: SessionDep) -> TableLog:
    """The log of a finished game, with everything needed to replay and verify it."""
    await services.registry.refresh(session)
    if session.row.state != "over" or session.row.header is None:
        raise WrongState(
            "the game is not over yet: until then its log would reveal hidden information"
        )
    entries = await services.store.log(session.row.id)  # works for games of older rules, too
    return {
        "header": session.row.header,
        "lines": [_describe_entry(entry) for entry in entries],
        "deal": describe(session)["deal"],
    }


def _describe_entry(entry: LogEntry) -> LogEntryInfo:
    return {"kind": entry.kind, "seat": entry.seat, "by": entry.by, "move": entry.move}


@router.get("/tables/{table_id}/sheet", responses=STATE_ERRORS)
async def sheet(
    services: ServicesDep, session: SessionDep, token: TokenDep, lang: LanguageQuery = "en"
) -> ScoreSheet:
    """The current score by source, as far as you may know it."""
    await services.registry.refresh(session)
    seat = session.seat_of_token(token)
    game, observed = session.observe(WATCHER if seat is None else seat)
    number = session.require_number()
    seats = await asyncio.to_thread(assistance.score_sheet, game, observed, game.text(lang))
    return {"number": number, "seats": seats}


@router.get("/tables/{table_id}/replay", responses=STATE_ERRORS, response_model=Replay)
async def replay(
    services: ServicesDep, session: SessionDep, lang: LanguageQuery = "en"
) -> Response:
    """Every step of a finished game, with nothing hidden."""
    await services.registry.refresh(session)
    return Response(await services.archive.replay(session, lang), media_type="application/json")


@router.get("/tables/{table_id}/review", responses=STATE_ERRORS)
async def review(
    services: ServicesDep, session: SessionDep, lang: LanguageQuery = "en"
) -> Review | ReviewBegun:
    """The coach's review of a finished game; ask again until it is done."""
    await services.registry.refresh(session)
    return services.archive.review(session, lang)
