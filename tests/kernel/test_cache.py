"""The kernel cache: one file of machine code per signature, loaded only if it is still valid."""

import errno
import os
import shutil
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from numba import types
from numba.core import event
from numba.core.compiler import CompileResult
from numba.core.errors import NumbaWarning
from support.runs import compiled_only

from menagerie.kernel import cache, progress


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "menagerie"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__", "web"))
    monkeypatch.setattr(cache, "PACKAGE", package)
    return package


@pytest.mark.parametrize("part", ["kernel/dice.py", "games/cubosaurs/table.py", "generic.py"])
def test_changed_sources_invalidate_the_marker(sources: Path, part: str) -> None:
    before = cache.sources_fingerprint.__wrapped__()
    assert cache.sources_fingerprint.__wrapped__() == before
    (sources / part).write_text((sources / part).read_text() + "\n# changed\n")
    assert cache.sources_fingerprint.__wrapped__() != before


@pytest.mark.parametrize("part", cache.COMPILER_SOURCES)
def test_a_changed_compiler_source_gives_another_folder(sources: Path, part: str) -> None:
    before = cache.machine_fingerprint()
    assert cache.machine_fingerprint() == before
    (sources / part).write_text((sources / part).read_text() + "\n# changed\n")
    assert cache.machine_fingerprint() != before


def test_a_setting_of_the_compiler_gives_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.machine_fingerprint()
    monkeypatch.setenv("NUMBA_OPT", "0")
    assert cache.machine_fingerprint() != before


@pytest.mark.parametrize("library", ["numba", "llvmlite", "np"])
def test_another_version_of_a_library_gives_another_folder(
    library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = cache.machine_fingerprint()
    monkeypatch.setattr(getattr(cache, library), "__version__", "0")
    assert cache.machine_fingerprint() != before


def test_the_least_recently_used_files_are_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "MAX_CACHE_BYTES", 30)
    places = [f"kernels-{number % 2}" for number in range(4)]
    files = [tmp_path / place / f"{number}.nbc" for number, place in enumerate(places)]
    files.append(tmp_path / "kernels-1" / "folder" / "of-an-earlier-version.nbc")
    other = tmp_path / "something else" / "old.nbc"
    for age, file in enumerate([*files, other]):
        make_file(file, age)
    cache._evict(tmp_path)
    assert [file.exists() for file in files] == [True, True, True, False, False]
    assert other.exists()


def test_files_unused_for_long_are_deleted(tmp_path: Path) -> None:
    files = [tmp_path / f"kernels-{name}" / f"{name}.done" for name in ("new", "old", "mixed")]
    for file, age in zip(files, (0, cache.MAX_UNUSED_S + 60, cache.MAX_UNUSED_S + 60), strict=True):
        make_file(file, age)
    os.utime(files[1].parent, (0, 0))
    cache._evict(tmp_path)
    assert [file.exists() for file in files] == [True, False, False]
    assert sorted(place.name for place in tmp_path.iterdir()) == ["kernels-mixed", "kernels-new"]


def make_file(file: Path, age: float) -> None:
    """A file of ten bytes that was last used some seconds ago."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(bytes(10))
    used = time.time() - age
    os.utime(file, (used, used))


def test_a_place_that_cannot_be_written_to_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _name: str(blocked))
    place = cache.folder.__wrapped__()
    assert place.is_dir()
    shutil.rmtree(place)


class Code:
    """The part of a compile result that the cache reads."""

    library = SimpleNamespace(has_dynamic_globals=False)
    codegen = SimpleNamespace(magic_tuple=lambda: ("a processor",))

    def __init__(self, text: str) -> None:
        self.text = text

    def _reduce(self) -> tuple[str]:
        return (self.text,)


CONTEXT = SimpleNamespace(refresh=lambda: None, codegen=lambda: Code.codegen)


def shuffle(cards: Any, count: int) -> int:
    return len(cards) + count


def signature_cache(**options: Any) -> cache.SignatureCache:
    names = {"__module__": __name__, "__qualname__": "shuffle"}
    return cache.SignatureCache(SimpleNamespace(py_func=shuffle, targetoptions=options, **names))


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(CompileResult, "_rebuild", lambda _context, text: text)
    return tmp_path


@pytest.mark.parametrize("signatures", [(types.int8, types.int16), (types.int8, types.int8)])
def test_concurrent_compilations_of_one_function_are_both_cached(
    empty_cache: Path, monkeypatch: pytest.MonkeyPatch, signatures: tuple[Any, Any]
) -> None:
    """Each is about to write when the other is; neither may find the other's code, or none."""
    together = threading.Barrier(2)
    write = Path.replace

    def at_once(file: Path, target: Path) -> Path:
        together.wait(timeout=10)
        return write(file, target)

    monkeypatch.setattr(Path, "replace", at_once)
    signs = [(types.Array(kind, 1, "C"), types.int64) for kind in signatures]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda sig: signature_cache().save_overload(sig, Code(f"of {sig}")), signs))
    found = [signature_cache().load_overload(sig, CONTEXT) for sig in signs]
    assert found == [f"of {sig}" for sig in signs]
    assert sorted(file.suffix for file in empty_cache.iterdir()) == [".nbc"] * len(set(signs))
    assert signature_cache().load_overload((types.int8, types.int8), CONTEXT) is None
    assert signature_cache(_nrt=True).load_overload(signs[0], CONTEXT) is None  # compiled otherwise


@pytest.mark.usefixtures("empty_cache")
def test_a_truncated_file_is_not_loaded() -> None:
    """After a power failure a renamed file can be empty, truncated or filled with zeros."""
    sig = (types.int8, types.int64)
    signature_cache().save_overload(sig, Code("complete"))
    file = signature_cache().file(sig, Code.codegen)
    whole = file.read_bytes()
    for rest in (b"", whole[:1], whole[: len(whole) // 2], whole[:-1], bytes(len(whole))):
        file.write_bytes(rest)
        assert signature_cache().load_overload(sig, CONTEXT) is None


@pytest.mark.usefixtures("empty_cache")
def test_on_a_full_disk_kernels_are_not_cached_and_one_warning_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(_file: Path, _data: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", fail)
    sig = (types.int8, types.int64)
    with pytest.warns(NumbaWarning, match="is not cached in .*: No space left"):
        signature_cache().save_overload(sig, Code("one"))
    with warnings.catch_warnings(action="error"):
        signature_cache().save_overload(sig, Code("another"))
    assert signature_cache().load_overload(sig, CONTEXT) is None


LIMITS = "LIMIT = {limit}\n"
RULES = """
from menagerie.kernel import kernel
from limits import LIMIT

@kernel
def above(number):
    return number + LIMIT

@kernel
def twice(numbers):
    return above(numbers[0]) + above(numbers[0])
"""
PLAY = """
import numpy as np, rules
values = [int(rules.twice(np.ones(1, kind))) for kind in (np.int64, np.float64)]
stats = rules.twice.stats
codegen = rules.twice.targetctx.codegen()
files = {rules.twice._cache.file(sig, codegen) for sig in rules.twice.overloads}
assert len(files) == 2 and all(file.exists() for file in files), files
print(values, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


@compiled_only
def test_a_fresh_process_loads_each_signature_and_compiles_what_changed(tmp_path: Path) -> None:
    here, elsewhere = tmp_path / "here", tmp_path / "elsewhere"
    first = run(tmp_path, here, limit=3)
    assert first == "[8, 8] 0 2"
    assert run(tmp_path, here, limit=3) == "[8, 8] 2 0"
    assert run(tmp_path, elsewhere, limit=3) == "[8, 8] 2 0"  # another path, the same sources
    assert run(tmp_path, here, limit=4) == "[10, 10] 0 2"  # a constant of another file has changed
    names = [file.name for file in tmp_path.glob("cache/menagerie/kernels-*/rules.twice.*.nbc")]
    assert len(names) == 4


def run(tmp_path: Path, place: Path, limit: int) -> str:
    place.mkdir(exist_ok=True)
    (place / "limits.py").write_text(LIMITS.format(limit=limit))
    (place / "rules.py").write_text(RULES)
    environment = os.environ | {
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join([str(place), str(cache.PACKAGE.parent)]),
        "PYTHONDONTWRITEBYTECODE": "1",  # two versions within a second have the same time
    }
    command = [sys.executable, "-c", PLAY]
    answer = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


def test_compiling_is_shown_and_loading_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    progress.run("nothing", [("a job", lambda: None)])
    assert capsys.readouterr().err == ""
    progress.run("a toy", [("a job", compile_something)])
    assert "Compiling a toy" in capsys.readouterr().err


def compile_something() -> None:
    """Trigger the event that Numba triggers when it compiles."""
    with event.trigger_event("numba:compile", data={}):
        pass
