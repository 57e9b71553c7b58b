"""Compare what players were told with the final database."""

from collections import Counter

from support.server.database_reader import StoredTable, read_tables
from torture.guests import Guest
from torture.workload import Workload, WorkloadTable

from menagerie.errors import BadInput
from menagerie.log_entry import LogEntry
from menagerie.store import Missing


async def verify(url: str, workload: Workload) -> Counter[str]:
    """Every acknowledged entry is stored unchanged, and every player's entry was requested."""
    counts = workload.counts + Counter(
        {"tables": len(workload.tables), "moves lost": 0, "moves doubled": 0, "moves changed": 0}
    )
    for table in workload.tables:
        try:
            [kept] = (await read_tables(url, [table.id])).values()
        except (Missing, BadInput) as error:  # missing, or not started
            if not any(guest.may_roll_back for guest in table.guests):
                counts["moves lost"] += 1
                workload.problems.append(f"table {table.id} is not in the database: {error}")
            continue
        except AssertionError as error:
            workload.problems.append(f"the log of {table.id} is not sound: {error}")
            continue
        _verify_table(table, kept, workload, counts)
    for what in ("lost", "doubled", "changed"):
        if found := counts[f"moves {what}"]:
            workload.problems.append(f"{found} moves {what}")
        counts.setdefault(f"moves {what}", 0)
    return counts


def _verify_table(
    table: WorkloadTable, kept: StoredTable, workload: Workload, counts: Counter[str]
) -> None:
    counts["lines in the log"] += len(kept.entries)
    for guest in table.guests:
        _verify_told(guest, kept, counts)
        _verify_asked(guest, kept, counts)
    replayed = kept.match.position.is_over()
    if kept.row.state == "over" and not replayed:
        workload.problems.append(f"table {table.id} is over, but its game is not")


def _verify_told(guest: Guest, kept: StoredTable, counts: Counter[str]) -> None:
    """Every update and acknowledgement matches its log entry."""
    for number, (kind, seat, move) in guest.noted.items():
        counts["updates compared"] += 1
        if number >= len(kept.entries):
            counts["moves lost"] += 1
            continue
        entry = kept.entries[number]
        same_move = kind != "move" or entry.move == move
        counts["moves changed"] += (entry.kind, entry.seat) != (kind, seat) or not same_move
    for number in guest.accepted:
        counts["acknowledgements compared"] += 1
        if number >= len(kept.entries):
            counts["moves lost"] += 1
            continue
        entry = kept.entries[number]
        counts["moves changed"] += entry.seat != guest.seat or not _was_asked(guest, entry)


def _verify_asked(guest: Guest, kept: StoredTable, counts: Counter[str]) -> None:
    """Every entry of a player was requested by that player, with that number."""
    for entry in kept.entries:
        if entry.seat != guest.seat or entry.by != "player":
            continue
        counts["players' lines compared"] += 1
        counts["moves doubled"] += not _was_asked(guest, entry)


def _was_asked(guest: Guest, entry: LogEntry) -> bool:
    asked = [(one["type"], one.get("move")) for one in guest.intentions.get(entry.number, [])]
    return (entry.kind, entry.move) in asked
