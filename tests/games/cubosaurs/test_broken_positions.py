"""Positions that cannot occur are refused, with the field and the numbers that the game allows."""

from typing import Any

import pytest
from support.games.cubosaurs.positions import STANDARD, state

from menagerie import BadInput, Position, new


def refused(position: Position, change: dict[str, Any]) -> str:
    """The reason why the position with other fields is refused."""
    with pytest.raises(BadInput) as caught:
        Position.from_json(position.header.document(state(position) | change))
    return str(caught.value)


@pytest.mark.rule("CUB-A1")
@pytest.mark.parametrize("advanced", [False, True])
def test_nobody_has_more_tokens_than_the_game(advanced: bool) -> None:
    tokens = STANDARD["dna"]["tokens"] if advanced else 0
    position = new("cubosaurs", players=2, seed=1, advanced=advanced)
    for wrong in (-1, tokens + 1):
        must = f"must be a number from 0 to {tokens}, not {wrong}"
        assert refused(position, {"dna": [0, wrong]}) == f"dna[1]: {must}"
        assert refused(position, {"supply": wrong}) == f"supply: {must}"
