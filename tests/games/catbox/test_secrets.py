"""What a seat knows of cards and identities, whether or not card backs identify a card."""

import copy
from collections import Counter
from typing import Any

import pytest
from support.games.catbox.positions import STANDARD, card, fish, place, play, state
from support.random_games import some
from support.runs import JIT_DISABLED

from menagerie import BadInput, Position, new
from menagerie.game import WATCHER, key_as_uint64
from menagerie.header import Header, derive_key

SAMPLES = 15 if JIT_DISABLED else 300

# Cards 0 and 1 have one front, 2 to 4 another; card 5 has both. All other sides are unique.
SHARED = copy.deepcopy(STANDARD) | {"name": "shared"}
_fronts = list(STANDARD["deck"]["fronts"])
_backs = [side[1] + side[0] + side[3] + side[2] for side in _fronts]
_fronts[0] = _fronts[1] = _backs[5] = "GGGG"
_fronts[2] = _fronts[3] = _fronts[4] = _fronts[5] = "...."
SHARED["deck"] = {"fronts": _fronts, "back": _backs}


def arranged(hands: list[list[tuple[int, str]]], **fields: Any) -> Position:
    """A position with these cards in hands, and their public sides; the rest is the deck."""
    players = len(hands)
    start = new("catbox", players=players, seed=1, advanced=True, edition=SHARED)
    named = [number for hand in hands for number, _ in hand]
    rest = [number for number in range(48) if number not in [*named, 47]]
    there = state(start) | {
        "hands": [[{"card": c, "public": side} for c, side in hand] for hand in hands],
        "deck": [{"card": number, "up": "front"} for number in reversed(rest)],
        "layout": [{"card": 47, "side": "front", "at": [0, 0]}],
        "to_move": 0,
        **fields,
    }
    return Position.from_json(start.header.document(there), seed=1)


def imagined(position: Position, seat: int, count: int = SAMPLES) -> list[dict[str, Any]]:
    """Samples of what the table could be, as far as a seat knows."""
    game = position.game
    samples = []
    for number in range(count):
        table = position.observe(seat)
        game.secrets.imagine(table.record, seat, key_as_uint64(derive_key(str(number), "sample")))
        samples.append(game.document.to_json(table))
    return samples


@pytest.mark.rule("CAT-S1", "CAT-S4", "CAT-E1")
@pytest.mark.parametrize("advanced", [False, True])
def test_the_standard_edition_gives_seen_cards_away_and_hides_the_rest(advanced: bool) -> None:
    position = new("catbox", players=4, seed=3, advanced=advanced)
    whole = state(position)
    for seat in (0, 1, 2, 3, WATCHER):
        seen = position.view(seat)["position"]
        for field in ("hands", "removed", "layout", "held", "tokens", "to_move"):
            assert seen[field] == whole[field]
        assert seen["deck"] == [whole["deck"][0], *[None] * (len(whole["deck"]) - 1)]
        known = [name if i == seat else None for i, name in enumerate(whole["identities"])]
        assert seen["identities"] == known
        assert seen["unused_identities"] == [None, None]
    while not position.is_over():
        position.push(position.legal_moves[0])
    assert position.view(0)["position"]["identities"] == whole["identities"]
    assert position.view(0)["position"]["unused_identities"] == whole["unused_identities"]


@pytest.mark.rule("CAT-S4")
def test_a_side_that_several_cards_have_is_known_as_a_picture_only() -> None:
    position = arranged([[(0, "front"), (6, "front")], [(2, "front"), (7, "back")]])
    own = position.view(0)["position"]["hands"][0]
    assert own == [{"card": 0, "public": "front"}, {"card": 6, "public": "front"}]
    seen = position.view(1)["position"]["hands"][0]
    assert seen[0] == {"card": None, "public": None, "shows": "GGGG"}
    assert seen[1] == {"card": 6, "public": "front"}
    assert position.view(0)["position"]["hands"][1][0]["shows"] == "...."
    top = arranged([[(6, "front"), (7, "front")], [(8, "front"), (9, "front")]])
    deck = [{"card": n, "up": "front"} for n in (3, *range(10, 47), 0, 1, 2, 4, 5)]
    there = state(top) | {"deck": deck}
    position = Position.from_json(top.header.document(there), seed=1)
    seen_deck = position.view(0)["position"]["deck"]
    assert seen_deck[0] == {"card": None, "up": None, "shows": "...."}
    assert set(map(str, seen_deck[1:])) == {"None"}
    with pytest.raises(BadInput, match="view"):
        Position.from_json(position.view(0))


@pytest.mark.rule("CAT-S2", "CAT-S4")
def test_only_what_fits_is_imagined_and_all_of_it() -> None:
    """Seat 1 sees GGGG and .... in the hand of seat 0, and holds card 3 itself."""
    position = arranged([[(0, "front"), (5, "front")], [(3, "front"), (6, "front")]])
    green, empty = Counter[tuple[int, str]](), Counter[tuple[int, str]]()
    for sample in imagined(position, 1):
        first, second = sample["hands"][0]
        green[first["card"], first["public"]] += 1
        empty[second["card"], second["public"]] += 1
        assert sample["hands"][1] == state(position)["hands"][1]
        Position.from_json(position.header.document(sample))  # each card exactly once
    if not JIT_DISABLED:
        assert set(green) == {(0, "front"), (1, "front"), (5, "back")}
        assert set(empty) == {(2, "front"), (4, "front"), (5, "front")}
        # of the nine pairs the one with card 5 twice is impossible, and the others are as likely
        assert 0.29 < green[0, "front"] / SAMPLES < 0.46
        assert 0.29 < green[1, "front"] / SAMPLES < 0.46
        assert 0.17 < green[5, "back"] / SAMPLES < 0.33


@pytest.mark.rule("CAT-S1", "CAT-S2")
def test_identities_and_the_deck_are_imagined_anew() -> None:
    position = new("catbox", players=4, seed=3)
    samples = imagined(position, 2, 60)
    mine = state(position)["identities"][2]
    others = {sample["identities"][0] for sample in samples}
    assert {sample["identities"][2] for sample in samples} == {mine}
    assert len(others) == 5
    assert mine not in others
    unused = {name for sample in samples for name in sample["unused_identities"]}
    assert unused == others
    below = {str(sample["deck"][1]) for sample in samples}
    assert len(below) > 25
    assert {sample["deck"][0]["card"] for sample in samples} == {state(position)["deck"][0]["card"]}


@pytest.mark.rule("CAT-A8")
def test_a_card_under_a_fish_is_known_as_far_as_it_was_seen() -> None:
    """Of another's card its holder has seen the public side; of their own both."""
    position = arranged([[(6, "front"), (0, "back")], [(2, "front"), (7, "front")]])
    play(position, card(0, 0), place(1, 1), fish(1, 0))
    assert state(position)["held"][0] == [{"card": 2, "plays": "front", "known_to": [1]}]
    for seat, known in ((0, None), (1, 2), (WATCHER, None)):
        assert position.view(seat)["position"]["held"][0][0]["card"] == known
    assert position.view(0)["position"]["held"][0][0]["shows"] == "...."
    position = arranged([[(6, "front"), (0, "back")], [(2, "front"), (7, "front")]])
    play(position, card(0, 0), place(1, 1), fish(0, 0))
    assert state(position)["held"][0] == [{"card": 0, "plays": "front", "known_to": [0, 1]}]
    for seat in (0, 1, WATCHER):
        assert position.view(seat)["position"]["held"][0][0]["card"] == 0
    standard = new("catbox", players=2, seed=1, advanced=True)
    fishes = [move for move in standard.legal_moves if move.to_json().get("token") == "fish"]
    standard.push(fishes[-1])
    held = [row for row in state(standard)["held"] if row]
    assert set(held[0][0]) == {"card", "plays"}


@pytest.mark.rule("CAT-A8")
def test_a_fish_that_shows_the_other_side_of_a_card_reveals_information() -> None:
    """Everybody knew the picture of card 0 or 6; the fish shows the back, which is unique."""
    for slot, revealed in ((0, True), (1, False)):
        position = arranged([[(0, "front"), (6, "front")], [(2, "front"), (7, "front")]])
        before = position.copy()
        play(position, fish(0, slot))
        assert before.reveals_information(position) == revealed
    position = arranged([[(6, "front"), (8, "front")], [(5, "front"), (7, "front")]])
    before = position.copy()
    play(position, fish(1, 0))
    assert before.reveals_information(position)


@pytest.mark.parametrize("players", some([3, 2, 4, 5]))
def test_whole_games_with_shared_sides_keep_their_secrets(players: int) -> None:
    """What is imagined looks the same, can be loaded, and be played on."""
    plain = copy.deepcopy(STANDARD) | {"name": "plain"}
    plain["deck"] = {"fronts": ["G.B.", "WYT.", "TTTT"] * 16, "back": ["....", "WYT.", "GB.."] * 16}
    header = Header.create("catbox", players, seed=5, options={"advanced": True}, edition=plain)
    position = Position(header)
    game = header.game
    while not position.is_over():
        for seat in (position.turn or 0, WATCHER)[: position.step % 2 + 1]:
            seen = position.observe(seat)
            other = position.observe(seat)
            key = derive_key(str(position.step), "x")
            game.secrets.imagine(other.record, seat, key_as_uint64(key))
            assert game.observe(other, seat).raw == seen.raw
            Position.from_json(header.document(game.document.to_json(other)))
        moves = position.legal_moves
        position.push(moves[position.step * 7 % len(moves)])
