"""Positions that random games rarely reach: the referee must agree there too."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.games.cubosaurs.positions import FEW_TOKENS, STANDARD, TILES, advanced, state
from support.games.cubosaurs.referee import Referee
from support.games.cubosaurs.referee_scoring import all_kinds
from support.refereed_games import judge_moves
from support.runs import JIT_DISABLED

from menagerie import Position

TOKENS = FEW_TOKENS["dna"]["tokens"]


@st.composite
def positions(draw: Any) -> Position:
    """Few cards anywhere, any of them; few tokens; any tiles for sale, all of them cheap."""
    players = draw(st.integers(2, 5))
    cards = list(draw(st.permutations(all_kinds(STANDARD))))
    sizes = draw(st.lists(st.integers(0, 3), min_size=players, max_size=players))
    collections = [" ".join(cards.pop() for _ in range(size)) for size in sizes]
    dna = draw(st.lists(st.integers(0, 3), min_size=players, max_size=players))
    while sum(dna) > TOKENS:
        dna[dna.index(max(dna))] -= 1
    options = {"rounds": 2, "open_hands": draw(st.booleans())}
    return advanced(
        *collections,
        hand=" ".join(cards.pop() for _ in range(draw(st.integers(1, 3)))),
        deck=" ".join(cards.pop() for _ in range(draw(st.integers(0, 2)))),
        turn=draw(st.integers(0, players - 1)),
        starter=draw(st.integers(0, players - 1)),
        direction=draw(st.sampled_from([1, -1])),
        dna=dna,
        market=draw(st.permutations(TILES))[: players + 1],
        options=options,
        edition=FEW_TOKENS,
    )


@given(positions(), st.data())
@settings(max_examples=40 if JIT_DISABLED else 300, deadline=None)
@pytest.mark.rule("CUB-T5", "CUB-T6", "CUB-E1", "CUB-A4", "CUB-A6", "CUB-A10", "CUB-A12")
def test_the_referee_agrees_at_the_edges_of_the_rules(position: Position, data: Any) -> None:
    referee = Referee(FEW_TOKENS, position.players, position.header.options)
    judge_moves(referee, position, state, lambda moves: data.draw(st.sampled_from(moves)), 4)
