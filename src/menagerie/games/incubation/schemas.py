"""Strict models of what is read from files: editions, positions and score sheets."""

from typing import Annotated

from pydantic import AfterValidator, Field, ValidationInfo

from menagerie.games.incubation.edition import (
    AMOUNT,
    COLOUR_NAMES,
    FACE_NAMES,
    NEED,
    PLAYERS,
    POINTS,
    RESOURCE_NAMES,
)
from menagerie.games.incubation.names import PHASE_NAMES
from menagerie.games.incubation.table import (
    EGGS,
    FACES,
    OBJECTIVES,
    PILE,
    PILES,
    ROUNDS,
    SEATS,
    SECTIONS,
    SLOTS,
    Resource,
    Table,
)
from menagerie.jsontext import abbreviate_json
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

Colour = Annotated[str, OneOf(COLOUR_NAMES)]
Face = Annotated[str, OneOf(FACE_NAMES)]
Section = Annotated[int, Within(range(SECTIONS))]
Points = Annotated[int, Within(POINTS)]
SupplyAmount = Annotated[int, Within(AMOUNT)]

# ---- the edition

Need = Annotated[int, Within(NEED)]
DragonCount = Annotated[int, Within(range(1, EGGS + 1))]


class Card(Group):
    """An egg: what it needs, and what its dragon is worth."""

    fire: Need
    water: Need
    points: Points


class Eggs(Group):
    """The eggs of one kind."""

    colours: Annotated[list[Colour], Distinct]
    cards: Annotated[list[Card], Field(min_length=1)]


class Dragons(Group):
    """The dragons that an objective asks for."""

    red: DragonCount = 0
    blue: DragonCount = 0
    green: DragonCount = 0
    purple: DragonCount = 0


class Objective(Group):
    """An objective: the dragons, the gold, or both that it asks for."""

    points: Points
    dragons: Dragons = Field(default_factory=Dragons)
    gold: SupplyAmount = 0


class Pointers(Group):
    """The sections that the wheel points at."""

    fire: Section
    water: Section
    gold: Section


class Wheel(Group):
    """The market's wheel."""

    sections: Annotated[list[Colour], Counted(SECTIONS)]
    pointers: Pointers


Edition = group(
    "Edition",
    {
        "name": Text,
        "players": Annotated[list[int], exactly([2, SEATS], "INC-C3")],
        "supply": group("Supply", dict.fromkeys(RESOURCE_NAMES, SupplyAmount)),
        "die": group("Die", {"faces": Annotated[list[Face], Counted(FACES)]}),
        "wheel": Wheel,
        "objectives_in_play": group(
            "ObjectivesInPlay",
            {str(players): Annotated[int, Within(range(1, OBJECTIVES + 1))] for players in PLAYERS},
        ),
        "eggs": Annotated[list[Eggs], Field(min_length=1)],
        "objectives": Annotated[list[Objective], Counted(OBJECTIVES)],
    },
)


# ---- the position; the table it is laid onto is the context


def _fits_a_pile(eggs: list[int]) -> list[int]:
    if len(eggs) > PILE:
        raise fault(f"must have at most {PILE} eggs, not {len(eggs)} (INC-S3)")
    return eggs


def _has_at_most_two(colours: list[str]) -> list[str]:
    if len(colours) > 2:
        raise fault(f"must have at most two colours, not {len(colours)} (INC-H5)")
    return colours


def _up_to(most: int, value: int) -> int:
    if value not in range(most + 1):
        raise fault(f"must be a number from 0 to {most}, not {abbreviate_json(value)}")
    return value


def _at_most_in_game(resource: Resource) -> AfterValidator:
    """An amount of a resource; the game has only so much of it (INC-C1)."""

    def check(amount: int, info: ValidationInfo[Table]) -> int:
        return _up_to(int(info.context.total[resource]), amount)

    return AfterValidator(check)


def _at_most_needed(resource: Resource) -> AfterValidator:
    """Fire or water in an incubator: no more than its egg needs."""

    def check(amount: int, info: ValidationInfo[Table]) -> int:
        if "egg" not in info.data:  # an invalid egg, which is an error of its own
            return amount
        return _up_to(int(info.context.need[info.data["egg"], resource]), amount)

    return AfterValidator(check)


def _is_turn(turn: int, info: ValidationInfo[Table]) -> int:
    return _up_to(ROUNDS * int(info.context.players), turn)


Gold = Annotated[int, _at_most_in_game(Resource.GOLD)]
Egg = Annotated[int, Within(range(EGGS)), Unmasked]
Goal = Annotated[int, Within(range(OBJECTIVES)), Unmasked]


class Food(Group):
    """What eggs need."""

    fire: Annotated[int, _at_most_in_game(Resource.FIRE)]
    water: Annotated[int, _at_most_in_game(Resource.WATER)]


class Goods(Food):
    """What the supply and a treasure hold."""

    gold: Gold


class Slot(Group):
    """An egg in an incubator, with what it has got."""

    egg: Egg
    fire: Annotated[int, _at_most_needed(Resource.FIRE)]
    water: Annotated[int, _at_most_needed(Resource.WATER)]


class Position(Group):
    """A whole position, nothing masked."""

    phase: Annotated[str, OneOf(PHASE_NAMES)]
    to_move: Seat | None
    first: Seat
    turn: Annotated[int, AfterValidator(_is_turn)]
    last_round: bool
    wheel: Section
    treasures: Annotated[list[Goods], Counted(SECTIONS)]
    piles: Annotated[list[Annotated[list[Egg], AfterValidator(_fits_a_pile)]], Counted(PILES)]
    objectives: list[Goal]
    unused_objectives: list[Goal]
    dice: list[Face]
    used: list[bool]
    rolls: Annotated[int, Within(range(3))]
    overflow: Food
    placing: Food
    slots: PerSeat[Annotated[list[Slot | None], Counted(SLOTS)]]
    dragons: PerSeat[list[Egg]]
    gold: PerSeat[Gold]
    taken: PerSeat[list[Goal]]
    supply: Goods
    owed_colours: Annotated[list[Colour], AfterValidator(_has_at_most_two)]


# ---- the score sheet; the table with the edition is the context


class SheetPlayer(Group):
    """What lies before a player at the end of the game."""

    dragons: list[Annotated[int, Within(range(EGGS))]]
    objectives: list[Annotated[int, Within(range(OBJECTIVES))]]
    gold: Gold


class ScoreSheet(Group):
    """The end of a game at a real table."""

    players: Annotated[list[SheetPlayer], players_between(PLAYERS[0], PLAYERS[-1], "INC-C3")]
