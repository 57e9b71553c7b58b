"""The games as they are listed, and their rules."""

from typing_extensions import TypedDict

from menagerie.game import Value


class OptionInfo(TypedDict):
    """A choice for a table of a game."""

    name: str
    title: str  # in words
    allowed: list[Value]
    titles: list[str]  # of what is allowed, in the same order
    default: dict[str, Value]  # by the number of players


class GameInfo(TypedDict):
    """A game, in the language that was asked for."""

    name: str
    title: str
    summary: str
    minutes: int  # how long a game takes, about
    players: list[int]  # how many can play
    options: list[OptionInfo]


class RuleInfo(TypedDict):
    """One rule, in our own words."""

    number: str
    text: str | None  # None where the rulebook says nothing
    ruling: str | None  # our decision where the rulebook leaves it open


class SectionInfo(TypedDict):
    """The rules about one thing."""

    letter: str  # their numbers begin with it, after the hyphen
    title: str
    rules: list[RuleInfo]


class RulesInfo(TypedDict):
    """All rules of a game, in the language that was asked for."""

    game: str
    title: str
    goal: str
    sections: list[SectionInfo]
