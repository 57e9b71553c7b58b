"""Positions that random games rarely reach: the referee must agree there too."""

from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.games.incubation.positions import PILE, STANDARD, Slot, state, table
from support.games.incubation.referee import Referee
from support.refereed_games import judge_moves
from support.runs import JIT_DISABLED

from menagerie import Position

EGGS = [card for group in STANDARD["eggs"] for card in group["cards"]]
FACES = ("fire", "water", "gold", "chest")


@st.composite
def positions(draw: Any) -> Position:
    """Any eggs, nearly ready; treasures with a little of everything; many dragons."""
    players = draw(st.integers(2, 5))
    eggs = list(draw(st.permutations(range(36))))
    slots = [[_slot(draw, eggs) for _ in range(2)] for _ in range(players)]
    dragons = [[eggs.pop() for _ in range(draw(st.integers(0, 4)))] for _ in range(players)]
    amounts = st.fixed_dictionaries(dict.fromkeys(("gold", "water", "fire"), st.integers(0, 2)))
    treasures = {section: draw(amounts) for section in draw(st.sets(st.integers(0, 7)))}
    assume(_is_enough(slots, treasures))
    small = draw(st.booleans())
    piles = [[eggs.pop() for _ in range(draw(st.integers(0, 2)))] for _ in range(3)]
    turn = draw(st.integers(0, 3 * players))
    first = draw(st.integers(0, players - 1))
    if turn % players == 0:  # with two piles empty the game would be over
        piles[0] = piles[0] or [eggs.pop()]
        piles[1] = piles[1] or [eggs.pop()]
        small = small or len(eggs) < PILE
    return table(
        *slots,
        phase="reroll",
        dice=[draw(st.sampled_from(FACES)) for _ in range(2)],
        treasures=treasures,
        dragons=dragons,
        piles=piles if small else None,
        gold=[draw(st.integers(0, 9)) for _ in range(players)],
        first=first,
        turn=turn,
        to_move=(first + turn) % players,
        seed=draw(st.integers(0, 99)),
    )


def _slot(draw: Any, eggs: list[int]) -> Slot:
    if draw(st.integers(0, 3)) == 0:
        return None
    egg = eggs.pop()
    fire, water = (draw(_nearly(EGGS[egg][food])) for food in ("fire", "water"))
    return egg, fire, water


def _nearly(need: int) -> st.SearchStrategy[int]:
    return st.integers(max(0, need - 2), need)


def _is_enough(slots: list[list[Slot]], treasures: dict[int, dict[str, int]]) -> bool:
    """Whether the box has enough fire and water."""
    eggs = [slot for row in slots for slot in row if slot]
    for at, food in enumerate(("fire", "water"), start=1):
        lies = sum(egg[at] for egg in eggs) + sum(lot[food] for lot in treasures.values())
        if lies > STANDARD["supply"][food]:
            return False
    return True


@given(positions(), st.data())
@settings(max_examples=30 if JIT_DISABLED else 300, deadline=None)
@pytest.mark.rule("INC-T4", "INC-T8", "INC-T10", "INC-H1", "INC-H4", "INC-H5", "INC-O2", "INC-E1")
def test_the_referee_agrees_at_the_edges_of_the_rules(position: Position, data: Any) -> None:
    referee = Referee(STANDARD, position.players, {})
    judge_moves(referee, position, state, lambda moves: data.draw(st.sampled_from(moves)), 12)
