"""The games as the lobby lists them."""

from typing_extensions import TypedDict

from menagerie.game import Game, Value


class OptionInfo(TypedDict):
    name: str
    allowed: list[Value]
    default: dict[str, Value]  # by the number of players


class GameInfo(TypedDict):
    name: str
    title: str
    summary: str
    players: list[int]
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
