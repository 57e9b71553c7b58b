"""Slow tests use a sample of the setups of a game; it covers every option."""

from dataclasses import replace

import pytest
from support.random_games import headers, third, traits
from support.runs import compiled_only

from menagerie import discovery
from menagerie.header import Header

GAMES = pytest.mark.parametrize("name", discovery.names())


def of_game(cases: list[Header], name: str) -> list[Header]:
    return [header for header in cases if header.game.name == name]


@compiled_only
@GAMES
def test_every_number_of_players_and_every_option_is_in_the_sample(name: str) -> None:
    every, sample = of_game(headers(), name), of_game(third(headers()), name)
    assert set().union(*map(traits, sample)) == set().union(*map(traits, every))
    assert len(sample) <= max(len(every) / 2, len(discovery.load(name).players))


@GAMES
def test_a_sample_does_not_depend_on_other_games(name: str) -> None:
    assert third(of_game(headers(), name)) == of_game(third(headers()), name)


@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_game_with_one_way_to_set_it_up_is_in_the_sample(place: int) -> None:
    alone = replace(headers()[0], game=replace(headers()[0].game, name="alone"))
    cases = [*headers()[:place], alone, *headers()[place:]]
    assert alone in third(cases)
