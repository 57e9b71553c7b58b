"""`Position` and `Move`, the public interface: what the README promises."""

import json
import subprocess
import sys

import pytest

import menagerie
from menagerie import BadInput, IllegalMove, Move, Position
from menagerie.game import WATCHER


def test_the_public_names_are_there() -> None:
    for name in menagerie.__all__:
        assert getattr(menagerie, name) is not None
    assert menagerie.game_names() == sorted(menagerie.game_names())
    with pytest.raises(AttributeError):
        _ = menagerie.nothing


def test_importing_the_package_is_light() -> None:
    code = "import menagerie, sys; assert not {'numba', 'numpy', 'rich'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_game_is_started_played_and_taken_back() -> None:
    position = menagerie.new("cubosaurs", players=4, seed=7, advanced=True)
    first = position.turn
    move = position.push(position.legal_moves[0])
    assert isinstance(move, Move)
    assert str(move) == "keep the Hand"
    assert move.to_json() == {"do": "keep"}
    assert position.turn != first
    assert position.pop() == move
    assert position.turn == first
    assert not position.is_over()
    assert position.winners() == []
    assert len(position.scores()) == 4


def test_a_seed_may_be_a_number_or_a_text() -> None:
    one = menagerie.new("cubosaurs", seed=7)
    two = menagerie.new("cubosaurs", seed="7")
    assert one.to_json() == two.to_json()
    assert one.header == two.header


def test_without_a_seed_every_game_is_another() -> None:
    seeds = {menagerie.new("cubosaurs").header.seed for _ in range(3)}
    assert len(seeds) == 3


@pytest.mark.parametrize("seed", [True, 1.5, [1], "x" * 201, "line\nbreak"])
def test_a_strange_seed_is_an_error(seed: object) -> None:
    with pytest.raises(BadInput, match="seed"):
        menagerie.new("cubosaurs", seed=seed)  # type: ignore[arg-type] # on purpose


@pytest.mark.parametrize("name", ["chess", "", None, 3, ["cubosaurs"], "Cubosaurs", "../games"])
def test_an_unknown_game_is_an_error_that_names_those_there_are(name: str) -> None:
    with pytest.raises(BadInput, match="cubosaurs"):
        menagerie.new(name)


def test_an_unknown_option_or_value_is_an_error_that_says_what_is_allowed() -> None:
    with pytest.raises(BadInput, match="advanced, interaction, open_hands, rounds"):
        menagerie.new("cubosaurs", fast=True)
    with pytest.raises(BadInput, match="false, true"):
        menagerie.new("cubosaurs", advanced=1)
    with pytest.raises(BadInput, match="no edition"):
        menagerie.new("cubosaurs", edition="deluxe")


def test_an_edition_that_is_not_right_is_an_error() -> None:
    edition = menagerie.new("cubosaurs").header.edition
    with pytest.raises(BadInput, match=r"copies\.trex: must be 7"):
        menagerie.new("cubosaurs", edition=edition | {"copies": edition["copies"] | {"trex": 8}})


def test_moves_may_be_given_as_words_in_any_language_or_as_json() -> None:
    for move in ("keep the hand", "Conserver la main", "tieni la  mano.", '{"do": "keep"}'):
        assert menagerie.new("cubosaurs", seed=7).push(move).to_json() == {"do": "keep"}
    assert menagerie.new("cubosaurs", seed=7).push({"do": "keep"}).words("fr") == (
        "conserver la Main"
    )


def test_an_illegal_move_says_why_with_the_rule_and_what_is_allowed() -> None:
    position = menagerie.new("cubosaurs", seed=7)
    with pytest.raises(IllegalMove) as caught:
        position.push({"do": "buy", "tile": "steal"})
    message = str(caught.value)
    assert "basic game" in message
    assert "CUB-A1" in message
    assert "keep the Hand" in message
    assert position.moves == []


def test_scores_that_the_observer_cannot_know_are_an_error() -> None:
    position = menagerie.new("catbox", players=3, seed=7)
    observed = Position.from_table(position.header, position.observe(WATCHER))
    with pytest.raises(BadInput, match="the score of seat 0 is hidden"):
        observed.scores()


@pytest.mark.parametrize("seat", [5, -2, "0", True, None])
def test_a_seat_that_is_not_there_has_no_view(seat: int) -> None:
    with pytest.raises(BadInput, match="seat"):
        menagerie.new("cubosaurs", seed=7).view(seat)


def test_a_view_has_no_seed_in_it() -> None:
    view = menagerie.new("cubosaurs", seed="very secret").view(0)
    assert "very secret" not in str(view)
    assert list(view) == ["game", "format", "edition", "players", "options", "position"]


def test_a_loaded_position_goes_on_by_chance_that_follows_from_a_seed() -> None:
    text = json.dumps(menagerie.new("cubosaurs", seed=7).to_json())
    games = [Position.from_json(text, seed=seed) for seed in (1, 1, 2)]
    for game in games:
        while not game.is_over():
            game.push(game.legal_moves[0])
    assert games[0].to_json() == games[1].to_json()
    assert games[0].to_json() != games[2].to_json()


def test_a_position_with_an_edition_of_ones_own_carries_it() -> None:
    edition = menagerie.new("cubosaurs").header.edition
    mine = edition | {"name": "mine", "series": edition["series"] | {"trex": [9, 9, 9, 9]}}
    position = menagerie.new("cubosaurs", seed=7, edition=mine)
    document = position.to_json()
    assert document["edition"] == mine
    assert Position.from_json(document).to_json() == document
