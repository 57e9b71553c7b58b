"""What cards, tiles and phases are called, in files and in words."""

from functools import lru_cache
from typing import Any

import numpy as np

from menagerie.errors import BadInput
from menagerie.games.cubosaurs.edition import EGG_NAMES, TILE_NAMES, TYPE_NAMES
from menagerie.games.cubosaurs.table import (
    FIRST_EGG,
    FIRST_GREY,
    KINDS,
    TYPE_OF,
    Phase,
    Table,
    Type,
)
from menagerie.jsontext import abbreviate_json
from menagerie.texts import Text

ICON = "+dna"
FIELDS: Any = Table.dtype.fields
EDITION = slice(FIELDS["dna_icons"][1], FIELDS["observed"][1])  # the bytes of a table that hold it
EditionBytes = bytes  # an edition, as bytes of a table
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)


def card_names(table: Table) -> tuple[str, ...]:
    """The name of each kind of card in files: `trex`, `grey:2`, `black:3/1+dna`."""
    return all_names(edition_of(table))


def edition_of(table: Table) -> EditionBytes:
    """Everything printed on the components; names and words depend on nothing else."""
    return table.raw[EDITION]


def _table_with(edition: EditionBytes) -> Table:
    table = np.zeros(1, Table.dtype)
    table.view(np.uint8)[EDITION] = np.frombuffer(edition, np.uint8)
    record: Table = table[0]
    return record


@lru_cache(maxsize=64)
def all_names(edition: EditionBytes) -> tuple[str, ...]:
    table = _table_with(edition)
    return tuple(
        base_name(table, kind) + (ICON if has_icon(table, kind) else "") for kind in range(KINDS)
    )


def sorted_names(table: Table) -> tuple[tuple[str, int], ...]:
    """Every card's name with its kind, in the order of the names."""
    return _sorted_names(edition_of(table))


@lru_cache(maxsize=64)
def _sorted_names(edition: EditionBytes) -> tuple[tuple[str, int], ...]:
    return tuple(sorted((name, kind) for kind, name in enumerate(all_names(edition))))


def card_name(table: Table, kind: int) -> str:
    """The name of a kind of card in files."""
    return card_names(table)[kind]


def base_name(table: Table, kind: int) -> str:
    """The name of a kind of card without the DNA icon."""
    name: str = TYPE_NAMES[TYPE_OF[kind]]
    if kind >= FIRST_EGG:
        return f"{name}:{EGG_NAMES[kind - FIRST_EGG]}"
    if kind >= FIRST_GREY:
        plus, minus = raptor_points(table, kind)
        return f"{name}:{plus}" if plus == minus else f"{name}:{plus}/{minus}"
    return name


def has_icon(table: Table, kind: int) -> bool:
    return bool(int(table.dna_icons) >> kind & 1)


def raptor_points(table: Table, kind: int) -> tuple[int, int]:
    return int(table.plus[kind - FIRST_GREY]), int(table.minus[kind - FIRST_GREY])


def kinds_by_name(table: Table) -> dict[str, int]:
    """The cards of this edition by their names in files."""
    return _kinds_by_name(edition_of(table))


@lru_cache(maxsize=64)
def _kinds_by_name(edition: EditionBytes) -> dict[str, int]:
    copies = _table_with(edition).copies.tolist()
    return {name: kind for kind, name in enumerate(all_names(edition)) if copies[kind]}


def find_kind(table: Table, name: object) -> int:
    """The kind of card that a file names."""
    kinds = kinds_by_name(table)
    if not isinstance(name, str) or name not in kinds:
        cards = ", ".join(kinds)
        raise BadInput(f"there is no card {abbreviate_json(name)}; the cards are: {cards}")
    return kinds[name]


def find_tile(name: object) -> int:
    """The tile that a file names."""
    if not isinstance(name, str) or name not in TILE_NAMES:
        tiles = ", ".join(TILE_NAMES)
        raise BadInput(f"there is no tile {abbreviate_json(name)}; the tiles are: {tiles}")
    return TILE_NAMES.index(name)


def card_words(table: Table, kind: int, text: Text) -> str:
    """A card for people: "Grey Velociraptor 2 with DNA"."""
    return all_words(edition_of(table), text)[kind]


@lru_cache(maxsize=64)
def all_words(edition: EditionBytes, text: Text) -> tuple[str, ...]:
    table = _table_with(edition)
    return tuple(_words_of(table, kind, text) for kind in range(KINDS))


def _words_of(table: Table, kind: int, text: Text) -> str:
    words = text(f"cards.{TYPE_NAMES[TYPE_OF[kind]]}")
    if kind >= FIRST_EGG:
        words = text("forms.egg", name=text(f"cards.{EGG_NAMES[kind - FIRST_EGG]}"))
    elif TYPE_OF[kind] in (Type.GREY, Type.BLACK):
        plus, minus = raptor_points(table, kind)
        form = "raptor" if plus == minus else "raptor_uneven"
        words = text(f"forms.{form}", name=words, value=plus, plus=plus, minus=minus)
    return text("forms.dna", card=words) if has_icon(table, kind) else words


def tile_words(tile: int, text: Text) -> str:
    return text(f"tiles.{TILE_NAMES[tile]}")
