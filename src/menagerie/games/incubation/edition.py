"""The edition: what is printed on the components. Validates it and writes it to a table."""

from collections.abc import Iterator

from menagerie.games.incubation.table import (
    COLOURS,
    EGGS,
    FOOD,
    NONE,
    PILES,
    SEATS,
    Colour,
    Face,
    Resource,
    Table,
)
from menagerie.jsontext import Json

RESOURCE_NAMES = tuple(resource.name.lower() for resource in Resource)
FOOD_NAMES = RESOURCE_NAMES[:FOOD]
FACE_NAMES = tuple(face.name.lower() for face in Face)
COLOUR_NAMES = tuple(colour.name.lower() for colour in Colour)
PLAYERS = range(2, SEATS + 1)
POINTS = range(100)
AMOUNT = range(1, 128)
NEED = range(1, 10)


def check(edition: Json) -> list[str]:
    """Every fault of an edition, with its field; an empty list if there is none."""
    from menagerie import validation
    from menagerie.games.incubation.schemas import Edition

    return validation.faults(Edition, edition) or [*_conflicts(edition)]


def _conflicts(edition: Json) -> Iterator[str]:
    """Contradictions between fields that are valid on their own."""
    if (count := len(eggs(edition))) != EGGS:
        yield f"eggs: must be {EGGS} cards in {PILES} equal piles (INC-C1), not {count}"
    pointers = edition["wheel"]["pointers"]
    if len(set(pointers.values())) < len(pointers):
        yield "wheel.pointers: must be on different sections (INC-S2)"
    for i, group in enumerate(edition["eggs"]):
        yield from _egg_conflicts(edition, f"eggs[{i}]", group)
    for i, goal in enumerate(edition["objectives"]):
        yield from _goal_conflicts(edition, f"objectives[{i}]", goal)


def _egg_conflicts(edition: Json, path: str, group: Json) -> Iterator[str]:
    """The wheel has the colours of these eggs, and the game has what they need."""
    if len(group["colours"]) > 2:
        yield f"{path}.colours: must be at most two (INC-C2)"
    for colour in group["colours"]:
        if colour not in edition["wheel"]["sections"]:
            yield f"{path}.colours: {colour} is not on the wheel (INC-H2)"
    for i, card in enumerate(group["cards"]):
        for name in FOOD_NAMES:
            if card[name] > (supply := edition["supply"][name]):
                yield f"{path}.cards[{i}].{name}: the game has only {supply}"


def _goal_conflicts(edition: Json, path: str, goal: Json) -> Iterator[str]:
    """The objective can be met: there are enough dragons, mysteries included, and enough gold."""
    dragons = goal.get("dragons", {})
    if not dragons and "gold" not in goal:
        yield f"{path}: must name dragons or gold (INC-O1)"
    all_colours = [colours for colours, _ in eggs(edition)]
    missing = sum(max(count - all_colours.count([colour]), 0) for colour, count in dragons.items())
    if missing > all_colours.count([]):
        yield f"{path}.dragons: cannot be met with the eggs there are (INC-O1, INC-O4)"
    if goal.get("gold", 0) > (gold := edition["supply"]["gold"]):
        yield f"{path}.gold: cannot be met: the game has only {gold} (INC-O1)"


def eggs(edition: Json) -> list[tuple[list[str], dict[str, int]]]:
    """Every egg, in the edition's order: its colours and what is printed on it."""
    return [(group["colours"], card) for group in edition["eggs"] for card in group["cards"]]


def lay_out(edition: Json, table: Table) -> None:
    """Write a checked edition into a table."""
    table.total[:] = [edition["supply"][name] for name in RESOURCE_NAMES]
    table.pointers[:] = [edition["wheel"]["pointers"][name] for name in RESOURCE_NAMES]
    table.sections[:] = [COLOUR_NAMES.index(name) for name in edition["wheel"]["sections"]]
    table.faces[:] = [FACE_NAMES.index(name) for name in edition["die"]["faces"]]
    for players in PLAYERS:
        table.goals_for[players] = edition["objectives_in_play"][str(players)]
    for egg, (colours, card) in enumerate(eggs(edition)):
        table.need[egg] = [card[name] for name in FOOD_NAMES]
        table.egg_points[egg] = card["points"]
        numbers = [COLOUR_NAMES.index(name) for name in colours]
        table.egg_colours[egg] = [*numbers, NONE, NONE][:2]
    for i, goal in enumerate(edition["objectives"]):
        dragons = goal.get("dragons", {})
        table.goal_dragons[i] = [dragons.get(COLOUR_NAMES[c], 0) for c in range(COLOURS)]
        table.goal_gold[i] = goal.get("gold", 0)
        table.goal_points[i] = goal["points"]
