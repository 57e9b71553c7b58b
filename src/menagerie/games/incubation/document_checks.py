"""Checks across fields that a position is possible; the schema only checks single fields.

Compiled code does not validate tables.
"""

from collections import Counter

from menagerie.errors import BadInput
from menagerie.games.incubation.edition import COLOUR_NAMES, FACE_NAMES, FOOD_NAMES, RESOURCE_NAMES
from menagerie.games.incubation.incubators import is_ready, still_needs, total_need
from menagerie.games.incubation.market import treasures_to_take
from menagerie.games.incubation.names import PHASE_NAMES
from menagerie.games.incubation.objectives import goals_met
from menagerie.games.incubation.schemas import Food, Position, Slot
from menagerie.games.incubation.table import (
    DICE,
    EGGS,
    FOOD,
    NONE,
    OBJECTIVES,
    ROUNDS,
    SLOTS,
    Face,
    Phase,
    Table,
)
from menagerie.games.incubation.turn import is_last_round, placed_next
from menagerie.validation import check_to_move, times


def check_components(table: Table, position: Position) -> None:
    """Check that every component appears exactly once.

    Called before the position is written to the table.
    """
    check_to_move(position.phase, position.to_move)
    _check_rolled_dice(table, position)
    _check_eggs(position)
    _check_resources(table, position)
    _check_objectives(table, position)


def _check_rolled_dice(table: Table, position: Position) -> None:
    """The dice show something, except before and after the game's turns."""
    rolled = position.phase not in ("draft", "over")
    if rolled != (position.rolls > 0):
        allowed = "1 or 2" if rolled else "0"
        raise BadInput(f"rolls must be {allowed} in phase {position.phase}, not {position.rolls}")
    count = DICE if rolled else 0
    for field, found in (("dice", len(position.dice)), ("used", len(position.used))):
        if found != count:
            raise BadInput(f"{field} must have {count} entries here, not {found}")
    for face in position.dice:
        if FACE_NAMES.index(face) not in table.faces:
            raise BadInput(f"dice: the edition's die has no face {face}")


def _check_eggs(position: Position) -> None:
    """Every egg, each exactly once."""
    rows = (*position.piles, *position.dragons)
    seen = Counter(egg for row in rows for egg in row)
    seen.update(held.egg for row in position.slots for held in row if held is not None)
    for egg in range(EGGS):
        if seen[egg] != 1:
            raise BadInput(f"the egg {egg} appears {times(seen[egg])}; the edition has 1 (INC-C1)")


def _check_resources(table: Table, position: Position) -> None:
    """Nothing is lost, and nothing is there twice (INC-C1)."""
    slots = [held for row in position.slots for held in row if held is not None]
    places: list[Food | Slot] = [position.supply, *position.treasures]
    places += [position.overflow, position.placing, *slots]
    for resource, name in enumerate(RESOURCE_NAMES):
        found = sum(getattr(place, name, 0) for place in places)
        found += sum(position.gold) if name == "gold" else 0
        if found != table.total[resource]:
            raise BadInput(f"there are {found} {name}; the game has {table.total[resource]}")


def _check_objectives(table: Table, position: Position) -> None:
    """Every objective, each exactly once, with the number of players' share in play (INC-S4)."""
    in_play, out = position.objectives, position.unused_objectives
    for field, goals in (("objectives", in_play), ("unused_objectives", out)):
        if goals != sorted(goals):
            raise BadInput(f"{field} must ascend")
    seen = Counter(goal for row in (in_play, out, *position.taken) for goal in row)
    for goal in range(OBJECTIVES):
        if seen[goal] != 1:
            found = f"the objective {goal} appears {times(seen[goal])}"
            raise BadInput(f"{found}; the edition has 1 (INC-C1)")
    wanted = OBJECTIVES - int(table.goals_for[table.players])
    if len(out) != wanted:
        raise BadInput(f"unused_objectives must have {wanted} entries, not {len(out)} (INC-S4)")


def check_phase(table: Table, position: Position) -> None:
    """Check that the phase is possible with what now lies on the table."""
    if position.last_round != is_last_round(table):
        truth = "false" if position.last_round else "true"
        raise BadInput(f"last_round must be {truth} with these piles and objectives (INC-E1)")
    phase = Phase(table.phase)
    _check_turn(table, phase)
    _check_dice(table, phase)
    _check_owed(table, phase)
    if phase == Phase.DRAFT:
        _check_draft(table)
    if phase == Phase.PLACE:
        _check_placing(table)
    elif table.placing.any():
        raise BadInput(f"placing must be empty in phase {PHASE_NAMES[phase]}")
    _check_overflow(table, phase)
    _check_choice(table, phase)


def _check_turn(table: Table, phase: Phase) -> None:
    players, turn = int(table.players), int(table.turn)
    round_is_whole = turn % players == 0
    finished = turn == ROUNDS * players or (turn > 0 and round_is_whole and is_last_round(table))
    if phase == Phase.DRAFT:
        if turn:
            raise BadInput("turn must be 0 in phase draft (INC-S6)")
    elif phase == Phase.OVER:
        if not finished:
            raise BadInput("phase over requires that the last round is complete (INC-E1)")
    elif table.to_move != (int(table.first) + turn) % players:
        raise BadInput("to_move must be the seat whose turn it is, `turn` seats after `first`")
    elif turn == ROUNDS * players or (finished and phase == Phase.REROLL):
        raise BadInput("the last round is complete: the phase must be over (INC-E1, INC-E5)")


def _check_dice(table: Table, phase: Phase) -> None:
    """Chests are used as soon as the dice are final; after the dice phase both dice are used."""
    used = [bool(used) for used in table.used]
    if phase == Phase.REROLL:
        if any(used) or table.rolls != 1:
            raise BadInput("in phase reroll, rolls must be 1 and no die may be used (INC-T1)")
    elif phase not in (Phase.DRAFT, Phase.OVER):
        if not all(used[die] for die in range(DICE) if table.dice[die] == Face.CHEST):
            raise BadInput("used must be true for a chest once the dice are final (INC-T2)")
        _check_used(phase, used)


def _check_used(phase: Phase, used: list[bool]) -> None:
    if phase == Phase.DICE:
        if all(used):
            raise BadInput("in phase dice, a die must be left to use (INC-T6)")
    elif phase == Phase.PLACE:
        if not any(used):
            raise BadInput("in phase place, a die must have been used (INC-T8)")
    elif not all(used):
        raise BadInput(f"in phase {PHASE_NAMES[phase]}, both dice must be used (INC-H1)")


def _check_owed(table: Table, phase: Phase) -> None:
    """The colours owed are the last ones of the newest dragon (INC-H5)."""
    owed = table.owed[: table.owed_count].tolist()
    if phase != Phase.TREASURE:
        if owed:
            raise BadInput(f"owed_colours must be empty in phase {PHASE_NAMES[phase]}")
        return
    if owed:
        newest = [egg for egg in range(EGGS) if _is_newest(table, egg)]
        colours = [c for egg in newest for c in table.egg_colours[egg].tolist() if c != NONE]
        if colours[-len(owed) :] != owed:
            raise BadInput("owed_colours must be those of the player's newest dragon (INC-H5)")
        if NONE not in table.slot[table.to_move]:
            raise BadInput("an incubator must be empty where the newest dragon hatched (INC-H1)")
    elif any(table.dice[die] != Face.CHEST for die in range(DICE)):
        raise BadInput("phase treasure requires a colour owed or two chests on the dice (INC-T4)")
    choices = int(treasures_to_take(table))
    if not choices & (choices - 1):
        kind = COLOUR_NAMES[owed[0]] if owed else "any colour"
        raise BadInput(f"phase treasure requires two treasures of {kind} or more with contents")


def _is_newest(table: Table, egg: int) -> bool:
    seat = table.to_move
    return bool(table.owner[egg] == seat and table.rank[egg] == table.dragons[seat] - 1)


def _check_draft(table: Table) -> None:
    """Seats that have drafted have one egg, the others none (INC-S6)."""
    players = int(table.players)
    done = (int(table.first) - 1 - int(table.to_move)) % players
    drafted = {(int(table.first) - 1 - i) % players for i in range(done)}
    for seat in range(players):
        eggs = int(table.slot[seat, 0] != NONE)
        if table.slot[seat, 1] != NONE or eggs != (seat in drafted) or table.dragons[seat]:
            raise BadInput(f"slots: in phase draft, seat {seat} has an egg too many or too few")


def _check_placing(table: Table) -> None:
    """Fire before water, and the player has a choice (INC-T9)."""
    seat = int(table.to_move)
    food = int(placed_next(table))
    if food < 0:
        raise BadInput("in phase place, placing must not be empty (INC-T9)")
    if any(still_needs(table, seat, slot, food) <= 0 for slot in range(SLOTS)):
        need = f"both eggs of seat {seat} need {FOOD_NAMES[food]}"
        raise BadInput(f"phase place requires that {need} (INC-T9)")
    for kind in range(FOOD):
        if table.placing[kind] > total_need(table, seat, kind):
            raise BadInput(f"placing has more {FOOD_NAMES[kind]} than the eggs need (INC-T10)")


def _check_overflow(table: Table, phase: Phase) -> None:
    """The overflow comes from the dice of this turn, and no egg needs it (INC-T10)."""
    left = table.overflow.any()
    if left and phase not in (Phase.DICE, Phase.PLACE, Phase.OVERFLOW):
        raise BadInput(f"overflow must be empty in phase {PHASE_NAMES[phase]}")
    if phase == Phase.OVERFLOW and not left:
        raise BadInput("in phase overflow, overflow must not be empty (INC-T10)")
    for food, name in enumerate(FOOD_NAMES):
        if not table.overflow[food]:
            continue
        if not any(table.used[die] and table.dice[die] == food for die in range(DICE)):
            raise BadInput(f"overflow has {name}, but no die with {name} was used (INC-T10)")
        if table.placing[food] < total_need(table, int(table.to_move), food):
            raise BadInput(f"overflow has {name} that an egg still needs (INC-T9)")


def _check_choice(table: Table, phase: Phase) -> None:
    """A player is asked only about two eggs or two objectives: one is taken without a choice."""
    seat = int(table.to_move)
    if phase == Phase.HATCH and not all(is_ready(table, seat, slot) for slot in range(SLOTS)):
        raise BadInput("phase hatch requires that two eggs are ready (INC-H1)")
    if phase == Phase.OBJECTIVE:
        met = int(goals_met(table, seat))
        if not met & (met - 1):
            raise BadInput("phase objective requires that two or more of them are met (INC-O2)")
        if any(is_ready(table, seat, slot) for slot in range(SLOTS)):
            raise BadInput("phase objective requires that no egg is ready to hatch (INC-H1)")
