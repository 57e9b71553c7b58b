"""Games are found by their folders: whatever is a package in `menagerie.games` is a game."""

import importlib
import pkgutil

import menagerie.games
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.jsontext import shorten


def names() -> list[str]:
    """The names of all games there are, without loading any."""
    return sorted(found.name for found in pkgutil.iter_modules(menagerie.games.__path__))


def load(name: object) -> Game:
    """A game by its name."""
    if not isinstance(name, str) or (name not in _loaded and name not in names()):
        raise BadInput(f"there is no game {shorten(name)}; there are: {', '.join(names())}")
    if name not in _loaded:
        game = importlib.import_module(f"menagerie.games.{name}").GAME
        assert isinstance(game, Game)  # noqa: S101 - a mistake of the game's author
        _loaded[name] = game
    return _loaded[name]


def loaded() -> list[Game]:
    """The games in use."""
    return list(_loaded.values())


_loaded: dict[str, Game] = {}
