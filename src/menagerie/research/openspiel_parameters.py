"""A game's options as OpenSpiel parameters, each with a fixed type and default."""

from collections.abc import Mapping

from menagerie.game import Game, Option, Value
from menagerie.header import STANDARD

# By type, the placeholder for a default that depends on the number of players.
DEPENDS_ON_PLAYERS: dict[type, Value] = {int: -1, bool: -1, str: ""}
MAX_DEFAULT_MEMORY = 64  # decisions in the tensor of an information state


def specification(game: Game) -> dict[str, Value]:
    """The parameters of a game, with their defaults."""
    memory = min(MAX_DEFAULT_MEMORY, game.max_game_length)
    found: dict[str, Value] = {"players": game.players[0], "edition": STANDARD, "memory": memory}
    return found | {option.name: _default(game, option) for option in game.options}


def _default(game: Game, option: Option) -> Value:
    return (
        DEPENDS_ON_PLAYERS[type(option.allowed[0])]
        if _depends_on_players(game, option)
        else option.default(game.players[0])
    )


def _depends_on_players(game: Game, option: Option) -> bool:
    return len({option.default(players) for players in game.players}) > 1


def options(game: Game, given: Mapping[str, Value]) -> dict[str, Value]:
    """The options that were set. Where -1 means the default, 0 and 1 mean false and true."""
    chosen = {}
    for option in game.options:
        value = given[option.name]
        kind = type(option.allowed[0])
        if _depends_on_players(game, option) and value == DEPENDS_ON_PLAYERS[kind]:
            continue
        chosen[option.name] = bool(value) if kind is bool else value
    return chosen
