"""The edition: what is printed on the components, checked and laid into a table."""

from typing import Any

from menagerie.editions import Checker
from menagerie.games.incubation.table import (
    COLOURS,
    EGGS,
    FACES,
    FOOD,
    NONE,
    OBJECTIVES,
    PILES,
    SEATS,
    SECTIONS,
    Colour,
    Face,
    Resource,
    Table,
)

RESOURCE_NAMES = tuple(resource.name.lower() for resource in Resource)
FOOD_NAMES = RESOURCE_NAMES[:FOOD]
FACE_NAMES = tuple(face.name.lower() for face in Face)
COLOUR_NAMES = tuple(colour.name.lower() for colour in Colour)
PLAYERS = range(2, SEATS + 1)
POINTS = range(100)
AMOUNT = range(1, 128)
NEED = range(1, 10)


def check(edition: dict[str, Any]) -> list[str]:
    """What is wrong with an edition, field by field; nothing if all is well."""
    checker = Checker(edition)
    fields = ("supply", "die", "wheel", "objectives_in_play", "eggs", "objectives")
    checker.fields("", ("name", "players", *fields))
    checker.text("name")
    checker.equal("players", [2, SEATS], "INC-C3")
    checker.fields("supply", RESOURCE_NAMES)
    for name in RESOURCE_NAMES:
        checker.number(f"supply.{name}", AMOUNT)
    checker.fields("die", ("faces",))
    for i, _ in enumerate(checker.items("die.faces", FACES)):
        checker.one_of(f"die.faces.{i}", FACE_NAMES)
    _check_wheel(checker)
    checker.fields("objectives_in_play", [str(players) for players in PLAYERS])
    for players in PLAYERS:
        checker.number(f"objectives_in_play.{players}", range(1, OBJECTIVES + 1))
    _check_eggs(checker)
    for i, _ in enumerate(checker.items("objectives", OBJECTIVES)):
        _check_objective(checker, f"objectives.{i}")
    if not checker.faults:
        _check_together(checker)
    return checker.faults


def _check_wheel(checker: Checker) -> None:
    checker.fields("wheel", ("sections", "pointers"))
    for i, _ in enumerate(checker.items("wheel.sections", SECTIONS)):
        checker.one_of(f"wheel.sections.{i}", COLOUR_NAMES)
    checker.fields("wheel.pointers", RESOURCE_NAMES)
    for name in RESOURCE_NAMES:
        checker.number(f"wheel.pointers.{name}", range(SECTIONS))


def _check_eggs(checker: Checker) -> None:
    for group, _ in enumerate(checker.some("eggs")):
        path = f"eggs.{group}"
        checker.fields(path, ("colours", "cards"))
        checker.chosen(f"{path}.colours", COLOUR_NAMES)
        for i, _ in enumerate(checker.some(f"{path}.cards")):
            card = f"{path}.cards.{i}"
            checker.fields(card, (*FOOD_NAMES, "points"))
            for name in FOOD_NAMES:
                checker.number(f"{card}.{name}", NEED)
            checker.number(f"{card}.points", POINTS)


def _check_objective(checker: Checker, path: str) -> None:
    checker.fields(path, ("points",), ("dragons", "gold"))
    checker.number(f"{path}.points", POINTS)
    checker.number(f"{path}.gold", AMOUNT)
    checker.fields(f"{path}.dragons", (), COLOUR_NAMES)
    for colour in COLOUR_NAMES:
        checker.number(f"{path}.dragons.{colour}", range(1, EGGS + 1))


def _check_together(checker: Checker) -> None:
    """What must hold between fields that are well in themselves."""
    edition = checker.edition
    if (count := len(eggs(edition))) != EGGS:
        checker.fault("eggs", f"have {count} cards; there must be {EGGS} (INC-C1), {PILES} piles")
    pointers = edition["wheel"]["pointers"]
    if len(set(pointers.values())) < len(pointers):
        checker.fault("wheel.pointers", "must be on different sections (INC-S2)")
    for i, group in enumerate(edition["eggs"]):
        _check_group(checker, i, group)
    for i, goal in enumerate(edition["objectives"]):
        _check_goal(checker, i, goal)


def _check_group(checker: Checker, group: int, eggs_of: dict[str, Any]) -> None:
    """Its colours are on the wheel, and what it needs is in the game."""
    if len(eggs_of["colours"]) > 2:
        checker.fault(f"eggs.{group}.colours", "must be at most two (INC-C2)")
    for colour in eggs_of["colours"]:
        if colour not in checker.edition["wheel"]["sections"]:
            checker.fault(f"eggs.{group}.colours", f"{colour} is not on the wheel (INC-H2)")
    for i, card in enumerate(eggs_of["cards"]):
        for name in FOOD_NAMES:
            there = checker.edition["supply"][name]
            if card[name] > there:
                checker.fault(f"eggs.{group}.cards.{i}.{name}", f"the game has only {there}")


def _check_goal(checker: Checker, number: int, goal: dict[str, Any]) -> None:
    """It can be met: there are dragons enough, mysteries included, and gold enough."""
    path = f"objectives.{number}"
    dragons = goal.get("dragons", {})
    if not dragons and "gold" not in goal:
        checker.fault(path, "must name dragons or gold (INC-O1)")
    there = [group for group, _ in eggs(checker.edition)]
    missing = sum(max(count - there.count([colour]), 0) for colour, count in dragons.items())
    if missing > there.count([]):
        checker.fault(f"{path}.dragons", "cannot be met with the eggs there are (INC-O1, INC-O4)")
    if goal.get("gold", 0) > (gold := checker.edition["supply"]["gold"]):
        checker.fault(f"{path}.gold", f"cannot be met: the game has only {gold} (INC-O1)")


def eggs(edition: dict[str, Any]) -> list[tuple[list[str], dict[str, int]]]:
    """Every egg, in the edition's order: its colours and what is printed on it."""
    return [(group["colours"], card) for group in edition["eggs"] for card in group["cards"]]


def lay_out(edition: dict[str, Any], table: Table) -> None:
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
