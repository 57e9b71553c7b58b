"""Validation of players' names and editions' names: short, readable, harmless to display."""

import re
import unicodedata
from collections.abc import Iterable

from menagerie.errors import BadInput
from menagerie.jsontext import abbreviate_json
from menagerie.server.schemas.requests import MAX_NAME_LENGTH
from menagerie.server.validation.look_alikes import is_mistakable, is_reserved, mixes_alphabets

MAX_EDITION_NAME_LENGTH = 100  # characters
ALLOWED_PUNCTUATION = " -'’.&+!?"
MAX_COMBINING_MARKS = 2  # accents on one letter
# Invisible letters and marks: fillers, joiners, variation selectors.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def check_name(given: str) -> str:
    """The normalised name; letters of any script, digits and some punctuation are allowed.

    NFKC removes wide, bold and joined letters that only look different.
    """
    name = " ".join(unicodedata.normalize("NFKC", given).split())
    if (
        not 0 < len(name) <= MAX_NAME_LENGTH
        or not all(map(_is_allowed, name))
        or _has_stacked_marks(name)
    ):
        raise BadInput(
            f"a name has 1 to {MAX_NAME_LENGTH} letters, digits, spaces or "
            f"{ALLOWED_PUNCTUATION.strip()}, not {abbreviate_json(given)}"
        )
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise BadInput(f"a name has a letter or a digit in it, not just {abbreviate_json(given)}")
    if mixes_alphabets(name):
        raise BadInput(
            f"a word in a name has letters of one alphabet only, not {abbreviate_json(given)}"
        )
    if is_reserved(name):
        raise BadInput(f"the name {abbreviate_json(given)} is reserved for bots and empty seats")
    return name


def check_distinct(name: str, others: Iterable[str]) -> None:
    """Refuse a name that could be mistaken for another player's."""
    if is_mistakable(name, others):
        raise BadInput(f"{abbreviate_json(name)} looks too much like another name at this table")


def check_edition_name(name: object) -> None:
    """The name of a custom edition is sent to everybody at the table with every view."""
    if not isinstance(name, str) or len(name) > MAX_EDITION_NAME_LENGTH or not name.isprintable():
        raise BadInput(
            f"the name of an edition has at most {MAX_EDITION_NAME_LENGTH} printable characters, "
            f"not {abbreviate_json(name)}"
        )


def _is_allowed(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return sign in ALLOWED_PUNCTUATION or (
        (kind[0] in "LM" or kind == "Nd") and not INVISIBLE.match(sign)
    )


def _has_stacked_marks(name: str) -> bool:
    """Whether combining marks are stacked (Zalgo text), or have no base letter."""
    marks = MAX_COMBINING_MARKS
    for sign in name:
        kind = unicodedata.category(sign)[0]
        if kind == "M":
            marks += 1
        else:
            marks = 0 if kind in "LN" else MAX_COMBINING_MARKS
        if marks > MAX_COMBINING_MARKS:
            return True
    return False
