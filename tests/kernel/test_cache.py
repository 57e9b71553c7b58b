"""The cache of compiled kernels: a change of anything that matters gives another folder."""

import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from numba.core import event

from menagerie.kernel import cache, progress


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "menagerie"
    shutil.copytree(cache.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(cache, "PACKAGE", package)
    return package


@pytest.mark.parametrize("part", ["kernel/dice.py", "games/cubosaurs/table.py", "generic.py"])
def test_a_changed_source_gives_another_folder(sources: Path, part: str) -> None:
    before = cache.fingerprint()
    assert cache.fingerprint() == before
    (sources / part).write_text((sources / part).read_text() + "\n# changed\n")
    assert cache.fingerprint() != before


def test_a_setting_of_the_compiler_gives_another_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    before = cache.fingerprint()
    monkeypatch.setenv("NUMBA_OPT", "0")
    assert cache.fingerprint() != before


def test_old_folders_are_thrown_away(tmp_path: Path) -> None:
    for number in range(cache.KEPT + 5):
        (tmp_path / f"kernels-{number}").mkdir()
    (tmp_path / "something else").mkdir()
    cache._prune(tmp_path)
    assert len(list(tmp_path.glob("kernels-*"))) == cache.KEPT
    assert (tmp_path / "something else").exists()


def test_a_place_that_cannot_be_written_to_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda _name: str(blocked))
    place = cache.folder.__wrapped__()
    assert place.is_dir()
    shutil.rmtree(place)


def test_two_that_compile_one_function_at_once_keep_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is about to write when the other is; neither may find the other's code, or none."""
    together = threading.Barrier(2)
    write = cache._Files._open_for_write

    @contextmanager
    def at_once(files: cache._Files, path: str) -> Iterator[Any]:
        together.wait(timeout=10)
        with write(files, path) as file:
            yield file

    monkeypatch.setattr(cache._Files, "_open_for_write", at_once)
    with ThreadPoolExecutor() as pool:
        games = ("cubosaurs", "catbox")
        list(pool.map(lambda game: files_in(tmp_path).save(game, f"the code of {game}"), games))
    assert [files_in(tmp_path).load(game) for game in games] == [f"the code of {g}" for g in games]
    assert files_in(tmp_path).load("incubation") is None
    assert files_in(tmp_path, stamp=2).load("catbox") is None  # its source has changed


def files_in(place: Path, stamp: int = 1) -> cache._Files:
    return cache._Files(str(place), "shuffle-12.py311", stamp)


def test_compiling_is_shown_and_loading_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    progress.run("nothing", [("a job", lambda: None)])
    assert capsys.readouterr().err == ""
    progress.run("a toy", [("a job", compile_something)])
    assert "Compiling a toy" in capsys.readouterr().err


def compile_something() -> None:
    """What Numba says when it really compiles."""
    with event.trigger_event("numba:compile", data={}):
        pass
