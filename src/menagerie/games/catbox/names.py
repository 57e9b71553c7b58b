"""What cards, squares and phases are called, in words."""

from collections import Counter
from functools import cache, lru_cache

import numpy as np

from menagerie.games.catbox.edition import BOX_LETTER, CAT_NAMES, IDENTITY_NAMES
from menagerie.games.catbox.placement import NO_LIFTED_CARD
from menagerie.games.catbox.table import (
    BOX,
    HIDDEN,
    NONE,
    PICTURE_ONLY,
    SIDES,
    SQUARES,
    Phase,
    Table,
)
from menagerie.texts import Text

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)
SQUARE_NAMES = ("box", *CAT_NAMES)


def letter(table: Table, shown: int) -> str:
    """How a square is written: a cat's letter, or the empty box."""
    return BOX_LETTER if shown == BOX else chr(int(table.letters[shown - 1]))


def picture(table: Table, card: int, side: int) -> str:
    """A side row by row: `BB.W`."""
    if card <= PICTURE_ONLY:
        card, side = divmod(PICTURE_ONLY - card, SIDES)
    return _pictures(table.pictures.tobytes(), table.letters.tobytes())[SIDES * card + side]


@lru_cache(maxsize=64)
def _pictures(pictures: bytes, letters: bytes) -> tuple[str, ...]:
    """The pictures of every card of an edition; memoised."""
    signs = [BOX_LETTER, *map(chr, np.frombuffer(letters, np.int32))]
    drawn = "".join(signs[shown] for shown in pictures)
    return tuple(drawn[at : at + SQUARES] for at in range(0, len(drawn), SQUARES))


def picture_letters(table: Table, card: int, side: int) -> str:
    """The same with its two rows apart, for a screen that has a legend: `BB/.W`."""
    drawn = picture(table, card, side)
    return f"{drawn[:2]}/{drawn[2:]}"


def picture_words(table: Table, card: int, side: int, text: Text) -> str:
    """The same in words: "black, black / box, white"."""
    if card <= PICTURE_ONLY:
        card, side = divmod(PICTURE_ONLY - card, SIDES)
    return _picture_words(table.pictures[card, side].tobytes(), text)


@cache
def _picture_words(squares: bytes, text: Text) -> str:
    one, two, three, four = (text(f"squares.{SQUARE_NAMES[shown]}") for shown in squares)
    return text("forms.picture", one=one, two=two, three=three, four=four)


def covered_words(
    table: Table,
    at: tuple[int, int],
    text: Text,
    *,
    squares: int = SQUARES,
    lifted: int = NO_LIFTED_CARD,
) -> str:
    """What is seen where a card would lie, or on one square: "a black cat and 2 empty boxes".

    A lifted card is ignored.
    """
    shown_at = _squares_seen(table, lifted)
    column, row = at
    seen = (shown_at.get((column + (part & 1), row + (part >> 1)), NONE) for part in range(squares))
    return _listed(tuple(shown for shown in seen if shown != NONE), text)


def _squares_seen(table: Table, lifted: int) -> dict[tuple[int, int], int]:
    """The box or the cat on every square of the layout, memoised on a `TableView`."""
    known: dict[int, dict[tuple[int, int], int]] = table.memo.setdefault("squares_seen", {})
    if lifted not in known:
        known[lifted] = _look_at_squares(table, lifted)
    return known[lifted]


def _look_at_squares(table: Table, lifted: int) -> dict[tuple[int, int], int]:
    shown_at: dict[tuple[int, int], int] = {}
    pictures, sides = table.pictures.tolist(), table.side_up.tolist()
    columns, rows = table.column.tolist(), table.row.tolist()
    for card in table.stack[: table.laid].tolist():
        if card != lifted:
            column, row = columns[card], rows[card]
            one, two, three, four = pictures[card][sides[card]]
            shown_at[column, row] = one
            shown_at[column + 1, row] = two
            shown_at[column, row + 1] = three
            shown_at[column + 1, row + 1] = four
    return shown_at


@cache
def _listed(seen: tuple[int, ...], text: Text) -> str:
    words = [
        text(f"one.{SQUARE_NAMES[shown]}")
        if count == 1
        else text(f"several.{SQUARE_NAMES[shown]}", count=count)
        for shown, count in Counter(seen).items()
    ]
    if not words:
        return text("forms.nothing")
    *others, last = words
    return text("forms.and", others=", ".join(others), last=last) if others else last


@cache
def at_words(column: int, row: int, text: Text) -> str:
    return text("forms.at", column=column, row=row)


def identity_words(identity: int, text: Text) -> str:
    if identity == HIDDEN:
        return text("forms.unknown")
    return text(f"identities.{IDENTITY_NAMES[identity]}")


def legend(table: Table, text: Text) -> str:
    """The letter of each cat."""
    cats = [
        text("forms.letter", letter=letter(table, cat + 1), name=text(f"identities.{name}"))
        for cat, name in enumerate(CAT_NAMES)
    ]
    return ", ".join([*cats, text("forms.letter", letter=BOX_LETTER, name=text("forms.box"))])
