"""What a simulation counts: cards and tiles that were scored, the kinds of moves, the sources."""

from menagerie.contract import Item, MoveKind, MoveNumber
from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.edition import EGG_NAMES, PLAIN_NAMES, TILE_NAMES, TYPE_NAMES
from menagerie.games.cubosaurs.move_numbers import KEEP
from menagerie.games.cubosaurs.moves import VERBS, decode
from menagerie.games.cubosaurs.table import (
    FIRST_GREY,
    KINDS,
    PLAIN,
    SERIES_LENGTH,
    TILES,
    TYPE_OF,
    TYPES,
    Phase,
    Table,
)
from menagerie.kernel import Numbers, array_kernel, kernel
from menagerie.texts import Text

# The number of each thing: a type, however many cards; a series of one dinosaur; a raptor or an
# egg; a tile.
SERIES_LENGTHS = range(1, SERIES_LENGTH + 1)
SERIES = TYPES
CARDS = SERIES + PLAIN * SERIES_LENGTH
BOUGHT = CARDS + KINDS - FIRST_GREY
THINGS = BOUGHT + TILES


@array_kernel
def count(before: Table, move: MoveNumber, after: Table, out: Numbers) -> bool:
    """What each seat had when collections were scored, at the end of a round (CUB-E2).

    The same move deals the next round, so the collections are taken from the table before it. A
    round ends with keeping the Hand, or with a token that is owed after that.
    """
    if after.round_number == before.round_number and after.phase != Phase.OVER:
        return False
    out[:] = 0
    cards = before.collection.copy()
    if move == KEEP:
        for i in range(before.hand_size):
            cards[before.turn, before.hand[i]] += 1
    for seat in range(before.players):
        count_cards(cards[seat], out[seat])
        for tile in range(TILES):
            out[seat, BOUGHT + tile] = int(before.advanced and before.tile_at[tile] == seat)
    return True


@kernel
def count_cards(cards: Numbers, out: Numbers) -> None:
    """The types, series and single cards of one collection."""
    for kind in range(KINDS):
        out[int(TYPE_OF[kind])] += int(cards[kind])
        if kind >= FIRST_GREY:
            out[CARDS + kind - FIRST_GREY] = cards[kind]
    for dinosaur in range(PLAIN):
        length = min(int(out[dinosaur]), SERIES_LENGTH)
        if length > 0:
            out[SERIES + dinosaur * SERIES_LENGTH + length - 1] = 1


def things(table: Table, text: Text) -> list[Item | None]:
    """The label of each thing that is counted, by its number."""
    types = [
        Item(f"type:{name}", text("study.any", name=text(f"cards.{name}"))) for name in TYPE_NAMES
    ]
    series = [_series(name, count, text) for name in PLAIN_NAMES for count in SERIES_LENGTHS]
    cards = [_card(table, kind, text) for kind in range(FIRST_GREY, KINDS)]
    tiles = [
        Item(f"tile:{name}", text("study.tile", tile=names.tile_words(tile, text)))
        for tile, name in enumerate(TILE_NAMES)
    ]
    return [*types, *series, *cards, *tiles]


def _series(name: str, count: int, text: Text) -> Item:
    form = "study.or_more" if count == SERIES_LENGTH else "scorer.series"
    return Item(f"{name}:{count}", text(form, count=count, name=text(f"cards.{name}")))


def _card(table: Table, kind: int, text: Text) -> Item | None:
    if not table.copies[kind]:
        return None
    return Item(names.card_name(table, kind), names.card_words(table, kind, text))


NAMED = ("refuse", "buy")  # verbs that have one kind of move for each type or tile
KIND_NAMES = (
    *(verb for verb in VERBS if verb not in NAMED),
    *(f"refuse:{name}" for name in TYPE_NAMES),
    *(f"buy:{name}" for name in TILE_NAMES),
)


def kinds(table: Table, text: Text) -> list[Item]:  # noqa: ARG001 - the same in every edition
    """The kinds of moves."""
    return [Item(name, _kind_words(name, text)) for name in KIND_NAMES]


def _kind_words(name: str, text: Text) -> str:
    verb, _, what = name.partition(":")
    if verb == "refuse":
        return text("moves.refuse", card=text(f"cards.{what}"))
    if verb == "buy":
        return text("moves.buy", tile=text(f"tiles.{what}"))
    return text(f"study.{verb}")


def kind_of(move: MoveNumber) -> MoveKind:
    """The kind of a move."""
    decoded = decode(move)
    if decoded.verb == "refuse":
        return KIND_NAMES.index(f"refuse:{TYPE_NAMES[TYPE_OF[decoded.kind]]}")
    if decoded.verb == "buy":
        return KIND_NAMES.index(f"buy:{TILE_NAMES[decoded.tile]}")
    return KIND_NAMES.index(decoded.verb)


def source_words(name: str, text: Text) -> str:
    """The name of a part of the score, for any player."""
    first, _, rest = name.partition(":")
    if first == "round":
        return text("scorer.round", number=rest)
    if first == "egg":
        return text("forms.egg", name=text(f"cards.{rest}"))
    if name == "dna":
        return text("screen.dna")
    return text(f"cards.{name}") if name in EGG_NAMES else text(f"tiles.{name}")
