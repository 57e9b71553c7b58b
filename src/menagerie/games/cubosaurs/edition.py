"""The edition: what is printed on the components. Validates it and writes it to a table."""

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
from menagerie.jsontext import Json

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


def check(edition: Json) -> list[str]:
    """Every fault of an edition, with its field; an empty list if there is none."""
    from menagerie import validation
    from menagerie.games.cubosaurs.schemas import Edition

    return validation.faults(Edition, edition) or _too_few_tiles_without_interaction(
        edition["tiles"]
    )


def _too_few_tiles_without_interaction(tiles: Json) -> list[str]:
    """A table without interaction still needs enough tiles for its market."""
    count = sum(not tile["interaction"] for tile in tiles.values())
    if count >= NON_INTERACTION:
        return []
    found = f"{count} of {TILES} have no interaction"
    needed = f"a table of {SEATS} reveals {NON_INTERACTION} of them (CUB-A1, CUB-A2)"
    return [f"tiles: {found}; {needed}"]


def lay_out(edition: Json, table: Table) -> None:
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
    """The kinds of a colour; the one that gains most from a pair comes first (see scoring.py)."""
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
