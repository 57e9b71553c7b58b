"""Routes of games: the list of games, their rules, and their standard editions."""

from fastapi import APIRouter

from menagerie import discovery
from menagerie.game import Game
from menagerie.server.http.dependencies import (
    COMMON_ERRORS,
    TABLE_ERRORS,
    LanguageQuery,
    ServicesDep,
)
from menagerie.server.schemas.common import Json
from menagerie.server.schemas.games import GameInfo, RulesInfo
from menagerie.server.views.game_info import describe_game, describe_rules
from menagerie.store import Missing
from menagerie.version import VERSION

router = APIRouter(prefix="/api", responses=COMMON_ERRORS)

GAME_ERRORS = TABLE_ERRORS


@router.get("/games")
def games(services: ServicesDep, lang: LanguageQuery = "en") -> list[GameInfo]:  # noqa: ARG001 - rate limit
    """All games, with their options."""
    return [describe_game(discovery.load(name), lang) for name in discovery.names()]


@router.get("/version")
async def version() -> dict[str, str]:
    """The version of the server."""
    return {"version": VERSION}


@router.get("/games/{game}", responses=GAME_ERRORS)
def one_game(game: str, services: ServicesDep, lang: LanguageQuery = "en") -> GameInfo:  # noqa: ARG001
    """One game, with its options."""
    return describe_game(_load(game), lang)


@router.get("/games/{game}/edition", responses=GAME_ERRORS)
def edition(game: str, services: ServicesDep) -> Json:  # noqa: ARG001 - rate limit
    """The standard edition: what is printed on the components."""
    return _load(game).standard


@router.get("/games/{game}/rules", responses=GAME_ERRORS)
def rules(game: str, services: ServicesDep, lang: LanguageQuery = "en") -> RulesInfo:  # noqa: ARG001
    """All rules in our own words, with our rulings."""
    return describe_rules(_load(game), lang)


def _load(name: str) -> Game:
    if name not in discovery.names():
        raise Missing(f"there is no such game; there are: {', '.join(discovery.names())}")
    return discovery.load(name)
