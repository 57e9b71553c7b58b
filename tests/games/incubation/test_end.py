"""The end of the game, and who wins: INC-E1 to INC-E5."""

from typing import Any

import pytest
from support.games.incubation.positions import (
    BLUE_12,
    GREEN_11,
    MYSTERY_11,
    PURPLE_12,
    RED_21,
    RED_22,
    RED_31,
    STANDARD,
    state,
    table,
    take_egg,
    use,
)
from support.runs import compiled_only

from menagerie import Position, discovery

LAST_DIE: dict[str, Any] = {"dice": ["gold", "chest"], "used": [False, True]}


def over(*before: tuple[list[int], list[int], int], **fields: Any) -> Position:
    """A finished game: dragons, objectives and gold of each player."""
    dragons, taken, gold = zip(*before, strict=True)
    junk = [egg for egg in range(24, 36) if not any(egg in row for row in dragons)]
    rest = [e for e in range(36) if e not in junk and not any(e in row for row in dragons)]
    slots: list[Any] = [[] for _ in before]
    piles = {"piles": [junk[:12], rest[:12], rest[12:24]]} | fields
    return table(
        *slots,
        phase="over",
        to_move=None,
        turn=100 * len(before),
        dice=[],
        used=[],
        rolls=0,
        dragons=[list(row) for row in dragons],
        taken=[list(row) for row in taken],
        gold=list(gold),
        **piles,
    )


def play_on(position: Position, turn: int, seat: int) -> list[int]:
    """The seats that have a turn from this one on, until the end."""
    turns = {turn: seat}
    while not position.is_over():
        turns.setdefault(state(position)["turn"], state(position)["to_move"])
        position.push(position.legal_moves[0])
    return list(turns.values())


@pytest.mark.rule("INC-E1")
@pytest.mark.parametrize(("turn", "seats"), [(6, [0, 1, 2]), (7, [1, 2]), (8, [2])])
def test_the_second_pile_emptied_ends_the_game_with_the_round(turn: int, seats: list[int]) -> None:
    """By the first, the second and the last player of a round of three."""
    seat = turn % 3
    position = table(
        [], [], [], piles=[[], [RED_21], [RED_22, RED_31]], turn=turn, to_move=seat, **LAST_DIE
    )
    assert not state(position)["last_round"]
    position.push(take_egg(0, 1))
    assert state(position)["last_round"]
    assert play_on(position, turn, seat) == seats
    assert state(position)["turn"] == 9
    assert state(position)["phase"] == "over"


@pytest.mark.rule("INC-E1")
def test_last_round_is_said_at_once_in_mid_turn() -> None:
    position = table([], [], piles=[[], [RED_21], [RED_22]], dice=["fire", "gold"])
    position.push(take_egg(0, 1))
    assert state(position)["phase"] == "dice"
    assert state(position)["last_round"]


@pytest.mark.rule("INC-E1")
@pytest.mark.parametrize(("turn", "seats"), [(4, [0, 1]), (5, [1])])
def test_no_objective_left_ends_the_game_with_the_round(turn: int, seats: list[int]) -> None:
    position = table(
        [],
        [],
        dragons=[[RED_21, RED_22, RED_31], [6, 7, 8]],
        objectives=[seats[0]],  # three red, or three blue
        taken=[[7, 8], [6, 9]],
        turn=turn,
        to_move=seats[0],
        **LAST_DIE,
    )
    position.push(use(0))
    assert state(position)["last_round"]
    assert play_on(position, turn, seats[0]) == seats


@pytest.mark.rule("INC-E1")
def test_one_empty_pile_ends_nothing() -> None:
    position = table([], [], piles=[[RED_21], [RED_22], [RED_31]], turn=5, to_move=1, **LAST_DIE)
    position.push(take_egg(0, 0))
    assert not state(position)["last_round"]
    assert not position.is_over()


@pytest.mark.rule("INC-E2")
def test_objectives_dragons_and_gold_score_and_eggs_do_not() -> None:
    position = table(
        [(RED_31, 3, 0)], [], dragons=[[RED_21, MYSTERY_11], [24]], taken=[[7], []], gold=[11, 2]
    )
    assert position.scores() == [3 + 3 + 3 + 11, 3 + 2]


@pytest.mark.rule("INC-E3")
def test_the_highest_score_wins() -> None:
    position = over(([RED_21], [], 4), ([], [], 8), ([BLUE_12], [], 3))
    assert position.scores() == [7, 8, 6]
    assert position.winners() == [1]


@pytest.mark.rule("INC-E3")
def test_among_equals_most_objectives_then_most_dragons_win() -> None:
    position = over(([RED_22], [7], 10), ([RED_21, BLUE_12], [], 11), ([RED_31], [], 13))
    assert position.scores() == [17, 17, 17]
    assert position.winners() == [0]
    position = over(([RED_22], [], 13), ([RED_21, BLUE_12], [], 11), ([RED_31], [], 13))
    assert position.scores() == [17, 17, 17]
    assert position.winners() == [1]


@pytest.mark.rule("INC-E3")
def test_a_three_way_tie_down_to_shared_victory() -> None:
    position = over(
        ([RED_21, GREEN_11], [], 12),
        ([BLUE_12, 18], [], 12),
        ([PURPLE_12, 13], [], 11),
        ([RED_31], [], 10),
    )
    assert position.scores() == [17, 17, 17, 14]
    assert position.winners() == [0, 1, 2]


@pytest.mark.rule("INC-E5")
@pytest.mark.parametrize("players", [2, 5])
def test_a_game_that_goes_on_and_on_ends_after_a_hundred_rounds(players: int) -> None:
    slots: list[Any] = [[] for _ in range(players)]
    turn = 100 * players - 1
    position = table(*slots, turn=turn, to_move=players - 1, **LAST_DIE)
    position.push(use(0))
    assert position.is_over()
    assert not state(position)["last_round"]
    assert position.winners() == [players - 1]
    earlier = table(*slots, turn=turn - 1, to_move=players - 2, **LAST_DIE)
    earlier.push(use(0))
    assert not earlier.is_over()


@pytest.mark.rule("INC-E5")
@compiled_only
def test_players_who_never_take_an_egg_play_a_hundred_rounds() -> None:
    gold = STANDARD | {"die": {"faces": ["gold"] * 6}}
    goals = [goal | {"gold": 105} for goal in STANDARD["objectives"]]
    header = discovery.load("incubation")
    position = Position.from_json(
        table([], [], edition=gold | {"name": "gold", "objectives": goals}).to_json(), seed=1
    )
    moves = 0
    while not position.is_over():
        position.push(position.legal_moves[0])
        moves += 1
    assert state(position)["turn"] == 200
    assert sum(state(position)["gold"]) == 105
    assert moves <= header.max_game_length
