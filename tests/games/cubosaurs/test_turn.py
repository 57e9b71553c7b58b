"""A turn: CUB-T1 to CUB-T9."""

from typing import Any

import pytest
from support.games.cubosaurs.positions import KEEP, cards_to_add, refuse, state, table

from menagerie import IllegalMove


@pytest.mark.rule("CUB-T1", "CUB-T2")
def test_without_a_hand_one_card_is_drawn_and_it_is_the_hand() -> None:
    position = table("", "", hand="trex", deck="grey:2 black:1")
    position.push(KEEP)
    there = state(position)
    assert there["to_move"] == 1
    assert there["hand"] == ["grey:2"]
    assert there["deck"] == ["black:1"]


@pytest.mark.rule("CUB-T2")
def test_who_was_passed_a_hand_does_not_draw() -> None:
    position = table("stegosaurus", "", hand="trex", deck="grey:2")
    position.push(refuse("stegosaurus"))
    there = state(position)
    assert there["hand"] == ["trex", "stegosaurus"]
    assert there["deck"] == ["grey:2"]


@pytest.mark.rule("CUB-T3", "CUB-T7")
def test_keeping_takes_every_card_of_the_hand() -> None:
    position = table("egg:trex", "", hand="trex grey:2 black:3", deck="brontosaurus")
    position.push("keep the Hand")
    assert state(position)["collections"] == [["black:3", "egg:trex", "grey:2", "trex"], []]


@pytest.mark.rule("CUB-T4", "CUB-T8")
def test_refusing_adds_one_card_and_passes_the_whole_hand() -> None:
    position = table("stegosaurus grey:1", "", "", hand="trex", deck="black:1", turn=0)
    position.push(refuse("grey:1"))
    there = state(position)
    assert there["collections"][0] == ["stegosaurus"]
    assert there["hand"] == ["trex", "grey:1"]
    assert there["turn"] == there["to_move"] == 1


@pytest.mark.rule("CUB-T4")
def test_only_a_card_of_ones_own_can_be_added() -> None:
    position = table("stegosaurus", "grey:1", hand="trex")
    with pytest.raises(IllegalMove, match="CUB-T4"):
        position.push(refuse("grey:1"))


@pytest.mark.rule("CUB-T5")
def test_a_refused_hand_must_take_a_new_type() -> None:
    position = table("trex trex+dna egg:raptors grey:1 black:1", "", hand="trex egg:trex grey:2")
    assert cards_to_add(position) == {"black:1"}
    for card in ("trex", "trex+dna", "egg:raptors", "grey:1"):
        with pytest.raises(IllegalMove, match="CUB-T5") as caught:
            position.push(refuse(card))
        assert caught.value.rule == "CUB-T5"
    assert state(position)["hand"] == ["trex", "egg:trex", "grey:2"]


@pytest.mark.rule("CUB-C2", "CUB-T5")
def test_all_eggs_are_one_type_and_the_raptors_are_two() -> None:
    assert cards_to_add(table("egg:trex grey:1", "", hand="egg:raptors")) == {"grey:1"}
    assert cards_to_add(table("black:1 grey:1", "", hand="grey:3")) == {"black:1"}


@pytest.mark.rule("CUB-T6")
@pytest.mark.parametrize("own", ["", "trex", "trex trex+dna"])
def test_without_a_card_to_add_one_must_keep(own: str) -> None:
    position = table(own, "", hand="trex")
    assert [move.to_json() for move in position.legal_moves] == [KEEP]


@pytest.mark.rule("CUB-T7")
def test_there_is_no_move_that_splits_a_hand() -> None:
    position = table("stegosaurus", "", hand="trex grey:1")
    assert {move.to_json()["do"] for move in position.legal_moves} == {"keep", "refuse"}


@pytest.mark.rule("CUB-T8")
@pytest.mark.parametrize(("direction", "after"), [(1, 2), (-1, 0)])
def test_the_next_player_is_the_one_in_the_direction_of_play(direction: int, after: int) -> None:
    position = table("", "", "", hand="trex", deck="grey:1", turn=1, direction=direction)
    position.push(KEEP)
    assert position.turn == after


@pytest.mark.rule("CUB-T9")
def test_a_drawn_card_is_known_to_its_holders_and_an_added_one_to_all() -> None:
    position = table("stegosaurus", "grey:1", "", hand="trex", deck="black:1")
    position.push(refuse("stegosaurus"))
    assert state(position)["hand_known_to"] == [[0, 1], [0, 1, 2]]
    assert hand_seen(position, 2) == [None, "stegosaurus"]
    assert hand_seen(position, 0) == hand_seen(position, 1) == ["trex", "stegosaurus"]
    position.push(refuse("grey:1"))
    assert state(position)["hand_known_to"] == [[0, 1, 2]] * 3
    assert hand_seen(position, 0) == ["trex", "stegosaurus", "grey:1"]


@pytest.mark.rule("CUB-T9")
def test_a_card_drawn_later_is_not_known_to_those_who_held_an_earlier_hand() -> None:
    position = table("stegosaurus", "", "", hand="trex", deck="black:1 grey:2")
    position.push(KEEP)
    assert hand_seen(position, 0) == [None]
    assert hand_seen(position, 1) == ["black:1"]


@pytest.mark.rule("CUB-T9")
def test_with_open_hands_everyone_sees_every_hand() -> None:
    position = table("", "", "", hand="trex", deck="black:1", options={"open_hands": True})
    position.push(KEEP)
    assert state(position)["hand_known_to"] == [[0, 1, 2]]
    assert hand_seen(position, 0) == ["black:1"]


@pytest.mark.rule("CUB-T9")
def test_nobody_sees_the_deck_or_what_was_set_aside() -> None:
    position = table("stegosaurus", "", hand="trex", deck="black:1 grey:2")
    for seat in (-1, 0, 1):
        view = position.view(seat)["position"]
        assert view["deck"] == [None, None]
        assert set(view["aside"]) == {None}
        assert len(view["aside"]) == len(state(position)["aside"])


@pytest.mark.rule("CUB-T9")
def test_an_imagined_hand_keeps_to_what_a_refusal_tells() -> None:
    """A player who added a T-Rex held none, so no hidden card of that Hand is one."""
    position = table("trex", "stegosaurus", "", "", hand="grey:1", deck="trex " * 4)
    position.push(refuse("trex"))
    position.push(refuse("stegosaurus"))
    seen = position.observe(3).record
    for number in range(50):
        other = seen.copy()
        position.game.secrets.imagine(other, 3, key_of(number))
        assert names_of_hand(position, other)[0] not in {"trex", "trex+dna", "stegosaurus"}


def hand_seen(position: Any, seat: int) -> Any:
    return position.view(seat)["position"]["hand"]


def names_of_hand(position: Any, seen: Any) -> Any:
    return position.game.document.to_json(seen)["hand"]


def key_of(number: int) -> Any:
    import numpy as np

    return np.array([number, 1], np.uint64)
