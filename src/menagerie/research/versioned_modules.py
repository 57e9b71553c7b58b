"""An import hook: a synthetic module for each game, in PettingZoo's style: `cubosaurs_v0.env()`.

A finder on `sys.meta_path` creates the modules on import, so every discovered game has one. A
module-level `__getattr__` alone would not serve `import menagerie.research.cubosaurs_v0`, and a
module prepared in `sys.modules` would not fail on import when PettingZoo is missing.
"""

from collections.abc import Sequence
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

PACKAGE = "menagerie.research"
SUFFIX = "_v0"


def is_game_module(name: str) -> bool:
    """Whether `name` is the name of a game followed by SUFFIX."""
    from menagerie import discovery

    return name.endswith(SUFFIX) and name.removesuffix(SUFFIX) in discovery.names()


class GameModuleLoader(Loader):
    """Fills the module of one game."""

    def exec_module(self, module: ModuleType) -> None:
        from menagerie.research import pettingzoo

        game = module.__name__.rpartition(".")[2].removesuffix(SUFFIX)
        module.__doc__ = f"The environment {game}{SUFFIX}: see menagerie.research.pettingzoo."
        module.__dict__["env"] = partial(pettingzoo.env, game)
        module.__dict__["raw_env"] = partial(pettingzoo.raw_env, game)


class GameModuleFinder(MetaPathFinder):
    """Finds the modules of games in the package `menagerie.research`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        del path, target
        package, _, name = fullname.rpartition(".")
        if package != PACKAGE or not is_game_module(name):
            return None
        return ModuleSpec(fullname, GameModuleLoader(), origin=f"{PACKAGE}.pettingzoo")
