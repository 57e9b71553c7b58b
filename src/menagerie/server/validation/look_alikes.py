"""Confusable names: those that look like another player's, a bot's, or a placeholder.

Words that mix alphabets are refused. Other names are compared by their skeletons (Unicode Technical
Standard 39): the name with every letter replaced by the Latin letter that it looks like.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache

from menagerie.texts import LANGUAGES, ours

# Capitals first: some look like another letter than their lower case does.
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
COMMON = EAST_ASIAN | {"MODIFIER"}  # scripts that are mixed with others
BOTS = ("Bot", "Robot")


def skeleton(name: str) -> str:
    """Equal for names that look the same, or differ only in accents, case and punctuation."""
    bare = ACCENTS.sub("", unicodedata.normalize("NFKD", name))
    small = bare.translate(CAPITALS).casefold().translate(SMALL)
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
    """Whether the program itself uses the name, in any language: "Player 1", "Bot", "easy"."""
    return _reserved().fullmatch(skeleton(name)) is not None


@cache
def _reserved() -> re.Pattern[str]:
    words = set(BOTS)
    for text in map(ours, LANGUAGES):
        words |= {text("score.player", number=""), *text.group("levels").values()}
    alternatives = "|".join(sorted(re.escape(skeleton(word)) for word in words))
    return re.compile(rf"(?:{alternatives})[\dlo]*")  # 1 and 0 look like l and o


def is_mistakable(name: str, others: Iterable[str]) -> bool:
    """Whether it looks like another name without being equal; pages number equal names."""
    shape = skeleton(name)
    return any(shape == skeleton(other) and name != other for other in others)
