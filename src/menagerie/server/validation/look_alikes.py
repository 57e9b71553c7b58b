"""Names that could be taken for something else: for another player, a bot, or a placeholder.

Two alphabets within one word are refused. What is left is compared by its skeleton (as in Unicode's
report 39): the name with every letter replaced by the Latin one that it looks like on a screen.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from menagerie.texts import LANGUAGES, ours

# Capitals first: some of them look like another letter than their small ones do.
CAPITALS = str.maketrans(
    "АВЕЗКМНОРСТУХІЈЅԌѴΑΒΕΖΗΙΚΜΝΟΡΤΥΧI",
    "abe3kmhopctyxljsgvabezhlkmnoptyxl",
)
SMALL = str.maketrans(
    "авсԁеғɡһіјкӏмпоԛргѕтцѵԝхуαβεικνορτυχγωσıօոսցհյ10",
    "abcdefghijklmnoqprstuvwxyabeikvoptuxywoionughjlo",
)
ACCENTS = re.compile("[\u0300-\u036f]")  # of Latin, Greek and Cyrillic letters
EAST_ASIAN = {"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC"}
COMMON = EAST_ASIAN | {"MODIFIER"}  # what is written together with letters of an alphabet
BOTS = ("Bot", "Robot")


def skeleton(name: str) -> str:
    """The same for two names that look the same, or differ in accents, capitals and signs alone."""
    plain = ACCENTS.sub("", unicodedata.normalize("NFKD", name))
    small = plain.translate(CAPITALS).casefold().translate(SMALL)
    letters = "".join(sign for sign in small if unicodedata.category(sign)[0] in "LMN")
    return letters.replace("rn", "m").replace("vv", "w")


def mixes_alphabets(name: str) -> bool:
    """Whether one word has letters of two alphabets, such as Cyrillic ones among Latin."""
    return any(len(set(filter(None, map(_alphabet, word)))) > 1 for word in name.split())


def _alphabet(sign: str) -> str | None:
    if not sign.isalpha():
        return None
    first = re.split("[ -]", unicodedata.name(sign, "UNKNOWN"))[0]
    return None if first in COMMON else first


def is_reserved(name: str) -> bool:
    """Whether the program itself calls somebody so, in any language: "Player 1", "Bot", "easy"."""
    return _reserved().fullmatch(skeleton(name)) is not None


@cache
def _reserved() -> re.Pattern[str]:
    words = set(BOTS)
    for text in map(ours, LANGUAGES):
        words |= {text("score.player", number=""), *text.group("levels").values()}
    alternatives = "|".join(sorted(re.escape(skeleton(word)) for word in words))
    return re.compile(rf"(?:{alternatives})[\dlo]*")  # 1 and 0 look like l and o


def is_mistakable(name: str, others: Iterable[str]) -> bool:
    """Whether it looks like one of the others and is not the same; pages number equal names."""
    shape = skeleton(name)
    return any(shape == skeleton(other) and name != other for other in others)
