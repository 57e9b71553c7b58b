"""Names of players: short, readable, and harmless wherever they are shown."""

import unicodedata

from menagerie.errors import BadInput
from menagerie.jsontext import shorten

LONGEST_NAME = 20
EXTRAS = " -'’.&+!?"
MOST_MARKS = 2  # accents that stand on one letter


def check_name(given: str) -> str:
    """A name in its usual form; letters of any script, digits, and a few signs between them."""
    name = " ".join(unicodedata.normalize("NFC", given).split())
    if not 0 < len(name) <= LONGEST_NAME or not all(map(_is_allowed, name)) or _piles_up(name):
        raise BadInput(
            f"a name has 1 to {LONGEST_NAME} letters, digits, spaces or {EXTRAS.strip()}, "
            f"not {shorten(given)}"
        )
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise BadInput(f"a name has a letter or a digit in it, not just {shorten(given)}")
    return name


def _is_allowed(sign: str) -> bool:
    return sign in EXTRAS or unicodedata.category(sign)[0] in "LMN"


def _piles_up(name: str) -> bool:
    """Whether accents are stacked into the lines above and below."""
    marks = 0
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign)[0] == "M" else 0
        if marks > MOST_MARKS:
            return True
    return False
