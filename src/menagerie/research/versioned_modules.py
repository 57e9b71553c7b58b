"""A module for each game, as PettingZoo has one for each of its own: `cubosaurs_v0.env()`.

They are made when they are imported, so that a new game has one too.
"""

from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

PACKAGE = "menagerie.research"
ENDING = "_v0"


def is_version(name: str) -> bool:
    """Whether it is the name of such a module."""
    from menagerie import discovery

    return name.endswith(ENDING) and name.removesuffix(ENDING) in discovery.names()


class Maker(Loader):
    """Fills the module of one game."""

    def exec_module(self, module: ModuleType) -> None:
        from menagerie.research import pettingzoo

        game = module.__name__.rpartition(".")[2].removesuffix(ENDING)
        module.__doc__ = f"The environment {game}{ENDING}: see menagerie.research.pettingzoo."
        module.__dict__["env"] = partial(pettingzoo.env, game)
        module.__dict__["raw_env"] = partial(pettingzoo.raw_env, game)


class Finder(MetaPathFinder):
    """Finds them in the package `menagerie.research`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        package, _, name = fullname.rpartition(".")
        if package != PACKAGE or not is_version(name):
            return None
        return ModuleSpec(fullname, Maker(), origin=f"{PACKAGE}.pettingzoo")
