"""The layout of Cat Box for the referee: slow, plain functions, written from the rules alone.

A layout is the format's list of cards, bottom to top; a square is its column and row; a picture is
the four squares of a card's side, row by row, as the edition writes them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Json = dict[str, Any]
Square = tuple[int, int]

BOX = "."  # An empty box, the only picture that is no cat.
EDGES = ((0, -1), (-1, 0), (1, 0), (0, 1))
AROUND = [(col, row) for col in (-1, 0, 1) for row in (-1, 0, 1)]


class Zone(NamedTuple):
    kind: str
    squares: frozenset[Square]


def require(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)


# ---- what is seen from above


def picture(edition: Json, card: int, side: str) -> str:
    """CAT-C1, CAT-C2: what a side shows; the back mirrors the front or is in a list of its own."""
    deck = edition["deck"]
    front: str = deck["fronts"][card]
    if side == "front":
        return front
    backs = deck["backs"] if "backs" in deck else deck["back"]
    if backs == "mirror":
        return front[1] + front[0] + front[3] + front[2]
    back: str = backs[card]
    return back


def squares_at(place: Square) -> list[Square]:
    """CAT-C1, CAT-T2: the squares of a card whose top left one is at the place, row by row."""
    col, row = place
    return [(col, row), (col + 1, row), (col, row + 1), (col + 1, row + 1)]


def place_of(laid: Json) -> Square:
    col, row = laid["at"]
    return col, row


def owners(layout: list[Json]) -> dict[Square, int]:
    """The card on top at each square that has one."""
    return {square: laid["card"] for laid in layout for square in squares_at(place_of(laid))}


def visible(layout: list[Json], edition: Json) -> dict[Square, str]:
    """What each square shows: a cat's letter or `BOX`."""
    shown: dict[Square, str] = {}
    for laid in layout:  # A later card hides what lies below it.
        side = picture(edition, laid["card"], laid["side"])
        shown.update(zip(squares_at(place_of(laid)), side, strict=True))
    return shown


def uncovered(layout: list[Json]) -> list[Json]:
    """CAT-A7: the cards that nothing covers, not even in part."""
    top = owners(layout)
    return [
        laid
        for laid in layout
        if all(top[square] == laid["card"] for square in squares_at(place_of(laid)))
    ]


# ---- zones


def zones(shown: dict[Square, str]) -> list[Zone]:
    """CAT-E3: squares that show the same cat, joined edge to edge. Empty boxes make no zones."""
    left = {square for square, kind in shown.items() if kind != BOX}
    found = []
    while left:
        squares = _joined(min(left), shown)
        found.append(Zone(shown[min(left)], squares))
        left -= squares
    return found


def _joined(start: Square, shown: dict[Square, str]) -> frozenset[Square]:
    joined = {start}
    to_look_at = [start]
    while to_look_at:
        col, row = to_look_at.pop()
        for right, down in EDGES:
            square = (col + right, row + down)
            if square not in joined and shown.get(square) == shown[start]:
                joined.add(square)
                to_look_at.append(square)
    return frozenset(joined)


# ---- where a card may lie


def bound_squares(guards: list[Json]) -> set[Square]:
    """CAT-A6: each token's square and the eight around it, with a card there or without."""
    tokens = [place_of(guard) for guard in guards]
    return {(col + right, row + down) for col, row in tokens for right, down in AROUND}


def is_clear(place: Square, guards: list[Json]) -> bool:
    """CAT-A6: whether a card here keeps off all that is bound."""
    return bound_squares(guards).isdisjoint(squares_at(place))


def places(
    layout: list[Json],
    edition: Json,
    side: str,
    guards: list[Json],
    overlap: str,
    attention: bool = False,
) -> set[Square]:
    """Where a card may be laid so that it shows the picture `side`."""
    top, shown, bound = owners(layout), visible(layout, edition), bound_squares(guards)
    most = most_covered(side, attention)
    found = set()
    for place in _touching(shown):
        squares = squares_at(place)
        covered = [square for square in squares if square in shown]
        cards = {top[square] for square in covered}
        cats = [square for square in covered if shown[square] != BOX]
        if (
            1 <= len(covered) <= most
            and (overlap == "any" or len(cards) == 1)  # CAT-T5, CAT-A5
            and not (attention and len(cats) > 3)  # CAT-A5
            and bound.isdisjoint(squares)  # CAT-A6
        ):
            found.add(place)
    return found


def most_covered(side: str, attention: bool) -> int:
    # CAT-A5: with a box or without; else CAT-T3 and CAT-T4
    if attention:
        return 4
    return 2 if BOX in side else 1


def _touching(shown: dict[Square, str]) -> set[Square]:
    # Every place where a card covers something: one of its four squares is a visible one.
    return {(col - right, row - down) for col, row in shown for right in (0, 1) for down in (0, 1)}
