"""Golden games: for every setup of a game, its moves and a hash of its trace.

Run as a program, it records them again. `versions.json` has a hash of all recorded games for each
version of a game's rules. A hash never changes: games in play are stored as moves and continue as
long as the version is the same, so changed rules need a new version.
"""

import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from support.random_games import headers, label

from menagerie import jsontext, traces
from menagerie.header import Header

FOLDER = Path(__file__).parents[1] / "golden"
VERSIONS = FOLDER / "versions.json"

Record = dict[str, Any]
History = dict[str, dict[str, str]]  # game -> version of its rules -> hash of its recorded games


class SameVersionError(Exception):
    """The recorded games of a rules version have changed."""


def file_of(header: Header) -> Path:
    return FOLDER / header.game.name / f"{label(header)}.json"


def record(header: Header) -> Record:
    """A game between random bots; the hash covers every line after the header.

    The program version is left out: it changes without the rules.
    """
    first, *lines = traces.trace(header, "random")
    text = "\n".join(jsontext.canonical(line) for line in lines)
    return {
        "header": {name: value for name, value in first.items() if name != "engine"},
        "moves": [line["move"] for line in lines[:-1]],
        "scores": lines[-1]["scores"],
        "winners": lines[-1]["winners"],
        "sha256": _sha256(text),
    }


def digest(records: Mapping[str, Record]) -> str:
    """One hash of all recorded games of a game, by label."""
    return _sha256("\n".join(f"{name} {records[name]['sha256']}" for name in sorted(records)))


def read_history() -> History:
    history: History = json.loads(VERSIONS.read_text(encoding="utf-8"))
    return history


def check(history: History, name: str, version: int, found: str) -> None:
    """Raise if the recorded games of a game changed but its rules version did not."""
    recorded = history.get(name, {})
    if recorded.get(str(version), found) != found:
        raise SameVersionError(
            f"{name}: its recorded games changed, but not the version of its rules, which is "
            f"{version}. Games in play would go on with other rules: set version={version + 1} in "
            f"games/{name}/__init__.py"
        )
    if newer := [int(other) for other in recorded if int(other) > version]:
        raise SameVersionError(
            f"{name}: version {version} is older than {max(newer)}, which is recorded"
        )


def extend(history: History, name: str, version: int, found: str) -> History:
    """The history with this rules version added."""
    check(history, name, version, found)
    return history | {name: history.get(name, {}) | {str(version): found}}


def write_all() -> None:
    """Record all games; write nothing if one changed without a new version."""
    history = read_history() if VERSIONS.exists() else {}
    written: dict[Path, Record] = {}
    for game in {header.game.name: header.game for header in headers()}.values():
        mine = [header for header in headers() if header.game is game]
        records = {label(header): record(header) for header in mine}
        history = extend(history, game.name, game.version, digest(records))
        written |= {file_of(header): records[label(header)] for header in mine}
    for file, made in written.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(made, ensure_ascii=False) + "\n", encoding="utf-8")
    VERSIONS.write_text(json.dumps(history, indent=2) + "\n", encoding="utf-8")


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


if __name__ == "__main__":
    try:
        write_all()
    except SameVersionError as error:
        sys.exit(str(error))
