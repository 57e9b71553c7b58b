"""Recorded games: for every way to set up a game, its moves and the hash of its whole trace.

Run as a program, it writes them anew.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from playing import headers, label

from menagerie import jsontext, traces
from menagerie.header import Header

FOLDER = Path(__file__).parent / "golden"


def file_of(header: Header) -> Path:
    return FOLDER / header.game.name / f"{label(header)}.json"


def record(header: Header) -> dict[str, Any]:
    """A game between random bots: every line counts for the hash, the moves are kept."""
    lines = list(traces.trace(header, "random"))
    text = "\n".join(jsontext.canonical(line) for line in lines)
    return {
        "header": lines[0],
        "moves": [line["move"] for line in lines[1:-1]],
        "scores": lines[-1]["scores"],
        "winners": lines[-1]["winners"],
        "sha256": hashlib.sha256(text.encode()).hexdigest(),
    }


def write_all() -> None:
    for header in headers():
        file = file_of(header)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(record(header), ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write_all()
