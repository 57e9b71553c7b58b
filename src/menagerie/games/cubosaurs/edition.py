"""The edition: what is printed on the components, checked and laid into a table."""

from typing import Any

from menagerie.editions import Checker
from menagerie.games.cubosaurs.table import (
    EGGS,
    FIRST_BLACK,
    FIRST_EGG,
    FIRST_GREY,
    PLAIN,
    RAPTORS,
    SEATS,
    TILES,
    Table,
    Tile,
    Type,
)

PLAIN_NAMES = tuple(Type(kind).name.lower() for kind in range(PLAIN))
COLOURS = ("grey", "black")
EGG_NAMES = (*PLAIN_NAMES, "raptors")
TYPE_NAMES = tuple(kind.name.lower() for kind in Type)
TILE_NAMES = tuple(tile.name.lower() for tile in Tile)
END_OF_ROUND = ("types", "eggs")
POINTS = range(-99, 100)
LOSS = range(100)
COPIES = dict.fromkeys(TYPE_NAMES[:-1], RAPTORS) | {"egg": EGGS}  # CUB-C1
NON_INTERACTION = SEATS + 1  # tiles that a table of five reveals


def check(edition: dict[str, Any]) -> list[str]:
    """What is wrong with an edition, field by field; nothing if all is well."""
    checker = Checker(edition)
    checker.fields("", ("name", "players", "series", "copies", "raptors", "eggs", "dna", "tiles"))
    checker.text("name")
    checker.equal("players", [2, SEATS], "CUB-C5")
    checker.fields("series", PLAIN_NAMES)
    for name in PLAIN_NAMES:
        checker.numbers(f"series.{name}", POINTS, 4)
    checker.fields("copies", TYPE_NAMES)
    for name, count in COPIES.items():
        checker.equal(f"copies.{name}", count, "CUB-C1")
    _check_raptors(checker)
    checker.fields("eggs", EGG_NAMES)
    for name in EGG_NAMES:
        checker.numbers(f"eggs.{name}", LOSS, 2)
    _check_dna(checker)
    _check_tiles(checker)
    return checker.faults


def _check_raptors(checker: Checker) -> None:
    checker.fields("raptors", COLOURS)
    for colour in COLOURS:
        for i, _ in enumerate(checker.items(f"raptors.{colour}", RAPTORS)):
            checker.numbers(f"raptors.{colour}.{i}", LOSS, 2)


def _check_dna(checker: Checker) -> None:
    checker.fields("dna", ("tokens", *TYPE_NAMES))
    checker.number("dna.tokens", range(1, 128))
    for name in PLAIN_NAMES:
        checker.number(f"dna.{name}", range(COPIES[name] + 1))
    for colour in COLOURS:
        checker.chosen(f"dna.{colour}", range(1, RAPTORS + 1))
    checker.chosen("dna.egg", EGG_NAMES)


def _check_tiles(checker: Checker) -> None:
    checker.fields("tiles", TILE_NAMES)
    for number, name in enumerate(TILE_NAMES, 1):
        checker.fields(f"tiles.{name}", ("number", "cost", "when", "interaction"))
        checker.equal(f"tiles.{name}.number", number, "CUB-A7")
        checker.number(f"tiles.{name}.cost", range(100))
        when = "end_of_round" if name in END_OF_ROUND else "instant"
        checker.equal(f"tiles.{name}.when", when, "CUB-A7")
        checker.flag(f"tiles.{name}.interaction")
    if not checker.faults:
        tiles = checker.edition["tiles"].values()
        calm = sum(not tile["interaction"] for tile in tiles)
        if calm < NON_INTERACTION:
            checker.fault(
                "tiles",
                f"{calm} of {TILES} have no interaction; a table of {SEATS} reveals "
                f"{NON_INTERACTION} of them (CUB-A1, CUB-A2)",
            )


def lay_out(edition: dict[str, Any], table: Table) -> None:
    """Write a checked edition into a table."""
    table.tokens = edition["dna"]["tokens"]
    for i, name in enumerate(PLAIN_NAMES):
        table.series[i] = edition["series"][name]
        with_icon = edition["dna"][name]
        _lay_kind(table, 2 * i, edition["copies"][name] - with_icon, has_icon=False)
        _lay_kind(table, 2 * i + 1, with_icon, has_icon=True)
    for colour, first in zip(COLOURS, (FIRST_GREY, FIRST_BLACK), strict=True):
        _lay_raptors(edition["raptors"][colour], edition["dna"][colour], first, table)
    for i, name in enumerate(EGG_NAMES):
        _lay_kind(table, FIRST_EGG + i, 1, has_icon=name in edition["dna"]["egg"])
        _lay_points(table, FIRST_EGG + i, *edition["eggs"][name])
    for tile, name in enumerate(TILE_NAMES):
        table.tile_cost[tile] = edition["tiles"][name]["cost"]
        table.interaction_tiles |= int(edition["tiles"][name]["interaction"]) << tile


def _lay_raptors(cards: list[list[int]], icons: list[int], first: int, table: Table) -> None:
    """The kinds of a colour, the one that gains most by a pair first (see scoring.py)."""
    kinds = [(plus, minus, number in icons) for number, (plus, minus) in enumerate(cards, 1)]
    ranked = sorted(set(kinds), key=lambda kind: (-kind[0] - kind[1], kind))
    for i, (plus, minus, has_icon) in enumerate(ranked):
        _lay_kind(table, first + i, kinds.count((plus, minus, has_icon)), has_icon=has_icon)
        _lay_points(table, first + i, plus, minus)


def _lay_kind(table: Table, kind: int, copies: int, *, has_icon: bool) -> None:
    table.copies[kind] = copies
    table.dna_icons |= int(has_icon) << kind


def _lay_points(table: Table, kind: int, plus: int, minus: int) -> None:
    table.plus[kind - FIRST_GREY] = plus
    table.minus[kind - FIRST_GREY] = minus
