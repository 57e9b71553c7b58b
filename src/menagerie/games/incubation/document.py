"""The table ⇄ JSON. What a seat does not know is null."""

from menagerie.contract import Seat
from menagerie.games.incubation import names
from menagerie.games.incubation.edition import (
    COLOUR_NAMES,
    FACE_NAMES,
    FOOD_NAMES,
    RESOURCE_NAMES,
)
from menagerie.games.incubation.entry_points import last_round_has_begun
from menagerie.games.incubation.table import (
    EGGS,
    HIDDEN,
    NONE,
    OBJECTIVES,
    PILES,
    SLOTS,
    At,
    Phase,
    Table,
)
from menagerie.jsontext import Json
from menagerie.kernel import as_view

RESOURCE_INDEX = {name: number for number, name in enumerate(RESOURCE_NAMES)}


def from_json(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition and players."""
    from menagerie.games.incubation.document_reader import lay_position

    lay_position(table, data)


def to_json(table: Table) -> Json:
    table = as_view(table)
    players = range(table.players)
    rolled = int(table.rolls) > 0
    owed = table.owed[: table.owed_count].tolist()
    return {
        "phase": names.PHASE_NAMES[table.phase],
        "to_move": None if table.phase == Phase.OVER else int(table.to_move),
        "first": int(table.first),
        "turn": int(table.turn),
        "last_round": last_round_has_begun(table),
        "wheel": int(table.wheel),
        "treasures": [_lot(lot, ("gold", "water", "fire")) for lot in table.treasure.tolist()],
        "piles": [_pile(table, pile) for pile in range(PILES)],
        "objectives": goals_at(table, At.IN_PLAY),
        "unused_objectives": goals_at(table, At.OUT),
        "dice": [FACE_NAMES[face] for face in table.dice.tolist()] if rolled else [],
        "used": [bool(used) for used in table.used.tolist()] if rolled else [],
        "rolls": int(table.rolls),
        "overflow": _lot(table.overflow.tolist(), ("water", "fire")),
        "placing": _lot(table.placing.tolist(), ("water", "fire")),
        "slots": [[_slot(table, seat, slot) for slot in range(SLOTS)] for seat in players],
        "dragons": [dragons_of(table, seat) for seat in players],
        "gold": table.gold[: table.players].tolist(),
        "taken": [goals_at(table, seat) for seat in players],
        "supply": _lot(table.supply.tolist(), RESOURCE_NAMES),
        "owed_colours": [COLOUR_NAMES[colour] for colour in owed],
    }


def _lot(counts: list[int], order: tuple[str, ...]) -> dict[str, int]:
    return {name: counts[RESOURCE_INDEX[name]] for name in order}


def _pile(table: Table, pile: int) -> list[int | None]:
    """The top first."""
    eggs = table.piles[pile][: table.pile_size[pile]].tolist()
    return [None if egg == HIDDEN else egg for egg in reversed(eggs)]


def _slot(table: Table, seat: Seat, slot: int) -> dict[str, int] | None:
    egg = int(table.slot[seat, slot])
    if egg == NONE:
        return None
    fed = table.fed[seat, slot].tolist()
    return {"egg": egg, **dict(zip(FOOD_NAMES, fed, strict=True))}


def dragons_of(table: Table, seat: Seat) -> list[int]:
    """In the order in which they hatched."""
    owner, rank = table.owner.tolist(), table.rank.tolist()
    return sorted((egg for egg in range(EGGS) if owner[egg] == seat), key=lambda egg: rank[egg])


def goals_at(table: Table, place: int) -> list[int]:
    """Objectives in a place: before a seat in the order taken, elsewhere they ascend."""
    at, rank = table.goal_at.tolist(), table.goal_rank.tolist()
    return sorted((g for g in range(OBJECTIVES) if at[g] == place), key=lambda g: (rank[g], g))
