"""`pip install .` builds the page if necessary, and the package contains it."""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from menagerie.server.http import static_pages

ROOT = Path(__file__).parents[1]
NOT_COPIED = shutil.ignore_patterns("node_modules", "__pycache__", "*.pyc")
DAY_S = 86_400


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of all that the package is made of, the built page included."""
    assert (static_pages.FOLDER / "index.html").exists(), "the page is not built: run `make page`"
    for name in ("src", "web"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=NOT_COPIED)
    for name in ("hatch_build.py", "pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, tmp_path / name)
    os.utime(tmp_path / "src" / "menagerie" / "web" / "index.html")
    return tmp_path


def hook(tree: Path) -> ModuleType:
    """The build hook of this source tree."""
    spec = importlib.util.spec_from_file_location("hatch_build", tree / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_wheel_has_the_page_the_texts_the_editions_and_the_types(tree: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*command, "--quiet", "--disable-pip-version-check", "--wheel-dir", "dist", "."],
        cwd=tree,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (wheel,) = (tree / "dist").glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = set(packed.namelist())
    package = ROOT / "src" / "menagerie"
    wanted = [*package.rglob("*.toml"), *package.rglob("*.py"), *static_pages.FOLDER.rglob("*")]
    missing = {file.relative_to(ROOT / "src").as_posix() for file in wanted if file.is_file()}
    assert missing - names == set()
    assert "menagerie/web/index.html" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert "menagerie/py.typed" in names  # tells type checkers to use our annotations
    assert any(name.startswith("menagerie/web/assets/index-") for name in names)
    assert not any("node_modules" in name for name in names)


def test_the_page_is_built_anew_when_a_source_is_newer(tree: Path) -> None:
    module = hook(tree)
    assert module.is_built()
    for source in ("web/src/App.svelte", "web/public/icon.svg", "web/package.json"):
        built = module.BUILT.stat().st_mtime
        os.utime(tree / source, (built + DAY_S, built + DAY_S))
        assert not module.is_built()
        os.utime(module.BUILT, (built + DAY_S, built + DAY_S))
        assert module.is_built()


def test_without_a_page_it_has_to_be_built(tree: Path) -> None:
    module = hook(tree)
    module.BUILT.unlink()
    assert not module.is_built()


@pytest.mark.parametrize(("npm", "asks"), [("/usr/bin/npm", False), (None, True)])
def test_node_comes_from_pypi_where_the_machine_has_none(
    tree: Path, monkeypatch: pytest.MonkeyPatch, npm: str | None, asks: bool
) -> None:
    module = hook(tree)
    monkeypatch.setattr(module.shutil, "which", lambda _name: npm)
    needed = module.PageHook.dependencies
    assert needed(None) == []  # the page is built already
    module.BUILT.unlink()
    assert needed(None) == ([module.NODE_PACKAGE] if asks else [])
