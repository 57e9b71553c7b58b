"""Whole games, with every move checked by a slow, independent referee."""

import copy
from typing import Any

import pytest
from support.games.catbox.referee import Referee
from support.random_games import headers_of, label, play, some
from support.refereed_games import judge_game
from support.runs import JIT_DISABLED, compiled_only

from menagerie import Position, discovery
from menagerie.header import Header

STANDARD = discovery.load("catbox").standard

# Backs of their own, and many sides that several cards share.
PLAIN = copy.deepcopy(STANDARD) | {"name": "plain"}
PLAIN["deck"] = {
    "fronts": ["G.B.", "GGBB", "WYT.", "TTTT"] * 12,
    "back": ["....", "WYTB", "G.B.", "BBBB", "Y..Y", "W.W."] * 8,
}


def judged() -> list[Header]:
    found = list(headers_of(discovery.load("catbox")))
    plain = [
        Header.create("catbox", h.players, seed=h.seed, options=h.options, edition=PLAIN)
        for h in found
        if h.options["advanced"]
    ]
    return [*found, *plain]


def state(position: Position) -> dict[str, Any]:
    """The position's fields, except who knows a card under a fish: the referee sees all cards."""
    fields: dict[str, Any] = position.to_json()["position"]
    for cards in fields["held"]:
        for card in cards:
            card.pop("known_to", None)
    return fields


@pytest.mark.parametrize("header", some(judged()), ids=lambda h: f"{label(h)}-{h.edition['name']}")
def test_an_independent_referee_agrees_with_every_move(header: Header) -> None:
    referee = Referee(header.edition, header.players, header.options)
    judge_game(referee, header, 1, state, every=5 if JIT_DISABLED else 1)


@compiled_only
def test_the_judged_games_ask_everything_there_is_to_ask() -> None:
    """Otherwise the games above would judge less than they seem to."""
    phases, tokens = set(), set()
    for header in judged():
        for position in play(header, 1, eager=0.5):
            phases.add(position.to_json()["position"]["phase"])
        tokens |= {move.to_json().get("token") for move in position.moves}
    assert phases == {"play", "place", "after", "lift", "relay", "over"}
    assert tokens >= {"paw", "attention", "catbox", "mouse", "fish"}
