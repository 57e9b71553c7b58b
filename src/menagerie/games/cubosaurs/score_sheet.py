"""The score sheet for people at a real table."""

from collections import Counter
from typing import Any

from menagerie.contract import Part, Seat, Sheet
from menagerie.errors import BadInput
from menagerie.games.cubosaurs import names, scoring
from menagerie.games.cubosaurs.edition import EGG_NAMES, PLAIN_NAMES, TILE_NAMES
from menagerie.games.cubosaurs.market import put_tiles_out
from menagerie.games.cubosaurs.table import (
    FIRST_BLACK,
    FIRST_EGG,
    FIRST_GREY,
    KINDS,
    PER_PLAYER,
    At,
    Table,
    Tile,
)
from menagerie.jsontext import abbreviate_json
from menagerie.texts import Text


def score(data: object, blank: Table, text: Text) -> Sheet:
    """Score the collections of a round; `blank` has the edition and nothing else."""
    from menagerie import validation
    from menagerie.games.cubosaurs.schemas import ScoreSheet

    table = blank
    sheet = validation.read(ScoreSheet, data, "the score sheet")
    table.players = len(sheet.collections)
    table.advanced = True
    _lay_collections(table, sheet.collections)
    _lay_tiles(table, sheet.tiles if "tiles" in sheet.model_fields_set else None)
    rows = [_rows(table, seat, text) for seat in range(table.players)]
    return Sheet(
        scores=[scoring.score_collection(table, seat) for seat in range(table.players)],
        breakdown=[{part.name: part.points for part in row} for row in rows],
        labels=[{part.name: part.label for part in row} for row in rows],
    )


def points_by_source(table: Table, text: Text) -> list[list[Part] | None]:
    """The points of earlier rounds and of this one so far, by source."""
    table = table.record  # compiled rules take the record
    seats = range(int(table.players))
    return [
        [*_rounds(table, seat, text), *_rows(table, seat, text), *_dna(table, seat, text)]
        for seat in seats
    ]


def _rounds(table: Table, seat: Seat, text: Text) -> list[Part]:
    return [
        Part(
            f"round:{number + 1}",
            text("scorer.round", number=number + 1),
            int(table.round_scores[number, seat]),
        )
        for number in range(int(table.round_number) - 1)
    ]


def _dna(table: Table, seat: Seat, text: Text) -> list[Part]:
    if not table.advanced:
        return []
    tokens = int(table.dna[seat])
    return [Part("dna", text("scorer.dna", count=tokens), tokens // 2)]  # CUB-A19


def _lay_collections(table: Table, lists: list[list[Any]]) -> None:
    """The DNA icon may be omitted: `trex` is any T-Rex."""
    known = {names.base_name(table, kind) for kind in range(KINDS) if table.copies[kind]}
    bases = [[_base(card, known) for card in cards] for cards in lists]
    all_bases = Counter(base for own in bases for base in own)
    with_icon = Counter(
        card.removesuffix(names.ICON) for own in lists for card in own if card.endswith(names.ICON)
    )
    _check_counts(table, all_bases, with_icon)
    if (count := all_bases.total()) > PER_PLAYER * int(table.players):
        raise BadInput(
            f"collections have {count} cards in all; {table.players} players have at most "
            f"{PER_PLAYER * int(table.players)} in a round (CUB-S1)"
        )
    for seat, own in enumerate(bases):
        for base in own:
            table.collection[seat, _any_kind(table, base)] += 1


def _base(card: object, known: set[str]) -> str:
    """The name of a card without its icon; an unknown card is an error."""
    base = card.removesuffix(names.ICON) if isinstance(card, str) else ""
    if base not in known:
        raise BadInput(
            f"collections: the edition has no card {abbreviate_json(card)}; "
            f"it has: {', '.join(sorted(known))} ({names.ICON} may follow)"
        )
    return base


def _any_kind(table: Table, base: str) -> int:
    return next(
        kind for kind in range(KINDS) if table.copies[kind] and names.base_name(table, kind) == base
    )


def _check_counts(table: Table, bases: Counter[str], with_icon: Counter[str]) -> None:
    """No more cards than the edition has (CUB-C1)."""
    copies: Counter[str] = Counter()
    icons: Counter[str] = Counter()
    for kind in range(KINDS):
        base = names.base_name(table, kind)
        copies[base] += int(table.copies[kind])
        icons[base] += int(table.copies[kind]) * names.has_icon(table, kind)
    for base, count in bases.items():
        if count > copies[base]:
            raise BadInput(
                f"collections have {base} {count} times; the edition has {copies[base]} (CUB-C1)"
            )
        if with_icon[base] > icons[base]:
            raise BadInput(
                f"collections have {base}{names.ICON} {with_icon[base]} times; "
                f"the edition has {icons[base]} (CUB-C4)"
            )


def _lay_tiles(table: Table, rows: list[list[int]] | None) -> None:
    put_tiles_out(table)
    if rows is None:
        return
    if len(rows) != table.players:
        raise BadInput(f"tiles must have {table.players} entries, not {len(rows)}")
    for seat, tiles in enumerate(rows):
        for tile in tiles:
            if table.tile_at[tile] != At.OUT:
                name = TILE_NAMES[tile]
                raise BadInput(f"tiles have {name} twice; there is one of each (CUB-A1)")
            table.tile_at[tile] = seat


def _rows(table: Table, seat: Seat, text: Text) -> list[Part]:
    """Everything that scores, in the order of the cards."""
    return [
        *_series(table, seat, text),
        *_raptors(table, seat, text),
        *_eggs(table, seat, text),
        *_tiles(table, seat, text),
    ]


def _series(table: Table, seat: Seat, text: Text) -> list[Part]:
    rows = []
    for dinosaur, name in enumerate(PLAIN_NAMES):
        if count := scoring.count_plain(table, seat, dinosaur):
            label = text("scorer.series", count=count, name=text(f"cards.{name}"))
            rows.append(Part(name, label, scoring.score_series(table, seat, dinosaur)))
    return rows


def _raptors(table: Table, seat: Seat, text: Text) -> list[Part]:
    count = scoring.count_raptors(table, seat, FIRST_GREY)
    count += scoring.count_raptors(table, seat, FIRST_BLACK)
    if not count:
        return []
    label = text("scorer.series", count=count, name=text("cards.raptors"))
    return [Part("raptors", label, scoring.score_raptors(table, seat))]


def _eggs(table: Table, seat: Seat, text: Text) -> list[Part]:
    rows = []
    for egg, name in enumerate(EGG_NAMES, FIRST_EGG):
        if table.collection[seat, egg]:
            answer = "scorer.egg_yes" if scoring.egg_hatches(table, seat, egg) else "scorer.egg_no"
            label = text(answer, egg=text("forms.egg", name=text(f"cards.{name}")))
            rows.append(Part(f"egg:{name}", label, scoring.score_egg(table, seat, egg)))
    return rows


def _tiles(table: Table, seat: Seat, text: Text) -> list[Part]:
    rows: list[Part] = []
    if not table.advanced:
        return rows
    if table.tile_at[Tile.TYPES] == seat:
        rows.append(Part("types", text("tiles.types"), scoring.score_types_tile(table, seat)))
    if table.tile_at[Tile.EGGS] == seat:
        rows.append(Part("eggs", text("tiles.eggs"), scoring.score_eggs_tile(table, seat)))
    return rows
