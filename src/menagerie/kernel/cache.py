"""Where compiled kernels are kept: a folder named by all that their machine code depends on."""

import atexit
import hashlib
import os
import shutil
import sys
import tempfile
from functools import cache
from pathlib import Path

import llvmlite.binding
import numba
import numpy as np
import platformdirs

PACKAGE = Path(__file__).parent.parent
SOURCES = ("kernel", "games", "bots", "bench", "generic.py", "encoding.py")  # where kernels are
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


def _sources() -> list[Path]:
    places = [PACKAGE / part for part in SOURCES]
    files = [file for place in places for file in (place, *place.rglob("*.py"))]
    return sorted(file for file in files if file.suffix == ".py")


def _prune(home: Path) -> None:
    old = sorted(home.glob("kernels-*"), key=lambda place: place.stat().st_mtime, reverse=True)
    for place in old[KEPT:]:
        shutil.rmtree(place, ignore_errors=True)
