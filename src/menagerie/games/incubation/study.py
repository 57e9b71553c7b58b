"""What a simulation counts: dragons and objectives, the kinds of moves, the sources of points."""

from menagerie.contract import Item, MoveKind, MoveNumber
from menagerie.games.incubation import names
from menagerie.games.incubation.move_numbers import BOTH
from menagerie.games.incubation.moves import decode
from menagerie.games.incubation.table import EGGS, OBJECTIVES, Phase, Table
from menagerie.kernel import Numbers, kernel
from menagerie.texts import Text

THINGS = EGGS + OBJECTIVES  # hatched eggs, then objectives

KIND_NAMES = (
    "draft",
    "stay",
    "reroll_one",
    "reroll_both",
    "use_one",
    "use_both",
    "take_egg",
    "place",
    "overflow",
    "hatch",
    "take_treasure",
    "objective",
)


@kernel
def count(before: Table, move: MoveNumber, after: Table, out: Numbers) -> bool:  # noqa: ARG001 - the table after the last move is enough
    """Count at the end of the game (INC-E2): hatched dragons and objectives stay on the table."""
    if after.phase != Phase.OVER:
        return False
    out[:] = 0
    for egg in range(EGGS):
        if after.owner[egg] >= 0:
            out[after.owner[egg], egg] = 1
    for goal in range(OBJECTIVES):
        if after.goal_at[goal] < after.players:
            out[after.goal_at[goal], EGGS + goal] = 1
    return True


def things(table: Table, text: Text) -> list[Item | None]:
    """The label of each thing that is counted, by its number."""
    eggs = [Item(f"dragon:{egg}", names.egg_words(table, egg, text)) for egg in range(EGGS)]
    goals = [
        Item(
            f"objective:{goal}",
            text("study.goal", objective=names.goal_words(table, goal, text)),
        )
        for goal in range(OBJECTIVES)
    ]
    return [*eggs, *goals]


def kinds(table: Table, text: Text) -> list[Item]:  # noqa: ARG001 - the same in every edition
    """The kinds of moves."""
    return [Item(name, text(f"study.{name}")) for name in KIND_NAMES]


def kind_of(move: MoveNumber) -> MoveKind:
    """The kind of a move."""
    decoded = decode(move)
    if decoded.verb in ("reroll", "use"):
        return KIND_NAMES.index(f"{decoded.verb}_{'both' if decoded.dice == BOTH else 'one'}")
    if decoded.verb == "take_egg" and decoded.die < 0:
        return KIND_NAMES.index("draft")
    return KIND_NAMES.index(decoded.verb)


def source_words(name: str, text: Text) -> str:
    """The name of a part of the score, for any player."""
    return text(f"screen.{name}")
