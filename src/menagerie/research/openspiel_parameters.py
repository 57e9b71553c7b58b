"""The options of a game as OpenSpiel takes parameters: each has a fixed type and default."""

from typing import Any

from menagerie.game import Game, Option, Value
from menagerie.header import STANDARD

# By its type, what stands for a default that depends on how many play.
AS_USUAL: dict[type, Value] = {int: -1, bool: -1, str: ""}
MEMORY = 64  # decisions that the tensor of an information state has room for, at most by default


def of(game: Game) -> dict[str, Value]:
    """What can be chosen in the name of a game, with the defaults."""
    memory = min(MEMORY, game.longest)
    found: dict[str, Value] = {"players": game.players[0], "edition": STANDARD, "memory": memory}
    return found | {option.name: _default(game, option) for option in game.options}


def _default(game: Game, option: Option) -> Value:
    return (
        AS_USUAL[type(option.allowed[0])]
        if _depends(game, option)
        else option.default(game.players[0])
    )


def _depends(game: Game, option: Option) -> bool:
    """Whether the default depends on how many play."""
    return len({option.default(players) for players in game.players}) > 1


def options(game: Game, given: dict[str, Any]) -> dict[str, Any]:
    """The options that were not left as usual; where -1 can be meant, 0 and 1 are no and yes."""
    chosen = {}
    for option in game.options:
        value = given[option.name]
        kind = type(option.allowed[0])
        if _depends(game, option) and value == AS_USUAL[kind]:
            continue
        chosen[option.name] = bool(value) if kind is bool else value
    return chosen
