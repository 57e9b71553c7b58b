"""Games are found by their folders: whatever is a package in `menagerie.games` is a game."""

import importlib
import pkgutil

import menagerie.games
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.jsontext import abbreviate_json
from menagerie.kernel import cache


def names() -> list[str]:
    """The names of all games there are, without loading any."""
    return sorted(found.name for found in pkgutil.iter_modules(menagerie.games.__path__))


def load(name: object) -> Game:
    """A game by its name."""
    if not isinstance(name, str) or (name not in _loaded and name not in names()):
        raise BadInput(f"there is no game {abbreviate_json(name)}; there are: {', '.join(names())}")
    if name not in _loaded:
        _check_tables()
        _loaded[name] = _import(name)
    return _loaded[name]


def loaded() -> list[Game]:
    """The games in use."""
    return list(_loaded.values())


def _import(name: str) -> Game:
    game = importlib.import_module(f"menagerie.games.{name}").GAME
    assert isinstance(game, Game)  # noqa: S101 - a mistake of the game's author
    return game


def _check_tables() -> None:
    """Refuse two games whose tables have the same dtype.

    Compiled code knows a game by the dtype of its tables, on the disk too: one of them would be
    played by the other's rules. To import every game takes time, so this is done once for the same
    sources.
    """
    mark = cache.folder() / "tables-differ"
    if mark.exists():
        return
    owners: dict[object, str] = {}
    for name in names():
        other = owners.setdefault(_import(name).table.dtype, name)
        if other != name:
            raise BadInput(
                f"the games {other} and {name} have tables with the same fields, and could not be "
                f"told apart: add a field to one of them, or name one otherwise"
            )
    mark.touch()


_loaded: dict[str, Game] = {}
