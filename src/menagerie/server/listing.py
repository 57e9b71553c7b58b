"""The games as the lobby lists them."""

from typing_extensions import TypedDict

from menagerie.game import Game, Value


class OptionInfo(TypedDict):
    """Something to be chosen for a table of a game."""

    name: str
    allowed: list[Value]
    default: dict[str, Value]  # by the number of players


class GameInfo(TypedDict):
    """A game, in the language that was asked for."""

    name: str
    title: str
    summary: str
    players: list[int]  # how many can play
    options: list[OptionInfo]


def describe_game(game: Game, language: str) -> GameInfo:
    text = game.text(language)
    return {
        "name": game.name,
        "title": text("title"),
        "summary": text("summary"),
        "players": list(game.players),
        "options": [
            {
                "name": option.name,
                "allowed": list(option.allowed),
                "default": {str(players): option.default(players) for players in game.players},
            }
            for option in game.options
        ],
    }
