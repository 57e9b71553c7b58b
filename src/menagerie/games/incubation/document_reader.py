"""Laying a position from JSON onto a table, with every check that its parts are there."""

from collections import Counter
from typing import Any

from menagerie import jsontext
from menagerie.errors import BadInput
from menagerie.games.incubation import names
from menagerie.games.incubation.document_checks import check_position
from menagerie.games.incubation.edition import (
    COLOUR_NAMES,
    FACE_NAMES,
    FOOD_NAMES,
    RESOURCE_NAMES,
)
from menagerie.games.incubation.incubators import lay_dragon
from menagerie.games.incubation.objectives import take_goal
from menagerie.games.incubation.setup import clear_market, clear_seat, clear_turn
from menagerie.games.incubation.table import (
    DICE,
    EGGS,
    FOOD,
    NONE,
    OBJECTIVES,
    PILE,
    PILES,
    RESOURCES,
    ROUNDS,
    SEATS,
    SECTIONS,
    SLOTS,
    At,
    Phase,
    Table,
)
from menagerie.games.incubation.turn import is_last_round
from menagerie.jsontext import Reader

FIELDS = (
    *("phase", "to_move", "first", "turn", "last_round", "wheel", "treasures", "piles"),
    *("objectives", "unused_objectives", "dice", "used", "rolls", "overflow", "placing"),
    *("slots", "dragons", "gold", "taken", "supply", "owed_colours"),
)


def from_json(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition and players."""
    reader = Reader(jsontext.fields(data, FIELDS, (), "the position"))
    clear_turn(table)
    clear_market(table)
    for seat in range(SEATS):
        clear_seat(table, seat)
    _read_moment(table, reader)
    _read_dice(table, reader)
    _read_resources(table, reader)
    _read_eggs(table, reader)
    _read_objectives(table, reader)
    _read_owed(table, reader)
    if reader.flag("last_round") != is_last_round(table):
        truth = "false" if reader.fields["last_round"] else "true"
        raise BadInput(f"last_round must be {truth} with these piles and objectives (INC-E1)")
    check_position(table)


def _read_moment(table: Table, reader: Reader) -> None:
    seats = range(table.players)
    table.phase, table.to_move = reader.asked(names.PHASE_NAMES, int(table.players))
    table.first = reader.number("first", seats)
    table.turn = reader.number("turn", range(ROUNDS * int(table.players) + 1))
    table.wheel = reader.number("wheel", range(SECTIONS))


def _read_dice(table: Table, reader: Reader) -> None:
    rolled = table.phase not in (Phase.DRAFT, Phase.OVER)
    count = DICE if rolled else 0
    table.rolls = reader.number("rolls", range(1, 3) if rolled else range(1))
    for die, face in enumerate(reader.items("dice", reader.fields["dice"], count)):
        known = FACE_NAMES.index(Reader({"dice": face}).one_of("dice", FACE_NAMES))
        if known not in table.faces:
            raise BadInput(f"dice: the edition's die has no face {face}")
        table.dice[die] = known
    for die, used in enumerate(reader.items("used", reader.fields["used"], count)):
        table.used[die] = Reader({"used": used}).flag("used")


def _read_resources(table: Table, reader: Reader) -> None:
    """All gold, water and fire but for what lies in incubators."""
    treasures = reader.items("treasures", reader.fields["treasures"], SECTIONS)
    for section, lot in enumerate(treasures):
        table.treasure[section] = _lot(table, "treasures", lot, RESOURCE_NAMES)
    table.supply[:] = _lot(table, "supply", reader.fields["supply"], RESOURCE_NAMES)
    table.overflow[:] = _lot(table, "overflow", reader.fields["overflow"], FOOD_NAMES)
    table.placing[:] = _lot(table, "placing", reader.fields["placing"], FOOD_NAMES)
    gold = reader.items("gold", reader.fields["gold"], int(table.players))
    for seat, count in enumerate(gold):
        table.gold[seat] = reader.in_range("gold", count, range(int(table.total[-1]) + 1))


def _lot(table: Table, field: str, lot: object, order: tuple[str, ...]) -> list[int]:
    reader = Reader(jsontext.fields(lot, order, (), field))
    there = table.total.tolist()
    return [
        reader.in_range(f"{field}.{name}", reader.fields[name], range(there[i] + 1))
        for i, name in enumerate(order)
    ]


def _read_eggs(table: Table, reader: Reader) -> None:
    """Every egg, each exactly once."""
    players = int(table.players)
    table.piles[:] = 0
    table.pile_size[:] = 0
    table.owner[:] = NONE
    table.rank[:] = 0
    seen: Counter[int] = Counter()
    for pile, row in enumerate(reader.items("piles", reader.fields["piles"], PILES)):
        eggs = [_egg(reader, "piles", egg) for egg in reader.items("piles", row)]
        if len(eggs) > PILE:
            raise BadInput(f"piles have {PILE} eggs at most, not {len(eggs)} (INC-S3)")
        seen.update(eggs)
        table.piles[pile, : len(eggs)] = eggs[::-1]
        table.pile_size[pile] = len(eggs)
    for seat, row in enumerate(reader.items("slots", reader.fields["slots"], players)):
        for slot, held in enumerate(reader.items("slots", row, SLOTS)):
            if held is not None:
                seen[_fill_slot(table, seat, slot, held)] += 1
    for seat, row in enumerate(reader.items("dragons", reader.fields["dragons"], players)):
        eggs = [_egg(reader, "dragons", egg) for egg in reader.items("dragons", row)]
        seen.update(eggs)
        _need_no_doubles(seen)
        for egg in eggs:
            lay_dragon(table, seat, egg)
    _need_no_doubles(seen)
    if missing := [egg for egg in range(EGGS) if not seen[egg]]:
        raise BadInput(f"the egg {missing[0]} is nowhere; each is there once (INC-C1)")
    _count_resources(table)


def _need_no_doubles(seen: Counter[int]) -> None:
    for egg, count in seen.items():
        if count > 1:
            raise BadInput(f"the egg {egg} is there {count} times; each is there once (INC-C1)")


def _fill_slot(table: Table, seat: int, slot: int, held: object) -> int:
    reader = Reader(jsontext.fields(held, ("egg", *FOOD_NAMES), (), "slots"))
    egg = _egg(reader, "slots", reader.fields["egg"])
    table.slot[seat, slot] = egg
    for food, name in enumerate(FOOD_NAMES):
        allowed = range(int(table.need[egg, food]) + 1)
        table.fed[seat, slot, food] = reader.in_range(f"slots.{name}", held[name], allowed)  # type: ignore[index] # an object with these fields
    return egg


def _egg(reader: Reader, field: str, egg: object) -> int:
    return reader.in_range(field, jsontext.require_unmasked(egg, field), range(EGGS))


def _count_resources(table: Table) -> None:
    """Nothing is lost, and nothing is there twice (INC-C1)."""
    for resource in range(RESOURCES):
        found = int(table.supply[resource]) + int(table.treasure[:, resource].sum())
        if resource < FOOD:
            found += int(table.overflow[resource]) + int(table.placing[resource])
            found += int(table.fed[:, :, resource].sum())
        else:
            found += int(table.gold.sum())
        if found != table.total[resource]:
            name = RESOURCE_NAMES[resource]
            raise BadInput(f"{name} is there {found} times; the game has {table.total[resource]}")


def _read_objectives(table: Table, reader: Reader) -> None:
    """Every objective, each exactly once; their number is that of the players (INC-S4)."""
    table.goal_at[:] = At.OUT
    table.goal_rank[:] = 0
    seen: list[int] = []
    in_play = _goals(reader, "objectives", reader.fields["objectives"], seen)
    out = _goals(reader, "unused_objectives", reader.fields["unused_objectives"], seen)
    for field, goals in (("objectives", in_play), ("unused_objectives", out)):
        if goals != sorted(goals):
            raise BadInput(f"{field} must ascend")
    for goal in in_play:
        table.goal_at[goal] = At.IN_PLAY
    rows = reader.items("taken", reader.fields["taken"], int(table.players))
    for seat, row in enumerate(rows):
        for goal in _goals(reader, "taken", row, seen):
            take_goal(table, seat, goal)
    if len(seen) < OBJECTIVES:
        missing = next(goal for goal in range(OBJECTIVES) if goal not in seen)
        raise BadInput(f"the objective {missing} is nowhere; each is there once (INC-C1)")
    wanted = OBJECTIVES - int(table.goals_for[table.players])
    if len(out) != wanted:
        raise BadInput(f"unused_objectives must be {wanted} with these players (INC-S4)")


def _goals(reader: Reader, field: str, row: Any, seen: list[int]) -> list[int]:
    items = reader.items(field, row)
    goals = [
        reader.in_range(field, jsontext.require_unmasked(goal, field), range(OBJECTIVES))
        for goal in items
    ]
    for goal in goals:
        if goal in seen:
            raise BadInput(f"{field} has the objective {goal}, which is there already (INC-C1)")
        seen.append(goal)
    return goals


def _read_owed(table: Table, reader: Reader) -> None:
    owed = reader.items("owed_colours", reader.fields["owed_colours"])
    if len(owed) > 2:
        raise BadInput("owed_colours are two at most (INC-H5)")
    for place, name in enumerate(owed):
        colour = Reader({"owed_colours": name}).one_of("owed_colours", COLOUR_NAMES)
        table.owed[place] = COLOUR_NAMES.index(colour)
    table.owed_count = len(owed)
