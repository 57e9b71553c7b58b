"""Writes docs/reliability.md from what was run."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from torture.attack import Attack
from torture.noninterference_cases import KIND
from torture.record import Piece, attacks_in, spread, total

START, END = "<!-- measured -->", "<!-- end of measured -->"
CHECKED = (
    "moves sent",
    "lines in the log",
    "updates compared",
    "acknowledgements compared",
    "players' lines compared",
    "games begun",
    "games ended",
    "sockets opened",
    "refused: unavailable",
    "refused: late",
    "status 503",
)
FAULTY = ("moves lost", "moves doubled", "moves changed", "status 500")


def write(file: Path, pieces: list[Piece], attacks: Sequence[Attack]) -> None:
    """Replace what was measured; the text around it is written by people."""
    text = file.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    measured = tables(pieces, attacks)
    file.write_text(f"{before}{START}\n{measured}{END}{after}", encoding="utf-8")


def tables(pieces: list[Piece], attacks: Sequence[Attack]) -> str:
    """All of it as Markdown."""
    parts = [_verdict(pieces), _faults(pieces, attacks), _checked(pieces, attacks)]
    parts += [_counted(pieces, attack) for attack in attacks if not _injects(attack)]
    return "\n\n".join(filter(None, (*parts, _versions(pieces)))) + "\n"


def _injects(attack: Attack) -> bool:
    return hasattr(attack, "inject")


def _verdict(pieces: list[Piece]) -> str:
    counts = total(pieces)
    problems = sum(len(piece.problems) for piece in pieces)
    rows = [(what, f"{counts[what]:,}") for what in FAULTY]
    rows.append(("crashes, other faults and tables that stood still", f"{problems:,}"))
    return _table(("what must not be", "found"), rows)


def _faults(pieces: list[Piece], attacks: Sequence[Attack]) -> str:
    rows = []
    known = {attack.name: attack for attack in attacks if _injects(attack)}
    for name, database in attacks_in([piece for piece in pieces if piece.attack in known]):
        mine = [one for one in pieces if (one.attack, one.database) == (name, database)]
        times = [seconds for piece in mine for seconds in piece.recoveries]
        unit = known[name].unit
        rows.append(
            (
                unit,
                database,
                f"{total(mine)[unit]:,}",
                f"{spread(times, 0.5):.1f} s" if times else "",
                f"{max(times):.1f} s" if times else "",
                f"{sum(piece.seconds for piece in mine) / 60:.1f} min",
            )
        )
    head = ("fault", "database", "injected", "all tables go on: median", "slowest", "took")
    return _table(head, rows)


def _checked(pieces: list[Piece], attacks: Sequence[Attack]) -> str:
    """What was compared while faults were injected, by database."""
    injected = {attack.name for attack in attacks if _injects(attack)}
    databases = dict.fromkeys(piece.database for piece in pieces if piece.attack in injected)
    counts = {
        database: total([p for p in pieces if p.database == database and p.attack in injected])
        for database in databases
    }
    rows = [(what, *(f"{counts[one][what]:,}" for one in databases)) for what in CHECKED]
    return _table(("while faults were injected", *databases), rows)


def _counted(pieces: list[Piece], attack: Attack) -> str:
    mine = [piece for piece in pieces if piece.attack == attack.name]
    if not mine:
        return ""
    minutes = sum(piece.seconds for piece in mine) / 60
    counts = total(mine)
    kinds = [counts.pop(what) for what in list(counts) if what.startswith(KIND)]
    if kinds:
        counts["kinds of games over sockets"] = len(kinds)
    found = sorted(counts.items(), key=lambda item: (item[0] != attack.unit, item[0]))
    rows = [(what, f"{count:,}") for what, count in found]
    return _table((f"{attack.name}, {minutes:.1f} min", "count"), rows)


def _versions(pieces: list[Piece]) -> str:
    """Everything that was run, with the versions it was run with."""
    by_versions: dict[tuple[tuple[str, str], ...], list[Piece]] = {}
    for piece in pieces:
        by_versions.setdefault(tuple(piece.versions.items()), []).append(piece)
    rows = [
        (
            ", ".join(f"{name} {version}" for name, version in versions),
            ", ".join(dict.fromkeys(piece.attack for piece in some)),
            ", ".join(sorted({piece.date for piece in some})),
        )
        for versions, some in by_versions.items()
    ]
    return _table(("versions", "what was run with them", "on"), rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
