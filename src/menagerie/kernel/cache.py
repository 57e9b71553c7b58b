"""Where compiled kernels are kept: a folder named by all that their machine code depends on."""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import platformdirs
from numba.core.caching import FunctionCache, IndexDataCacheFile

PACKAGE = Path(__file__).parent.parent
SOURCES = (
    "kernel",
    "games",
    "bots",
    "batch",
    "bench",
    "generic.py",
    "encoding.py",
)  # where kernels are
KEPT = 8  # folders of former sources that are left on the disk


@cache
def folder() -> Path:
    """The cache's folder for just these sources, this compiler and this processor."""
    home = Path(platformdirs.user_cache_dir("menagerie"))
    try:
        home.mkdir(parents=True, exist_ok=True)
        place = home / f"kernels-{fingerprint()}"
        place.mkdir(exist_ok=True)
        os.utime(place)  # raises where we may not write; and marks it as used
        _prune(home)
    except OSError:
        place = Path(tempfile.mkdtemp(prefix="menagerie-kernels-"))
        atexit.register(shutil.rmtree, place, ignore_errors=True)
    return place


def fingerprint() -> str:
    """A hash of the kernels' sources and of whatever else changes the code made from them.

    Numba itself looks at a function's own file only, so that a change in a file it calls into
    would leave stale machine code behind.
    """
    digest = hashlib.sha256()
    settings = sorted(f"{name}={os.environ[name]}" for name in os.environ if name[:6] == "NUMBA_")
    machine = [llvmlite.binding.get_host_cpu_name(), numba.__version__, np.__version__, sys.version]
    digest.update("\n".join(settings + machine).encode())
    for source in _sources():
        digest.update(source.relative_to(PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


class Kept(FunctionCache):  # type: ignore[misc] # Numba publishes no types
    """The machine code of one kernel on the disk: a file for each signature, which names it.

    Numba numbers the files and keeps a list. Of two processes that compile the same function at
    once, for two games, each takes the next number, the same one: a game then has the other's code.
    """

    def __init__(self, function: Any) -> None:
        super().__init__(function)
        self._cache_file = _Files(
            self._cache_path, self._impl.filename_base, self._impl.locator.get_source_stamp()
        )


class _Files(IndexDataCacheFile):  # type: ignore[misc] # as above
    def save(self, key: Any, data: Any) -> None:
        self._save_data(self._name_of(key), data)

    def load(self, key: Any) -> Any:
        try:
            return self._load_data(self._name_of(key))
        except FileNotFoundError:
            return None

    def _name_of(self, key: Any) -> str:
        digest = hashlib.sha256(repr((self._source_stamp, key)).encode()).hexdigest()
        return f"{Path(self._index_name).stem}.{digest[:16]}.nbc"


def _sources() -> list[Path]:
    places = [PACKAGE / part for part in SOURCES]
    files = [file for place in places for file in (place, *place.rglob("*.py"))]
    return sorted(file for file in files if file.suffix == ".py")


def _prune(home: Path) -> None:
    old = sorted(home.glob("kernels-*"), key=lambda place: place.stat().st_mtime, reverse=True)
    for place in old[KEPT:]:
        shutil.rmtree(place, ignore_errors=True)
