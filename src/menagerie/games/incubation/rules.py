"""The rules of Incubation: setting up, which moves are legal, and what they do."""

from menagerie.contract import MoveNumber
from menagerie.games.incubation.incubators import (
    empty_slot,
    hatch,
    is_ready,
    place,
    still_needs,
    total_need,
)
from menagerie.games.incubation.market import (
    gain,
    take_from_pile,
    take_treasure,
    treasures_to_take,
)
from menagerie.games.incubation.move_numbers import (
    BOTH,
    DRAFT,
    EGG,
    HATCH,
    OBJECTIVE,
    OVERFLOW,
    PLACE,
    REROLL,
    STAY,
    TREASURE,
    USE,
)
from menagerie.games.incubation.objectives import goals_met, take_goal
from menagerie.games.incubation.setup import seat_before, setup
from menagerie.games.incubation.table import (
    DICE,
    FOOD,
    NONE,
    PILES,
    SECTIONS,
    SLOTS,
    Phase,
    Resource,
    Table,
)
from menagerie.games.incubation.turn import (
    advance,
    count_chests,
    end_turn,
    placed_next,
    roll_dice,
    start_turn,
)
from menagerie.kernel import Numbers, bits, kernel

__all__ = ["apply", "is_over", "legal", "setup"]

PAIR_GAIN = 3  # INC-T7, INC-T8


@kernel
def is_over(table: Table) -> bool:
    return table.phase == Phase.OVER


@kernel
def legal(table: Table, out: Numbers) -> int:
    """Write the legal moves into `out` in ascending order, and return how many there are."""
    phase = table.phase
    if phase == Phase.DRAFT:
        return legal_piles(table, DRAFT, out, 0)  # INC-S6
    if phase == Phase.REROLL:
        return legal_numbers(STAY, BOTH + 1, out)  # INC-T1
    if phase == Phase.DICE:
        return legal_uses(table, out)
    if phase == Phase.PLACE:
        return legal_places(table, out)
    if phase == Phase.OVERFLOW:
        return legal_numbers(OVERFLOW, SECTIONS, out)  # INC-T10
    if phase == Phase.HATCH:
        return legal_hatchings(table, out)
    if phase == Phase.TREASURE:
        return legal_members(TREASURE, treasures_to_take(table), out)
    if phase == Phase.OBJECTIVE:
        return legal_members(OBJECTIVE, goals_met(table, int(table.to_move)), out)  # INC-O2
    return 0


@kernel
def legal_numbers(first: int, count: int, out: Numbers) -> int:
    """Write `count` consecutive moves."""
    for i in range(count):
        out[i] = first + i
    return count


@kernel
def legal_members(first: int, members: int, out: Numbers) -> int:
    """Write a move for each bit of `members`."""
    count = 0
    while members != 0:
        out[count] = first + bits.lowest(members)
        count += 1
        members &= members - 1
    return count


@kernel
def legal_piles(table: Table, first: int, out: Numbers, count: int) -> int:
    for pile in range(PILES):
        if table.pile_size[pile] > 0:
            out[count] = first + pile
            count += 1
    return count


@kernel
def legal_uses(table: Table, out: Numbers) -> int:
    """Use each unused die for what it shows, or for an egg (INC-T6)."""
    both = table.used[0] == 0 and table.used[1] == 0
    pair = both and table.dice[0] == table.dice[1]
    count = 0
    if pair:
        out[count] = USE + BOTH
        count += 1
    else:
        for die in range(DICE):
            if table.used[die] == 0:
                out[count] = USE + (1 << die)
                count += 1
    if empty_slot(table, int(table.to_move)) == NONE:  # INC-T13
        return count
    for die in range(DICE):  # INC-T11
        if table.used[die] == 0 and not (pair and die > 0):  # INC-T12: equal dice are alike
            count = legal_piles(table, EGG + die * PILES, out, count)
    return count


@kernel
def legal_places(table: Table, out: Numbers) -> int:
    """Any egg that needs it (INC-T8, INC-T9)."""
    food = placed_next(table)
    count = 0
    for slot in range(SLOTS):
        if still_needs(table, int(table.to_move), slot, food) > 0:
            out[count] = PLACE + food * SLOTS + slot
            count += 1
    return count


@kernel
def legal_hatchings(table: Table, out: Numbers) -> int:
    count = 0
    for slot in range(SLOTS):
        if is_ready(table, int(table.to_move), slot):
            out[count] = HATCH + slot
            count += 1
    return count


@kernel
def apply(table: Table, move: MoveNumber) -> None:
    """Carry out a legal move and everything that follows without a decision."""
    act(table, move)
    while advance(table):
        pass


@kernel
def act(table: Table, move: MoveNumber) -> None:
    """Carry out the move itself."""
    if move < STAY:
        draft(table, move - DRAFT)
    elif move <= REROLL + BOTH:
        if move > STAY:
            roll_dice(table, move - REROLL)  # INC-T1
            table.rolls = 2
        count_chests(table)
    elif move < EGG:
        use_dice(table, move - USE)
    elif move < PLACE:
        use_die_for_egg(table, (move - EGG) // PILES, (move - EGG) % PILES)
    elif move < OVERFLOW:
        place(table, (move - PLACE) % SLOTS, (move - PLACE) // SLOTS)
    elif move < HATCH:
        put_overflow(table, move - OVERFLOW)
    elif move < TREASURE:
        hatch(table, move - HATCH)
    elif move < OBJECTIVE:
        take_treasure(table, move - TREASURE)
    else:
        take_goal(table, int(table.to_move), move - OBJECTIVE)
        end_turn(table)


@kernel
def draft(table: Table, pile: int) -> None:
    """Take a first egg, from the last player to the first (INC-S6), who then begins (INC-S7)."""
    seat = int(table.to_move)
    put_egg(table, take_from_pile(table, pile))
    if seat == table.first:
        start_turn(table, seat)
    else:
        table.to_move = seat_before(table, seat)


@kernel
def put_egg(table: Table, egg: int) -> None:
    """Put an egg into the first empty incubator: they are alike."""
    table.slot[table.to_move, empty_slot(table, int(table.to_move))] = egg


@kernel
def use_dice(table: Table, which: int) -> None:
    """Use one die for what it shows, or an equal pair together (INC-T7, INC-T8)."""
    seat = int(table.to_move)
    die = 1 if which == 2 else 0
    shown = int(table.dice[die])
    for i in range(DICE):
        if which >> i & 1:
            table.used[i] = 1
    gained = gain(table, shown, PAIR_GAIN if which == BOTH else 1)
    if shown == Resource.GOLD:
        table.gold[seat] += gained
        return
    wanted = min(gained, total_need(table, seat, shown))  # INC-T9
    table.placing[shown] += wanted
    table.overflow[shown] += gained - wanted  # INC-T10
    table.phase = Phase.PLACE


@kernel
def use_die_for_egg(table: Table, die: int, pile: int) -> None:
    """Use a die to take an egg from a pile (INC-T11)."""
    table.used[die] = 1
    put_egg(table, take_from_pile(table, pile))


@kernel
def put_overflow(table: Table, section: int) -> None:
    """Put all of the overflow into one treasure (INC-T10)."""
    for food in range(FOOD):
        table.treasure[section, food] += table.overflow[food]
        table.overflow[food] = 0
    table.phase = Phase.HATCH
