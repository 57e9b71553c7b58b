"""Positions that cannot occur are refused, with the field and the reason."""

from typing import Any

import pytest
from support.games.catbox.positions import state

from menagerie import BadInput, Position, new


@pytest.mark.rule("CAT-C1", "CAT-S2", "CAT-S3", "CAT-T3", "CAT-A2")
@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"removed": []}, "removed must have 1 cards"),
        ({"tokens": [["paw"], []]}, "tokens must be empty in the basic game"),
        ({"layout": []}, "layout must have a card"),
        ({"turn": 0}, "turn: must be a number from 1 to"),
        ({"phase": "over", "to_move": None}, "hands, held and deck must be empty"),
        ({"phase": "after", "cards_played": 1}, "requires that a token can be played"),
        ({"phase": "place"}, "chosen must be the move that chose a card, in place and relay"),
        (
            {"chosen": {"do": "card", "from": 0, "slot": 0}},
            "chosen must be the move that chose a card, in place and relay",
        ),
        ({"chosen": {"do": "end"}}, "chosen must be the move"),
        ({"attention": True}, "token_played must be true"),
        ({"token_played": True}, "token_played must be false in the basic game"),
        ({"to_refill": [0, 0]}, "to_refill has seat 0 twice"),
        ({"guards": [{"seat": 1, "at": [0, 0]}]}, "guards must be empty in the basic game"),
        ({"identities": ["ginger", "ginger"]}, "each once"),
        ({"identities": ["ginger", "chihuahua"]}, r"identities\[1\]: must be one of"),
    ],
)
def test_a_position_that_cannot_be_is_refused(change: dict[str, Any], fault: str) -> None:
    position = new("catbox", players=2, seed=2)
    with pytest.raises(BadInput, match=fault):
        Position.from_json(position.header.document(state(position) | change))


@pytest.mark.rule("CAT-C1", "CAT-T3")
def test_cards_are_there_once_and_lie_on_others() -> None:
    position = new("catbox", players=2, seed=2)
    there = state(position)
    twice = there["deck"][:-1] + there["deck"][:1]
    with pytest.raises(BadInput, match=r"the card \d+ appears (0|2) times; the deck has 1"):
        Position.from_json(position.header.document(there | {"deck": twice}))
    far = {"card": there["deck"][0]["card"], "side": "front", "at": [2, 0]}
    changed = there | {"deck": there["deck"][1:], "layout": [*there["layout"], far]}
    with pytest.raises(BadInput, match="must cover a square"):
        Position.from_json(position.header.document(changed))
    first = [there["layout"][0] | {"at": [1, 0]}]
    with pytest.raises(BadInput, match="must be at"):
        Position.from_json(position.header.document(there | {"layout": first}))
