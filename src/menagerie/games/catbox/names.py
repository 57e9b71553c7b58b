"""What cards, squares and phases are called, in words."""

from functools import lru_cache

import numpy as np

from menagerie.games.catbox.edition import BOX_LETTER, CAT_NAMES, IDENTITY_NAMES
from menagerie.games.catbox.table import BOX, HIDDEN, PICTURE_ONLY, SIDES, SQUARES, Phase, Table
from menagerie.texts import Text

PHASE_NAMES = tuple(phase.name.lower() for phase in Phase)


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
    """Of every card of an edition, side by side."""
    signs = [BOX_LETTER, *map(chr, np.frombuffer(letters, np.int32))]
    drawn = "".join(signs[shown] for shown in pictures)
    return tuple(drawn[at : at + SQUARES] for at in range(0, len(drawn), SQUARES))


def picture_words(table: Table, card: int, side: int) -> str:
    """The same with its two rows apart: `BB/.W`."""
    drawn = picture(table, card, side)
    return f"{drawn[:2]}/{drawn[2:]}"


def at_words(column: int, row: int, text: Text) -> str:
    return text("forms.at", column=column, row=row)


def identity_words(identity: int, text: Text) -> str:
    if identity == HIDDEN:
        return text("forms.unknown")
    return text(f"identities.{IDENTITY_NAMES[identity]}")


def legend(table: Table, text: Text) -> str:
    """Which letter is which cat."""
    cats = [
        text("forms.letter", letter=letter(table, cat + 1), name=text(f"identities.{name}"))
        for cat, name in enumerate(CAT_NAMES)
    ]
    return ", ".join([*cats, text("forms.letter", letter=BOX_LETTER, name=text("forms.box"))])
