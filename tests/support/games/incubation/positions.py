"""Positions of Incubation for tests: give what matters, and the rest is filled in."""

from collections.abc import Sequence
from typing import Any

from menagerie import Position, discovery, new

STANDARD = discovery.load("incubation").standard
PILE = 12

# Eggs of the standard edition by what they are.
RED_21, RED_31, RED_22 = 0, 1, 2  # fire 2 and water 1, and so on
BLUE_12, BLUE_22 = 6, 8
GREEN_11, GREEN_21 = 12, 13
PURPLE_11, PURPLE_12 = 18, 19
RED_BLUE_22, GREEN_PURPLE_22 = 24, 29
MYSTERY_11, MYSTERY_22 = 30, 31
MYSTERIES = range(30, 36)
RED, BLUE, GREEN, PURPLE = (0, 4), (1, 5), (2, 6), (3, 7)  # the sections of each colour

Slot = tuple[int, int, int] | None  # an egg, with its fire and water


def table(
    *slots: Sequence[Slot],
    treasures: dict[int, dict[str, int]] | None = None,
    piles: list[list[int]] | None = None,
    edition: dict[str, Any] = STANDARD,
    seed: int = 1,
    **fields: Any,
) -> Position:
    """A position in a turn of seat 0; `slots` has the incubators of each player.

    Eggs that are not named lie in the piles, or are dragons of the last player where the piles
    are named; gold, water and fire that are not named are the supply.
    """
    players = len(slots)
    position = new("incubation", players=players, seed=1, edition=edition)
    chosen: dict[str, Any] = {
        "phase": "dice",
        "to_move": 0,
        "first": 0,
        "turn": 0,
        "wheel": 0,
        "dice": ["gold", "gold"],
        "used": [False, False],
        "rolls": 1,
        "overflow": {"water": 0, "fire": 0},
        "placing": {"water": 0, "fire": 0},
        "owed_colours": [],
        "gold": [0] * players,
        "dragons": [[] for _ in slots],
        "taken": [[] for _ in slots],
        **fields,
    }
    empty = {"gold": 0, "water": 0, "fire": 0}
    chosen["treasures"] = [empty | (treasures or {}).get(section, {}) for section in range(8)]
    chosen["slots"] = [[_slot(slot) for slot in [*row, None, None][:2]] for row in slots]
    _lay_eggs(chosen, piles)
    _lay_objectives(chosen, edition["objectives_in_play"][str(players)])
    chosen["supply"] = _supply(chosen, edition["supply"])
    last = sum(not pile for pile in chosen["piles"]) > 1 or not chosen["objectives"]
    chosen["last_round"] = last
    return Position.from_json(position.header.document(chosen), seed=seed)


def _slot(slot: Slot) -> dict[str, int] | None:
    return None if slot is None else dict(zip(("egg", "fire", "water"), slot, strict=True))


def _lay_eggs(chosen: dict[str, Any], piles: list[list[int]] | None) -> None:
    named = [slot["egg"] for row in chosen["slots"] for slot in row if slot]
    named += [egg for row in [*chosen["dragons"], *(piles or [])] for egg in row]
    rest = [egg for egg in range(36) if egg not in named]
    if piles is None:
        chosen["piles"] = [rest[at : at + PILE] for at in (0, PILE, 2 * PILE)]
    else:
        chosen["piles"] = piles
        chosen["dragons"][-1] = [*chosen["dragons"][-1], *rest]


def _lay_objectives(chosen: dict[str, Any], in_play: int) -> None:
    taken = [goal for row in chosen["taken"] for goal in row]
    others = [goal for goal in range(10) if goal not in taken]
    chosen.setdefault("objectives", others[: in_play - len(taken)])
    chosen["unused_objectives"] = [goal for goal in others if goal not in chosen["objectives"]]


def _supply(chosen: dict[str, Any], total: dict[str, int]) -> dict[str, int]:
    """What lies nowhere else."""
    lots = [*chosen["treasures"], chosen["overflow"], chosen["placing"]]
    lots += [slot for row in chosen["slots"] for slot in row if slot]
    lots += [{"gold": gold} for gold in chosen["gold"]]
    return {name: total[name] - sum(lot.get(name, 0) for lot in lots) for name in total}


def state(position: Position) -> dict[str, Any]:
    """The fields of the position document."""
    fields: dict[str, Any] = position.to_json()["position"]
    return fields


def offered(position: Position) -> list[dict[str, Any]]:
    return [move.to_json() for move in position.legal_moves]


def held(position: Position, section: int) -> dict[str, int]:
    """What a treasure has in it, without what it has none of."""
    treasure = state(position)["treasures"][section]
    return {name: count for name, count in treasure.items() if count}


def use(*dice: int) -> dict[str, Any]:
    return {"do": "use", "dice": list(dice)}


def take_egg(die: int, pile: int) -> dict[str, Any]:
    return {"do": "take_egg", "die": die, "pile": pile}


def place(resource: str, slot: int) -> dict[str, Any]:
    return {"do": "place", "resource": resource, "slot": slot}


def open_treasure(section: int) -> dict[str, Any]:
    return {"do": "take_treasure", "section": section}


def overflow(section: int) -> dict[str, Any]:
    return {"do": "overflow", "section": section}


STAY = {"do": "stay"}
EMPTY = {"water": 0, "fire": 0}
