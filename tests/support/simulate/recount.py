"""An independent recount of a simulation: plays through `Position`, and counts from JSON."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from menagerie.bots.rng import pick
from menagerie.position import Move, Position
from menagerie.simulate import kernels
from menagerie.simulate.plan import Plan


@dataclass
class Game:
    """One replayed game."""

    end: Position
    first: int  # the seat that decided first
    turns: int = 0
    offered: Counter[str] = field(default_factory=Counter)  # verbs, where there was a choice
    chosen: Counter[str] = field(default_factory=Counter)
    moments: list[tuple[Any, Any, Any]] = field(default_factory=list)  # before, move, after: JSON

    @property
    def shares(self) -> list[float]:
        winners = self.end.winners()
        return [(seat in winners) / len(winners) for seat in range(self.end.players)]


def play_again(plan: Plan) -> Iterator[Game]:
    """Replay every random game of a plan from its number."""
    for number in range(plan.games):
        position = Position(plan.header)
        key, chance = np.empty(2, np.uint64), np.empty(2, np.uint64)
        kernels.fill_keys(plan.key, number, key, chance)
        header = plan.header
        header.game.set_up(position.table, header.players, header.options, key.tobytes())
        yield _play(position, chance)


def _play(position: Position, chance: Any) -> Game:
    seat = position.turn
    assert seat is not None
    game, last = Game(position, first=seat), None
    while legal := position.legal_moves:
        before, seat = position.to_json()["position"], position.turn
        move = legal[pick(chance, len(legal))]
        game.turns += seat != last
        last = seat
        if len(legal) > 1:
            game.offered.update({_verb(move) for move in legal})
            game.chosen[_verb(move)] += 1
        position.push(move)
        game.moments.append((before, move.to_json(), position.to_json()["position"]))
    return game


def _verb(move: Move) -> str:
    return str(move.to_json()["do"])


def had(game: Game) -> Iterator[list[set[str]]]:
    """The things of each seat at each scoring, by their names in `study.py`."""
    name = game.end.game.name
    if name == "cubosaurs":
        yield from _had_in_cubosaurs(game)
    elif name == "incubation":
        yield _had_in_incubation(game.moments[-1][2])
    elif name == "catbox":
        yield _had_in_catbox(game.moments[-1][2], advanced=bool(game.end.table.advanced))
    else:
        pytest.skip(f"the recount does not know {name}: add it to `had`")


def _had_in_cubosaurs(game: Game) -> Iterator[list[set[str]]]:
    for before, move, after in game.moments:
        if after["round"] == before["round"] and after["phase"] != "over":
            continue
        collections = [list(cards) for cards in before["collections"]]
        if move["do"] == "keep":
            collections[before["turn"]] += before["hand"]
        tiles = before["tiles"] or [[] for _ in collections]
        yield [
            _names_of_cards(cards) | {f"tile:{tile}" for tile in own}
            for cards, own in zip(collections, tiles, strict=True)
        ]


def _names_of_cards(cards: list[str]) -> set[str]:
    types = Counter(card.partition(":")[0].removesuffix("+dna") for card in cards)
    series = {
        f"{name}:{min(count, 4)}"
        for name, count in types.items()
        if name not in ("grey", "black", "egg")
    }
    return {f"type:{name}" for name in types} | series | {card for card in cards if ":" in card}


def _had_in_incubation(end: Any) -> list[set[str]]:
    return [
        {f"dragon:{egg}" for egg in dragons} | {f"objective:{goal}" for goal in goals}
        for dragons, goals in zip(end["dragons"], end["taken"], strict=True)
    ]


def _had_in_catbox(end: Any, *, advanced: bool) -> list[set[str]]:
    tokens = {"paw", "attention", "catbox", "mouse", "fish"} if advanced else set()
    unused = end["tokens"] if advanced else [[] for _ in end["identities"]]
    return [
        {cat} | {f"token:{token}" for token in tokens - set(left)}
        for cat, left in zip(end["identities"], unused, strict=True)
    ]
