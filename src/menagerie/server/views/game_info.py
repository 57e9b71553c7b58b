"""A game and its rules, described in a language."""

from menagerie import rulebook
from menagerie.game import Game, Option, Value
from menagerie.server.schemas.games import GameInfo, OptionInfo, RulesInfo
from menagerie.texts import Text, ours


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
