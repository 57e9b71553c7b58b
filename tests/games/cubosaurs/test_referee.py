"""Whole games, with every move checked by a slow, independent referee."""

import copy

import pytest
from support.games.cubosaurs.positions import STANDARD, state
from support.games.cubosaurs.referee import Referee
from support.random_games import headers_of, label, play, some
from support.refereed_games import judge_game

from menagerie import discovery
from menagerie.header import Header

# Cheap tiles and few tokens: every tile is bought, and the supply runs dry again and again.
LIVELY = copy.deepcopy(STANDARD) | {"name": "lively"}
LIVELY["dna"] |= {"tokens": 5, "egg": ["trex", "raptors"], "grey": [1, 2, 3]}
LIVELY["raptors"]["grey"] = [[5, 0], [1, 9], [2, 2], [2, 1], [0, 0], [3, 3], [3, 3]]
for _tile in LIVELY["tiles"].values():
    _tile["cost"] = min(_tile["cost"], 1)


def judged() -> list[Header]:
    found = list(headers_of(discovery.load("cubosaurs")))
    lively = [
        Header.create("cubosaurs", h.players, seed=h.seed, options=h.options, edition=LIVELY)
        for h in found
        if h.options["advanced"]
    ]
    return [*found, *lively]


@pytest.mark.parametrize("header", some(judged()), ids=lambda h: f"{label(h)}-{h.edition['name']}")
def test_an_independent_referee_agrees_with_every_move(header: Header) -> None:
    referee = Referee(header.edition, header.players, header.options)
    judge_game(referee, header, 0, state)


def test_the_lively_games_ask_everything_there_is_to_ask() -> None:
    """Otherwise the games above would judge less than they seem to."""
    phases = set()
    for header in judged():
        if header.edition is LIVELY:
            phases |= {state(position)["phase"] for position in play(header, 0, eager=0.5)}
    assert phases == {
        *("choose", "forbidden", "destroy_own", "destroy_other", "steal", "give"),
        *("swap_take", "swap_give", "rob", "over"),
    }
