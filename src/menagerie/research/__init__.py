"""The games behind the interfaces of PettingZoo, Gymnasium and OpenSpiel.

These need the extra `research`. Each discovered game also has a synthetic module in PettingZoo's
style, such as `menagerie.research.cubosaurs_v0` (see `versioned_modules.py`).
"""

import importlib
import sys
from types import ModuleType

from menagerie.research.versioned_modules import GameModuleFinder, is_game_module

if not any(isinstance(finder, GameModuleFinder) for finder in sys.meta_path):
    sys.meta_path.append(GameModuleFinder())


def __getattr__(name: str) -> ModuleType:
    if is_game_module(name):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
