"""Game discovery: every package in `menagerie.games` is a game."""

import importlib
import pkgutil

import menagerie.games
from menagerie import generic
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.jsontext import abbreviate_json
from menagerie.kernel import cache


def names() -> list[str]:
    """The names of all games, without importing any."""
    return sorted(found.name for found in pkgutil.iter_modules(menagerie.games.__path__))


def load(name: object) -> Game:
    """Import a game by its name, and register it with the generic rules."""
    if not isinstance(name, str) or (name not in _loaded and name not in names()):
        raise BadInput(f"there is no game {abbreviate_json(name)}; there are: {', '.join(names())}")
    if name not in _loaded:
        _check_tables()
        _loaded[name] = _import(name)
        generic.register(_loaded[name])
    return _loaded[name]


def _import(name: str) -> Game:
    game = importlib.import_module(f"menagerie.games.{name}").GAME
    assert isinstance(game, Game)  # noqa: S101 - catches a mistake of the game's author
    return game


def _check_tables() -> None:
    """Refuse two games whose tables have the same dtype.

    Compiled code, in memory and in the cache, identifies a game by the dtype of its tables, so one
    game would be played by the other's rules. Importing every game is slow, so a marker file in the
    cache folder records that these sources have passed the check.
    """
    mark = cache.marker("tables-differ")
    if mark.exists():
        return
    owners: dict[object, str] = {}
    for name in names():
        other = owners.setdefault(_import(name).table.dtype, name)
        if other != name:
            raise BadInput(
                f"the games {other} and {name} have tables with the same fields, so compiled code "
                f"cannot tell them apart: add or rename a field in one of them"
            )
    mark.touch()


_loaded: dict[str, Game] = {}
