"""The games behind the interfaces that researchers know. Each module needs an extra of its own.

`menagerie.research.cubosaurs_v0` is a module in the manner of PettingZoo; there is one for every
game that is found, without a file.
"""

import importlib
import sys
from typing import Any

from menagerie.research.versioned_modules import Finder, is_version

if not any(isinstance(finder, Finder) for finder in sys.meta_path):
    sys.meta_path.append(Finder())


def __getattr__(name: str) -> Any:
    if is_version(name):
        return importlib.import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
