"""Write the tables of docs/reliability.md from the recorded runs."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from torture.attack import Attack
from torture.noninterference_cases import SOCKET_KIND_PREFIX
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
# How the page names what the attacks count, where that differs.
TITLES = {
    "moves doubled": "moves duplicated",
    "lines in the log": "log entries",
    "players' lines compared": "players' log entries compared",
    "games begun": "games started",
    "games ended": "games finished",
    "kills of the second process": "kills of the render worker",
    "silent cuts of the database's network": "silent network failures to the database",
    "pairs that really differ": "pairs that differ in secrets",
    "pairs over sockets that really differ": "pairs over sockets that differ in secrets",
    "updates as they really were": "updates with the same move in both worlds",
    "updates over sockets as they really were": "updates over sockets, same move in both worlds",
    "updates disguised": "updates between resampled worlds",
    "moves in the background games": "moves of the two people playing",
    "games from such positions": "games from fuzzed positions",
    "games with such editions": "games with fuzzed editions",
}


def write(file: Path, pieces: list[Piece], attacks: Sequence[Attack]) -> None:
    """Replace the tables; the text around them is written by hand."""
    text = file.read_text(encoding="utf-8")
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    measured = tables(pieces, attacks)
    file.write_text(f"{before}{START}\n{measured}{END}{after}", encoding="utf-8")


def tables(pieces: list[Piece], attacks: Sequence[Attack]) -> str:
    """All tables as Markdown."""
    parts = [_verdict(pieces), _faults(pieces, attacks), _checked(pieces, attacks)]
    parts += [_counted(pieces, attack) for attack in attacks if not _injects(attack)]
    return "\n\n".join(filter(None, (*parts, _versions(pieces)))) + "\n"


def _injects(attack: Attack) -> bool:
    return hasattr(attack, "inject")


def _verdict(pieces: list[Piece]) -> str:
    counts = total(pieces)
    problems = sum(len(piece.problems) for piece in pieces)
    rows = [(_title(what), f"{counts[what]:,}") for what in FAULTY]
    rows.append(("crashes, other faults and stalled tables", f"{problems:,}"))
    return _table(("must never happen", "found"), rows)


def _faults(pieces: list[Piece], attacks: Sequence[Attack]) -> str:
    rows = []
    known = {attack.name: attack for attack in attacks if _injects(attack)}
    for name, database in attacks_in([piece for piece in pieces if piece.attack in known]):
        mine = [one for one in pieces if (one.attack, one.database) == (name, database)]
        times = [seconds for piece in mine for seconds in piece.recoveries]
        unit = known[name].unit
        rows.append(
            (
                _title(unit),
                f"`{name}`",
                database,
                f"{total(mine)[unit]:,}",
                f"{spread(times, 0.5):.1f} s" if times else "",
                f"{max(times):.1f} s" if times else "",
                f"{sum(piece.seconds for piece in mine) / 60:.1f} min",
            )
        )
    head = ("fault", "attack", "database", "injected", "recovery: median", "slowest", "duration")
    return _table(head, rows)


def _checked(pieces: list[Piece], attacks: Sequence[Attack]) -> str:
    """What was compared while faults were injected, by database."""
    injected = {attack.name for attack in attacks if _injects(attack)}
    databases = dict.fromkeys(piece.database for piece in pieces if piece.attack in injected)
    counts = {
        database: total([p for p in pieces if p.database == database and p.attack in injected])
        for database in databases
    }
    rows = [(_title(what), *(f"{counts[one][what]:,}" for one in databases)) for what in CHECKED]
    return _table(("while faults were injected", *databases), rows)


def _counted(pieces: list[Piece], attack: Attack) -> str:
    mine = [piece for piece in pieces if piece.attack == attack.name]
    if not mine:
        return ""
    minutes = sum(piece.seconds for piece in mine) / 60
    counts = total(mine)
    kinds = [counts.pop(what) for what in list(counts) if what.startswith(SOCKET_KIND_PREFIX)]
    if kinds:
        counts["kinds of games over sockets"] = len(kinds)
    found = sorted(counts.items(), key=lambda item: (item[0] != attack.unit, item[0]))
    rows = [(_title(what), f"{count:,}") for what, count in found]
    return _table((f"{attack.name}, {minutes:.1f} min", "count"), rows)


def _versions(pieces: list[Piece]) -> str:
    """Which attacks were run with which versions, and when."""
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
    return _table(("versions", "attacks", "date"), rows)


def _title(what: str) -> str:
    return TITLES.get(what, what)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
