"""Strict models of what is read from files: editions, positions and score sheets."""

from typing import Annotated, Any

from pydantic import AfterValidator, Field, PlainValidator, ValidationInfo

from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.edition import (
    COLOURS,
    COPIES,
    EGG_NAMES,
    END_OF_ROUND,
    LOSS,
    PLAIN_NAMES,
    POINTS,
    TILE_NAMES,
    TYPE_NAMES,
)
from menagerie.games.cubosaurs.table import CARDS, RAPTORS, SEATS, SERIES_LENGTH, Table
from menagerie.jsontext import Json, abbreviate_json
from menagerie.validation import (
    Counted,
    Distinct,
    Group,
    OneOf,
    PerSeat,
    Seat,
    Text,
    Unmasked,
    Within,
    exactly,
    fault,
    group,
    players_between,
)

# ---- the edition

Series = Annotated[list[Annotated[int, Within(POINTS)]], Counted(SERIES_LENGTH)]
Pair = Annotated[list[Annotated[int, Within(LOSS)]], Counted(2)]
RaptorNumbers = Annotated[list[Annotated[int, Within(range(1, RAPTORS + 1))]], Distinct]
EggNames = Annotated[list[Annotated[str, OneOf(EGG_NAMES)]], Distinct]


def _tile(number: int, name: str) -> Any:
    when = "end_of_round" if name in END_OF_ROUND else "instant"
    fields = {
        "number": Annotated[int, exactly(number, "CUB-A7")],
        "cost": Annotated[int, Within(range(100))],
        "when": Annotated[str, exactly(when, "CUB-A7")],
        "interaction": bool,
    }
    return group("Tile", fields)


def _dna() -> Json:
    """How many tokens there are, and which cards have an icon."""
    plain = {name: Annotated[int, Within(range(COPIES[name] + 1))] for name in PLAIN_NAMES}
    raptors = dict.fromkeys(COLOURS, RaptorNumbers)
    tokens = {"tokens": Annotated[int, Within(range(1, 128))]}
    return tokens | plain | raptors | {"egg": EggNames}


Edition = group(
    "Edition",
    {
        "name": Text,
        "players": Annotated[list[int], exactly([2, SEATS], "CUB-C5")],
        "series": group("SeriesOfEach", dict.fromkeys(PLAIN_NAMES, Series)),
        "copies": group(
            "Copies",
            {name: Annotated[int, exactly(COPIES[name], "CUB-C1")] for name in TYPE_NAMES},
        ),
        "raptors": group(
            "Raptors", dict.fromkeys(COLOURS, Annotated[list[Pair], Counted(RAPTORS)])
        ),
        "eggs": group("Eggs", dict.fromkeys(EGG_NAMES, Pair)),
        "dna": group("Dna", _dna()),
        "tiles": group("Tiles", {name: _tile(i, name) for i, name in enumerate(TILE_NAMES, 1)}),
    },
)


# ---- the position; the table it is laid onto is the context


def _find_kind(name: object, info: ValidationInfo[Table]) -> int:
    return names.find_kind(info.context, name)


def _is_token_count(count: int, info: ValidationInfo[Table]) -> int:
    """The basic game has no tokens."""
    most = int(info.context.tokens) if info.context.advanced else 0
    if count not in range(most + 1):
        raise fault(f"must be a number from 0 to {most}, not {abbreviate_json(count)}")
    return count


Kind = Annotated[int, PlainValidator(_find_kind, json_schema_input_type=str), Unmasked]
SheetTile = Annotated[int, PlainValidator(names.find_tile, json_schema_input_type=str)]
TileNumber = Annotated[SheetTile, Unmasked]
Tokens = Annotated[int, AfterValidator(_is_token_count)]
Score = Annotated[int, Within(range(-(1 << 15), 1 << 15))]


class Pending(Group):
    """The card chosen in the first step of a swap (CUB-A17)."""

    seat: Seat
    card: Kind


class Position(Group):
    """A whole position, nothing masked."""

    phase: Annotated[str, OneOf(names.PHASE_NAMES)]
    to_move: Seat | None
    turn: Seat
    round: int
    rounds: int
    starter: Seat
    direction: Annotated[int, OneOf((1, -1))]
    deck: list[Kind]
    aside: list[Kind]
    destroyed: list[Kind]
    hand: list[Kind]
    hand_known_to: list[Annotated[list[Seat], Distinct]]
    collections: PerSeat[list[Kind]]
    round_scores: list[PerSeat[Score]]
    dna: PerSeat[Tokens]
    supply: Tokens
    market: list[TileNumber]
    pile: list[TileNumber]
    tiles: PerSeat[list[TileNumber]]
    bought: bool
    owed: Annotated[list[Seat], Field(max_length=CARDS)]  # each card brings at most one token
    pending: Pending | None


# ---- the score sheet


class ScoreSheet(Group):
    """What lies before each player at the end of a round."""

    collections: Annotated[list[list[Any]], players_between(2, SEATS, "CUB-C5")]
    tiles: list[list[SheetTile]] = Field(default_factory=list)
