"""The games as the lobby lists them, and their rules."""

from typing_extensions import TypedDict

from menagerie import rulebook
from menagerie.game import Game, Option, Value
from menagerie.texts import Text, ours


class OptionInfo(TypedDict):
    """Something to be chosen for a table of a game."""

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
    minutes: int  # that people play, about
    players: list[int]  # how many can play
    options: list[OptionInfo]


class RuleInfo(TypedDict):
    """One rule, in our own words."""

    number: str
    text: str | None  # None where the rulebook is silent
    ruling: str | None  # how we decided what the rulebook leaves open


class SectionInfo(TypedDict):
    """The rules about one thing."""

    letter: str  # with which their numbers begin, after the hyphen
    title: str
    rules: list[RuleInfo]


class RulesInfo(TypedDict):
    """All rules of a game, in the language that was asked for."""

    game: str
    title: str
    goal: str
    sections: list[SectionInfo]


def describe_game(game: Game, language: str) -> GameInfo:
    text = game.text(language)
    return {
        "name": game.name,
        "title": text("title"),
        "summary": text("summary"),
        "minutes": game.minutes,
        "players": list(game.players),
        "options": [_describe_option(game, option, text) for option in game.options],
    }


def _describe_option(game: Game, option: Option, text: Text) -> OptionInfo:
    return {
        "name": option.name,
        "title": text(f"options.{option.name}"),
        "allowed": list(option.allowed),
        "titles": [_title(option.name, value, text) for value in option.allowed],
        "default": {str(players): option.default(players) for players in game.players},
    }


def _title(option: str, value: Value, text: Text) -> str:
    """A value in words; a number is the same in every language."""
    if isinstance(value, bool):
        return ours(text.language)("choices.yes" if value else "choices.no")
    return text(f"choices.{option}_{value}") if isinstance(value, str) else str(value)


def describe_rules(game: Game, language: str) -> RulesInfo:
    text = game.text(language)
    return {
        "game": game.name,
        "title": text("title"),
        "goal": text("goal"),
        "sections": [
            {
                "letter": section.letter,
                "title": section.title,
                "rules": [
                    {"number": rule.number, "text": rule.text, "ruling": rule.ruling}
                    for rule in section.rules
                ],
            }
            for section in rulebook.sections(game, language)
        ],
    }
