"""Whole games, with every move checked by a slow, independent referee."""

import copy

import pytest
from support.games.incubation.positions import STANDARD, state
from support.games.incubation.referee import Referee
from support.random_games import headers_of, label, play, some
from support.refereed_games import judge_game
from support.runs import compiled_only

from menagerie import discovery
from menagerie.header import Header

# Little of everything, and many chests: the supply runs dry, and treasures are opened often.
SCARCE = copy.deepcopy(STANDARD) | {"name": "scarce"}
SCARCE["supply"] = {"fire": 7, "water": 6, "gold": 12}
SCARCE["die"]["faces"] = ["fire", "water", "water", "gold", "chest", "chest"]
SCARCE["wheel"]["sections"] = [*["red"] * 3, "blue", "green", "purple", "purple", "blue"]
for _goal in SCARCE["objectives"]:
    _goal["gold"] = 1
    _goal["dragons"] = dict.fromkeys(_goal.get("dragons", {}), 1)

# Eggs that hatch at once, and plenty of treasure.
EASY = copy.deepcopy(STANDARD) | {"name": "easy"}
for _group in EASY["eggs"]:
    for _card in _group["cards"]:
        _card |= {"fire": 1 + _card["points"] % 2, "water": 1}
EASY["wheel"]["pointers"] = {"gold": 4, "water": 0, "fire": 1}


def judged() -> list[Header]:
    found = list(headers_of(discovery.load("incubation")))
    others = [
        Header.create("incubation", header.players, seed=header.seed, edition=edition)
        for header in found
        for edition in (SCARCE, EASY)
    ]
    return [*found, *others]


@pytest.mark.parametrize("header", some(judged()), ids=lambda h: f"{label(h)}-{h.edition['name']}")
def test_an_independent_referee_agrees_with_every_move(header: Header) -> None:
    referee = Referee(header.edition, header.players, header.options)
    judge_game(referee, header, 0, state)


@compiled_only
def test_the_judged_games_ask_everything_there_is_to_ask() -> None:
    """Otherwise the games above would judge less than they seem to."""
    phases = set()
    for header in judged():
        phases |= {state(position)["phase"] for position in play(header, 0, eager=0.5)}
    assert phases == {
        *("draft", "reroll", "dice", "place", "overflow", "hatch", "treasure", "objective"),
        "over",
    }
