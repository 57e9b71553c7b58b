"""The move codec: number ⇄ JSON ⇄ words, and why a move is not legal."""

from functools import cache
from typing import NamedTuple

from menagerie import jsontext
from menagerie.contract import MoveNumber
from menagerie.games.incubation import names
from menagerie.games.incubation.edition import FOOD_NAMES
from menagerie.games.incubation.illegal_moves import why_illegal
from menagerie.games.incubation.move_numbers import (
    DRAFT,
    EGG,
    HATCH,
    OBJECTIVE,
    OVERFLOW,
    PLACE,
    REROLL,
    STAY,
    TREASURE,
    USE,
)
from menagerie.games.incubation.table import DICE, NONE, OBJECTIVES, PILES, SECTIONS, SLOTS, Table
from menagerie.jsontext import Json, choice, integer
from menagerie.kernel import as_view
from menagerie.texts import Text

__all__ = ["from_json", "to_json", "to_words", "why_illegal"]

DICE_SETS: tuple[list[int], ...] = ([], [0], [1], [0, 1])  # by their bits
VERBS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {  # the fields: needed, and possible
    "take_egg": (("pile",), ("die",)),
    "stay": ((), ()),
    "reroll": (("dice",), ()),
    "use": (("dice",), ()),
    "place": (("resource", "slot"), ()),
    "overflow": (("section",), ()),
    "hatch": (("slot",), ()),
    "take_treasure": (("section",), ()),
    "objective": (("index",), ()),
}


class DecodedMove(NamedTuple):
    """A decoded move; -1 for what it does not name."""

    verb: str
    dice: int = 0  # which, a bit each
    die: int = NONE
    pile: int = NONE
    food: int = NONE
    slot: int = NONE
    section: int = NONE
    goal: int = NONE


@cache
def decode(move: MoveNumber) -> DecodedMove:
    """Decode a move's number."""
    if move < STAY:
        return DecodedMove("take_egg", pile=move - DRAFT)
    if move == STAY:
        return DecodedMove("stay")
    if move <= USE:
        return DecodedMove("reroll", dice=move - REROLL)
    if move < EGG:
        return DecodedMove("use", dice=move - USE)
    if move < PLACE:
        die, pile = divmod(move - EGG, PILES)
        return DecodedMove("take_egg", die=die, pile=pile)
    if move < OVERFLOW:
        food, slot = divmod(move - PLACE, SLOTS)
        return DecodedMove("place", food=food, slot=slot)
    if move < HATCH:
        return DecodedMove("overflow", section=move - OVERFLOW)
    if move < TREASURE:
        return DecodedMove("hatch", slot=move - HATCH)
    if move < OBJECTIVE:
        return DecodedMove("take_treasure", section=move - TREASURE)
    return DecodedMove("objective", goal=move - OBJECTIVE)


def to_json(table: Table, move: MoveNumber) -> Json:  # noqa: ARG001 - the codec needs no table
    decoded = decode(move)
    every: Json = {
        "die": decoded.die,
        "dice": DICE_SETS[decoded.dice],
        "pile": decoded.pile,
        "resource": FOOD_NAMES[decoded.food],
        "slot": decoded.slot,
        "section": decoded.section,
        "index": decoded.goal,
    }
    needed, possible = VERBS[decoded.verb]
    fields = [name for name in (*possible, *needed) if every[name] != NONE]
    return {"do": decoded.verb} | {name: every[name] for name in fields}


def from_json(table: Table, data: object) -> MoveNumber:  # noqa: ARG001 - the codec needs no table
    """The number of a move, legal or not; anything else raises BadInput."""
    verb = jsontext.verb(data, VERBS)
    needed, possible = VERBS[verb]
    fields = jsontext.fields(data, ("do", *needed), possible, f"the move {verb}")
    if verb == "take_egg":
        pile = integer(fields, "pile", range(PILES))
        if "die" not in fields:
            return DRAFT + pile
        return EGG + integer(fields, "die", range(DICE)) * PILES + pile
    if verb in ("reroll", "use"):
        chosen = DICE_SETS.index(choice(fields, "dice", DICE_SETS[1:]))
        return chosen + (REROLL if verb == "reroll" else USE)
    if verb == "place":
        food = FOOD_NAMES.index(choice(fields, "resource", FOOD_NAMES))
        return PLACE + food * SLOTS + integer(fields, "slot", range(SLOTS))
    if verb == "overflow":
        return OVERFLOW + integer(fields, "section", range(SECTIONS))
    if verb == "hatch":
        return HATCH + integer(fields, "slot", range(SLOTS))
    if verb == "take_treasure":
        return TREASURE + integer(fields, "section", range(SECTIONS))
    return OBJECTIVE + integer(fields, "index", range(OBJECTIVES)) if verb == "objective" else STAY


def to_words(table: Table, move: MoveNumber, text: Text) -> str:
    table, decoded = as_view(table), decode(move)
    if decoded.verb in ("reroll", "use"):
        return text(f"moves.{decoded.verb}", dice=names.dice_words(table, decoded.dice, text))
    if decoded.verb == "take_egg":
        egg = names.egg_words(table, names.top(table, decoded.pile), text)
        if decoded.die == NONE:
            return text("moves.draft", egg=egg, pile=decoded.pile + 1)
        die = names.dice_words(table, 1 << decoded.die, text)
        return text("moves.take_egg", die=die, egg=egg, pile=decoded.pile + 1)
    if decoded.verb == "place":
        resource = names.amount_words(decoded.food, 1, text)
        return text("moves.place", what=resource, egg=_in_slot(table, decoded.slot, text))
    if decoded.verb == "hatch":
        return text("moves.hatch", egg=_in_slot(table, decoded.slot, text))
    if decoded.section != NONE:
        treasure = names.treasure_words(table, decoded.section, text)
        holds = names.contents_words(table.treasure[decoded.section], text)
        return text(f"moves.{decoded.verb}", treasure=treasure, contents=holds)
    if decoded.goal != NONE:
        return text("moves.objective", objective=names.goal_words(table, decoded.goal, text))
    return text("moves.stay")


def _in_slot(table: Table, slot: int, text: Text) -> str:
    return names.nest_words(table, int(table.to_move), slot, text)
