"""What cards, tiles and phases are called, in files and in words."""

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
from menagerie.texts import Text

ICON = "+dna"
PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)


def card_name(table: Table, kind: int) -> str:
    """A card in files: `trex`, `grey:2`, `black:3/1+dna`, `egg:raptors`."""
    return base_name(table, kind) + (ICON if has_icon(table, kind) else "")


def base_name(table: Table, kind: int) -> str:
    """The same without the DNA icon."""
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
    """Every card of the table's edition."""
    return {card_name(table, kind): kind for kind in range(KINDS) if table.copies[kind]}


def find_kind(table: Table, name: object, what: str) -> int:
    """The kind of card that a file names."""
    kinds = kinds_by_name(table)
    if not isinstance(name, str) or name not in kinds:
        raise BadInput(f"{what}: there is no card {name!r}; the cards are: {', '.join(kinds)}")
    return kinds[name]


def find_tile(name: object, what: str) -> int:
    if not isinstance(name, str) or name not in TILE_NAMES:
        raise BadInput(f"{what}: there is no tile {name!r}; the tiles are: {', '.join(TILE_NAMES)}")
    return TILE_NAMES.index(name)


def card_words(table: Table, kind: int, text: Text) -> str:
    """A card for people: "Grey Velociraptor 2 with DNA"."""
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


def player_words(seat: int, text: Text) -> str:
    """Players are counted from 1 in words, as seats are from 0 in files."""
    return text("forms.player", number=seat + 1)
