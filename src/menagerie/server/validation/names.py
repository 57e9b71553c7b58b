"""Names of players: short, readable, and harmless wherever they are shown."""

import re
import unicodedata
from collections.abc import Iterable

from menagerie.errors import BadInput
from menagerie.jsontext import shorten
from menagerie.server.schemas.requests import LONGEST_NAME
from menagerie.server.validation.look_alikes import is_mistakable, is_reserved, mixes_alphabets

LONGEST_EDITION = 100  # characters of its name
EXTRAS = " -'’.&+!?"
MOST_MARKS = 2  # accents that stand on one letter
# Letters and marks that nobody can see: fillers, joiners, and what chooses among pictures.
UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def check_name(given: str) -> str:
    """A name in its usual form; letters of any script, digits, and a few signs between them.

    The usual form (NFKC) has no wide, bold or joined letters that only look different.
    """
    name = " ".join(unicodedata.normalize("NFKC", given).split())
    if not 0 < len(name) <= LONGEST_NAME or not all(map(_is_allowed, name)) or _piles_up(name):
        raise BadInput(
            f"a name has 1 to {LONGEST_NAME} letters, digits, spaces or {EXTRAS.strip()}, "
            f"not {shorten(given)}"
        )
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise BadInput(f"a name has a letter or a digit in it, not just {shorten(given)}")
    if mixes_alphabets(name):
        raise BadInput(f"a word in a name has letters of one alphabet only, not {shorten(given)}")
    if is_reserved(name):
        raise BadInput(
            f"the name {shorten(given)} is kept for bots and empty seats; choose another"
        )
    return name


def check_distinct(name: str, others: Iterable[str]) -> None:
    """Nobody at a table passes for another who sits there."""
    if is_mistakable(name, others):
        raise BadInput(f"{shorten(name)} looks too much like another name at this table")


def check_edition_name(name: object) -> None:
    """A stranger's edition goes to all at the table with every view, and its name with it."""
    if not isinstance(name, str) or len(name) > LONGEST_EDITION or not name.isprintable():
        raise BadInput(
            f"the name of an edition has at most {LONGEST_EDITION} printable characters, "
            f"not {shorten(name)}"
        )


def _is_allowed(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return sign in EXTRAS or ((kind[0] in "LM" or kind == "Nd") and not UNSEEN.match(sign))


def _piles_up(name: str) -> bool:
    """Whether accents are stacked into the lines above and below, or stand on no letter."""
    marks = MOST_MARKS
    for sign in name:
        kind = unicodedata.category(sign)[0]
        if kind == "M":
            marks += 1
        else:
            marks = 0 if kind in "LN" else MOST_MARKS
        if marks > MOST_MARKS:
            return True
    return False
