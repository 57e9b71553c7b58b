"""Machine code on disk: one file per kernel and signature, named by a hash of all it depends on.

Numba's own cache numbers the files and keeps an index. When two processes compile the same function
at once for two games, both take the next number, and one game runs the machine code of the other.
"""

import atexit
import contextlib
import hashlib
import os
import pickle
import shutil
import sys
import tempfile
import time
import uuid
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import numpy as np
import platformdirs
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning
from numba.core.serialize import dumps
from numba.core.sigutils import normalize_signature

from menagerie.kernel.fingerprint import describe_options, fingerprint

PACKAGE = Path(__file__).parent.parent
# The code that compiles, dispatches and caches kernels, which their fingerprints do not cover.
COMPILER_SOURCES = ("kernel/compiler.py", "kernel/cache.py", "kernel/fingerprint.py", "generic.py")
MAX_CACHE_BYTES = 512 << 20  # on disk; above this, the least recently used files are evicted
MAX_UNUSED_S = 30 * 86_400


@cache
def folder() -> Path:
    """The folder for this compiler, its settings and this processor."""
    home = Path(platformdirs.user_cache_dir("menagerie"))
    try:
        home.mkdir(parents=True, exist_ok=True)
        directory = home / f"kernels-{machine_fingerprint()}"
        directory.mkdir(exist_ok=True)
        os.utime(directory)  # marks it as used; raises if it is not writable
    except OSError:
        directory = Path(tempfile.mkdtemp(prefix="menagerie-kernels-"))
        atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return directory


def marker(name: str) -> Path:
    """A file whose existence means that something was done with exactly these sources."""
    return folder() / f"{name.replace(' ', '-')}-{sources_fingerprint()}.done"


def machine_fingerprint() -> str:
    """A hash of everything that affects the machine code of all kernels."""
    settings = sorted(f"{name}={os.environ[name]}" for name in os.environ if name[:6] == "NUMBA_")
    versions = [numba.__version__, llvmlite.__version__, np.__version__, sys.version]
    machine = [llvmlite.binding.get_host_cpu_name(), *versions]
    digest = hashlib.sha256("\n".join(settings + machine).encode())
    for part in COMPILER_SOURCES:
        digest.update((PACKAGE / part).read_bytes())
    return digest.hexdigest()[:16]


@cache
def sources_fingerprint() -> str:
    """A hash of all Python sources of the package, wherever it is installed."""
    digest = hashlib.sha256()
    for source in sorted(PACKAGE.rglob("*.py")):
        digest.update(source.relative_to(PACKAGE).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


class SignatureCache(_Cache):  # type: ignore[misc] # Numba publishes no types
    """The machine code of one kernel on disk, as a Numba dispatcher asks for it."""

    def __init__(self, kernel: Any) -> None:
        self._kernel = kernel
        self._name = f"{kernel.__module__}.{kernel.__qualname__}".replace("<locals>.", "")

    @property
    def cache_path(self) -> str:
        return str(folder())

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        file = self.file(sig, target_context.codegen())
        try:
            payload = pickle.loads(file.read_bytes())  # noqa: S301 - written below
            os.utime(file)  # for eviction
        except (FileNotFoundError, EOFError, pickle.UnpicklingError):  # incomplete after a crash
            return None
        return CompileResult._rebuild(target_context, *payload)  # noqa: SLF001 - as Numba's caches do

    def save_overload(self, sig: Any, data: Any) -> None:
        if data.library.has_dynamic_globals:
            message = f"{self._name} uses a large global array and is not cached"
            warnings.warn(message, NumbaWarning, stacklevel=2)
            return
        code = dumps(data._reduce())  # noqa: SLF001
        try:
            _write_atomically(self.file(sig, data.codegen), code)
            _evict_once()
        except OSError as error:  # for example a full disk; the kernel itself is compiled
            _warn_once(f"compiled code is not cached in {folder()}: {error.strerror}")

    def file(self, sig: Any, codegen: Any) -> Path:
        """Where the machine code for a signature is."""
        arguments, result = normalize_signature(sig)
        code = fingerprint(self._kernel.py_func, tuple(arguments))
        build = (describe_options(self._kernel), result, codegen.magic_tuple())
        digest = hashlib.sha256(f"{code} {build}".encode())
        return folder() / f"{self._name}.{digest.hexdigest()[:24]}.nbc"

    def enable(self) -> None:
        """Nothing to do: the cache is always enabled."""

    def disable(self) -> None:
        """Nothing to do: the cache cannot be disabled."""

    def flush(self) -> None:
        """Nothing to do: unused files are evicted."""


@cache
def _warn_once(message: str) -> None:
    warnings.warn(message, NumbaWarning, stacklevel=2)


def _write_atomically(file: Path, data: bytes) -> None:
    """Write a file so that other processes never see a part of it."""
    temporary = file.with_name(f"{uuid.uuid4().hex}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)


@cache
def _evict_once() -> None:
    _evict(folder().parent)


def _evict(home: Path) -> None:
    """Eviction (least recently used): by time since the last use, and above MAX_CACHE_BYTES."""
    cutoff = time.time() - MAX_UNUSED_S
    for directory in home.glob("kernels-*"):
        with contextlib.suppress(FileNotFoundError):  # another process does the same
            if directory.stat().st_mtime < cutoff:
                shutil.rmtree(directory, ignore_errors=True)
    total_bytes = 0
    for used, size, file in sorted(_files(home), reverse=True):
        total_bytes += size
        if total_bytes > MAX_CACHE_BYTES or used < cutoff:
            file.unlink(missing_ok=True)


def _files(home: Path) -> Iterator[tuple[float, int, Path]]:
    """All files of the cache: when they were last used, and their sizes."""
    for file in home.glob("kernels-*/**/*"):
        with contextlib.suppress(FileNotFoundError):
            if file.is_file():
                status = file.stat()
                yield status.st_mtime, status.st_size, file
