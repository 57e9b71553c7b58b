"""The score sheet for people at a real table."""

from typing import TYPE_CHECKING

from menagerie.contract import Part, Seat, Sheet
from menagerie.errors import BadInput
from menagerie.games.incubation import scoring
from menagerie.games.incubation.incubators import lay_dragon
from menagerie.games.incubation.objectives import is_met, take_goal
from menagerie.games.incubation.table import NONE, At, Resource, Table
from menagerie.texts import Text

if TYPE_CHECKING:  # pydantic takes a tenth of a second to load (see validation.py)
    from menagerie.games.incubation.schemas import SheetPlayer


def score(data: object, blank: Table, text: Text) -> Sheet:
    """Score a finished game; `blank` has the edition and nothing else."""
    from menagerie import validation
    from menagerie.games.incubation.schemas import ScoreSheet

    table = blank
    players = validation.read(ScoreSheet, data, "the score sheet", table).players
    table.players = len(players)
    table.owner[:] = NONE
    table.goal_at[:] = At.IN_PLAY
    for seat, player in enumerate(players):
        _lay_player(table, seat, player)
    _check_sums(table)
    seats = range(len(players))
    return Sheet(
        scores=[scoring.score(table, seat) for seat in seats],
        breakdown=[_breakdown(table, seat) for seat in seats],
        labels=[_labels(table, seat, text) for seat in seats],
        tie_breaks=[_tie_breaks(table, seat) for seat in seats],
    )


def points_by_source(table: Table, text: Text) -> list[list[Part] | None]:
    """The points of each seat by source; nothing that scores is hidden."""
    table = table.record  # compiled rules take the record
    return [_parts(table, seat, text) for seat in range(int(table.players))]


def _parts(table: Table, seat: Seat, text: Text) -> list[Part]:
    labels = _labels(table, seat, text)
    return [Part(name, labels[name], points) for name, points in _breakdown(table, seat).items()]


def _lay_player(table: Table, seat: Seat, player: "SheetPlayer") -> None:
    path = f"players[{seat}]"
    for egg in player.dragons:
        if table.owner[egg] != NONE:
            raise BadInput(
                f"{path}.dragons: the egg {egg} appears twice; the edition has 1 (INC-C1)"
            )
        lay_dragon(table, seat, egg)
    table.gold[seat] = player.gold
    for goal in player.objectives:
        if table.goal_at[goal] != At.IN_PLAY:
            raise BadInput(
                f"{path}.objectives: the objective {goal} appears twice; the edition has 1 (INC-C1)"
            )
        if not is_met(table, seat, goal):
            raise BadInput(f"{path} does not meet the objective {goal} (INC-O1)")
        take_goal(table, seat, goal)


def _check_sums(table: Table) -> None:
    """No more gold and objectives than the game has."""
    gold, total = int(table.gold.astype(int).sum()), int(table.total[Resource.GOLD])
    if gold > total:
        raise BadInput(f"gold is {gold} in all; the game has {total} (INC-C1)")
    taken, in_play = int(table.taken.sum()), int(table.goals_for[table.players])
    if taken > in_play:
        raise BadInput(
            f"objectives are {taken} in all; {table.players} players have {in_play} (INC-S4)"
        )


def _breakdown(table: Table, seat: Seat) -> dict[str, int]:
    """Points by source (INC-E2)."""
    return {
        "dragons": int(table.dragon_points[seat]),
        "objectives": int(scoring.score_goals(table, seat)),
        "gold": int(table.gold[seat]),
    }


def _tie_breaks(table: Table, seat: Seat) -> dict[str, int]:
    """The tie-breaks (INC-E3)."""
    taken, dragons = int(table.taken[seat]), int(table.dragons[seat])
    return {"objectives_taken": taken, "dragons_hatched": dragons}


def _labels(table: Table, seat: Seat, text: Text) -> dict[str, str]:
    dragons, goals = int(table.dragons[seat]), int(table.taken[seat])
    return {
        "dragons": text("scorer.dragons", count=dragons),
        "objectives": text("scorer.objectives", count=goals),
        "gold": text("scorer.gold"),
        "objectives_taken": text("scorer.objectives", count=goals),
        "dragons_hatched": text("scorer.dragons", count=dragons),
    }
