"""The score sheet for people at a real table."""

from typing import Any

from menagerie import jsontext
from menagerie.errors import BadInput
from menagerie.game import Part, Sheet
from menagerie.games.incubation import scoring
from menagerie.games.incubation.edition import PLAYERS
from menagerie.games.incubation.incubators import lay_dragon
from menagerie.games.incubation.objectives import is_met, take_goal
from menagerie.games.incubation.table import EGGS, NONE, OBJECTIVES, At, Resource, Table
from menagerie.jsontext import Reader
from menagerie.texts import Text

FIELDS = ("dragons", "objectives", "gold")


def score(data: Any, blank: Table, text: Text) -> Sheet:
    """Score a finished game; `blank` has the edition and nothing else."""
    table = blank
    reader = Reader(jsontext.fields(data, ("players",), (), "the score sheet"))
    players = reader.items("players", data["players"])
    if len(players) not in PLAYERS:
        raise BadInput(f"players must be 2 to {PLAYERS[-1]}, not {len(players)} (INC-C3)")
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
        tie_breaks=[
            {
                "objectives_taken": int(table.taken[seat]),
                "dragons_hatched": int(table.dragons[seat]),
            }
            for seat in seats
        ],
    )


def open_up(table: Table, text: Text) -> list[list[Part] | None]:
    """Nothing that scores is hidden."""
    table = table.record  # compiled rules take the record
    return [_parts(table, seat, text) for seat in range(int(table.players))]


def _parts(table: Table, seat: int, text: Text) -> list[Part]:
    labels = _labels(table, seat, text)
    return [Part(name, labels[name], points) for name, points in _breakdown(table, seat).items()]


def _lay_player(table: Table, seat: int, player: object) -> None:
    what = f"player {seat + 1}"
    reader = Reader(jsontext.fields(player, FIELDS, (), what))
    for egg in reader.items(f"{what}, dragons", reader.fields["dragons"]):
        number = reader.in_range(f"{what}, dragons", egg, range(EGGS))
        if table.owner[number] != NONE:
            raise BadInput(f"{what}, dragons: {number} is there twice; each is there once (INC-C1)")
        lay_dragon(table, seat, number)
    gold = range(int(table.total[Resource.GOLD]) + 1)
    table.gold[seat] = reader.in_range(f"{what}, gold", reader.fields["gold"], gold)
    for goal in reader.items(f"{what}, objectives", reader.fields["objectives"]):
        number = reader.in_range(f"{what}, objectives", goal, range(OBJECTIVES))
        if table.goal_at[number] != At.IN_PLAY:
            raise BadInput(f"{what}, objectives: {number} is taken twice; there is one (INC-C1)")
        if not is_met(table, seat, number):
            raise BadInput(f"{what} does not meet the objective {number} (INC-O1)")
        take_goal(table, seat, number)


def _check_sums(table: Table) -> None:
    """No more gold and objectives than the game has."""
    gold, there = int(table.gold.astype(int).sum()), int(table.total[Resource.GOLD])
    if gold > there:
        raise BadInput(f"gold is {gold} in all; the game has {there} (INC-C1)")
    taken, in_play = int(table.taken.sum()), int(table.goals_for[table.players])
    if taken > in_play:
        raise BadInput(
            f"objectives are {taken} in all; {table.players} players have {in_play} (INC-S4)"
        )


def _breakdown(table: Table, seat: int) -> dict[str, int]:
    """Points by source (INC-E2)."""
    return {
        "dragons": int(table.dragon_points[seat]),
        "objectives": int(scoring.score_goals(table, seat)),
        "gold": int(table.gold[seat]),
    }


def _tie_breaks(table: Table, seat: int) -> dict[str, int]:
    """What counts among equals (INC-E3)."""
    taken, dragons = int(table.taken[seat]), int(table.dragons[seat])
    return {"objectives_taken": taken, "dragons_hatched": dragons}


def _labels(table: Table, seat: int, text: Text) -> dict[str, str]:
    dragons, goals = int(table.dragons[seat]), int(table.taken[seat])
    return {
        "dragons": text("scorer.dragons", count=dragons),
        "objectives": text("scorer.objectives", count=goals),
        "gold": text("scorer.gold"),
        "objectives_taken": text("scorer.objectives", count=goals),
        "dragons_hatched": text("scorer.dragons", count=dragons),
    }
