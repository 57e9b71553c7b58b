"""The games to compare: all players and options, and editions with many identical cards."""

import copy
import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

from support.random_games import headers_of

from menagerie import discovery
from menagerie.header import Header

Edition = dict[str, Any]
SOCKET_KIND_PREFIX = "over sockets: "  # of the counters per kind of game
DISTINCT_SIDES = (2, 3, 6, 12, 24)  # in a whole deck


def endless(rng: random.Random, first: int) -> Iterator[Header]:
    """Cycle through all games, numbers of players and options, starting at `first`.

    About half of the games use a generated edition in which many cards share a side.
    """
    kinds = [header for name in discovery.names() for header in headers_of(discovery.load(name))]
    random.Random(0).shuffle(kinds)  # a fixed order, so that the pieces together cover all kinds
    for number in itertools.count(first):
        kind = kinds[number % len(kinds)]
        yield Header.create(
            kind.game.name,
            kind.players,
            seed=rng.getrandbits(64),
            options=kind.options,
            edition=look_alike_edition(kind, rng) if rng.getrandbits(1) else None,
        )


def look_alike_edition(kind: Header, rng: random.Random) -> Edition:
    """An edition in which many components are identical."""
    edition = copy.deepcopy(kind.game.standard)
    edition["name"] = "alike"
    LOOK_ALIKE_EDITIONS.get(kind.game.name, _unchanged)(edition, rng)
    return kind.game.check_edition(edition)


def _unchanged(edition: Edition, rng: random.Random) -> None:
    """For other games: the standard components under another name."""


def _catbox(edition: Edition, rng: random.Random) -> None:
    deck = edition["deck"]
    standard = list(deck["fronts"])
    few = rng.sample(standard, rng.choice(DISTINCT_SIDES))
    deck["fronts"] = [rng.choice(few) for _ in standard]
    if rng.random() < 0.7:
        few = rng.sample(standard, rng.choice(DISTINCT_SIDES)) if rng.random() < 0.5 else few
        deck["back"] = [rng.choice(few) for _ in standard]


def _cubosaurs(edition: Edition, rng: random.Random) -> None:
    for colour, cards in edition["raptors"].items():
        few = [[rng.randrange(5), rng.randrange(5)] for _ in range(rng.choice((1, 2)))]
        edition["raptors"][colour] = [rng.choice(few) for _ in cards]
        edition["dna"][colour] = sorted(rng.sample(range(1, 8), rng.randrange(8)))
    for name in ("trex", "stegosaurus", "brontosaurus"):
        edition["dna"][name] = rng.choice((0, 7))
    for points in edition["series"].values():
        points[:] = [rng.randrange(3)] * 4


def _incubation(edition: Edition, rng: random.Random) -> None:
    few = [
        {"fire": rng.randint(1, 4), "water": rng.randint(1, 4), "points": rng.randrange(6)}
        for _ in range(rng.choice((1, 2, 3)))
    ]
    for group in edition["eggs"]:
        group["cards"] = [dict(rng.choice(few)) for _ in group["cards"]]


LOOK_ALIKE_EDITIONS: dict[str, Callable[[Edition, random.Random], None]] = {
    "catbox": _catbox,
    "cubosaurs": _cubosaurs,
    "incubation": _incubation,
}
