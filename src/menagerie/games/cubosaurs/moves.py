"""The move codec: number ⇄ JSON ⇄ words, and why a move is not legal."""

from functools import cache, lru_cache
from typing import NamedTuple

from menagerie import jsontext, wording
from menagerie.contract import MoveNumber, Seat
from menagerie.errors import BadInput
from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.edition import TILE_NAMES
from menagerie.games.cubosaurs.illegal_moves import why_illegal
from menagerie.games.cubosaurs.move_numbers import (
    BUY,
    DESTROY,
    GIVE,
    KEEP,
    REFUSE,
    ROB,
    STEAL,
    TAKE,
    kind_of,
    seat_of,
)
from menagerie.games.cubosaurs.table import KINDS, Table
from menagerie.jsontext import Json
from menagerie.texts import Text

__all__ = ["from_json", "to_json", "to_words", "why_illegal"]

VERBS = {  # the first number of each verb, and the fields of its JSON form
    "keep": (KEEP, ()),
    "refuse": (REFUSE, ("add",)),
    "buy": (BUY, ("tile",)),
    "destroy": (DESTROY, ("seat", "card")),
    "steal": (STEAL, ("seat", "card")),
    "give": (GIVE, ("seat", "card")),
    "take": (TAKE, ("seat", "card")),
    "rob": (ROB, ("seat",)),
}


class DecodedMove(NamedTuple):
    """A decoded move; -1 for what it does not name."""

    verb: str
    kind: int = -1
    tile: int = -1
    seat: Seat = -1


@cache
def decode(move: MoveNumber) -> DecodedMove:
    """Decode a move's number."""
    verb = next(name for name, (first, _) in reversed(VERBS.items()) if move >= first)
    first, fields = VERBS[verb]
    if fields == ("seat", "card"):
        return DecodedMove(verb, kind=kind_of(move, first), seat=seat_of(move, first))
    if fields == ("add",):
        return DecodedMove(verb, kind=move - first)
    if fields == ("tile",):
        return DecodedMove(verb, tile=move - first)
    return DecodedMove(verb, seat=move - first) if fields else DecodedMove(verb)


def to_json(table: Table, move: MoveNumber) -> Json:
    return dict(_fields(names.edition_of(table), move))


@lru_cache(maxsize=4096)
def _fields(edition: names.EditionBytes, move: MoveNumber) -> tuple[tuple[str, str | int], ...]:
    """A move in JSON; it depends only on the edition, so it is memoised."""
    verb, kind, tile, seat = decode(move)
    data: dict[str, str | int] = {"do": verb}
    for field in VERBS[verb][1]:
        if field == "tile":
            data[field] = TILE_NAMES[tile]
        elif field == "seat":
            data[field] = seat
        else:
            data[field] = names.all_names(edition)[kind]
    return tuple(data.items())


def from_json(table: Table, data: object) -> MoveNumber:
    """The number of a move, legal or not; anything else raises BadInput."""
    verb = jsontext.verb(data, VERBS)
    first, needed = VERBS[verb]
    fields = jsontext.fields(data, ("do", *needed), (), f"the move {verb}")
    number = first
    if "tile" in needed:
        number += names.find_tile(fields["tile"])
    if "seat" in needed:
        seat = _seat(table, fields["seat"], verb)
        number += seat * KINDS if "card" in needed else seat
    for field in ("add", "card"):
        if field in needed:
            number += names.find_kind(table, fields[field])
    return number


def to_words(table: Table, move: MoveNumber, text: Text) -> str:
    return _words(names.edition_of(table), move, text)


@lru_cache(maxsize=4096)
def _words(edition: names.EditionBytes, move: MoveNumber, text: Text) -> str:
    verb, kind, tile, seat = decode(move)
    return text(
        f"moves.{verb}",
        card=names.all_words(edition, text)[kind] if kind >= 0 else "",
        tile=names.tile_words(tile, text) if tile >= 0 else "",
        player=wording.player(seat, text),
    )


def _seat(table: Table, seat: object, verb: str) -> Seat:
    if isinstance(seat, bool) or not isinstance(seat, int) or seat not in range(table.players):
        last = int(table.players) - 1
        raise BadInput(
            f"{verb}: there is no seat {jsontext.abbreviate_json(seat)}; they are 0 to {last}"
        )
    return seat
