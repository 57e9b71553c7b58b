"""Cards and points of Cubosaurs for the referee: slow, plain, written from the rules alone.

A card is the name of its kind (`trex`, `grey:2/1+dna`, `egg:raptors`), as in the format.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

Json = dict[str, Any]
DNA = "+dna"


def require(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)


class Box:
    """What a game is played with, and what it is worth."""

    def __init__(self, edition: dict[str, Any], players: int, options: dict[str, Any]) -> None:
        self.edition = edition
        self.players = players
        self.advanced: bool = options["advanced"]
        self.interaction: bool = options["interaction"]
        self.open_hands: bool = options["open_hands"]
        self.rounds: int = options["rounds"]

    def kinds(self) -> list[str]:
        return all_kinds(self.edition)

    def tile_names(self) -> list[str]:
        # CUB-A1, CUB-A2: none in the basic game; without interaction, only the peaceful ones.
        if not self.advanced:
            return []
        tiles = self.edition["tiles"]
        return [name for name in tiles if self.interaction or not tiles[name]["interaction"]]

    def opponents(self, seat: int) -> list[int]:
        return [other for other in range(self.players) if other != seat]

    def victims(self, position: Json, gainer: int) -> list[int]:
        # CUB-A4: opponents who have a token.
        return [seat for seat in self.opponents(gainer) if position["dna"][seat] > 0]

    def score_round(self, collections: list[list[str]], tiles: list[list[str]]) -> list[int]:
        return score_collections(self.edition, collections, tiles)

    def points(self, position: Json) -> list[int]:
        # CUB-R4: the total of the rounds. CUB-A19: every two tokens add 1.
        rounds = list(position["round_scores"])
        if position["phase"] != "over":
            rounds.append(self.score_round(position["collections"], position["tiles"]))
        tokens = position["dna"]
        return [sum(r[seat] for r in rounds) + tokens[seat] // 2 for seat in range(self.players)]

    def winners(self, position: Json) -> list[int]:
        # CUB-R4, CUB-A19: among equals the last round decides, without the tokens.
        require(position["phase"] == "over", "only a game that is over has winners")
        ranks = list(zip(self.points(position), position["round_scores"][-1], strict=True))
        return [seat for seat in range(self.players) if ranks[seat] == max(ranks)]


def all_kinds(edition: Json) -> list[str]:
    """CUB-C1: every card of the box, by the name of its kind, sorted."""
    return sorted(_plain_kinds(edition) + _raptor_kinds(edition) + _egg_kinds(edition))


def _plain_kinds(edition: Json) -> list[str]:
    # CUB-C1, CUB-C4: copies of each plain dinosaur, some of them with the icon.
    names = []
    for name in edition["series"]:
        with_icon = edition["dna"][name]
        names += [name + DNA] * with_icon
        names += [name] * (edition["copies"][name] - with_icon)
    return names


def _raptor_kinds(edition: Json) -> list[str]:
    # CUB-C1, CUB-C4: raptors carry their own values; the icon goes by place in the list, from 1.
    names = []
    for colour in ("grey", "black"):
        for place, (plus, minus) in enumerate(edition["raptors"][colour], start=1):
            value = f"{plus}" if plus == minus else f"{plus}/{minus}"
            icon = DNA if place in edition["dna"][colour] else ""
            names.append(f"{colour}:{value}{icon}")
    return names


def _egg_kinds(edition: Json) -> list[str]:
    # CUB-C3, CUB-C4: one egg for each name in the edition.
    icons = edition["dna"]["egg"]
    return [f"egg:{name}{DNA if name in icons else ''}" for name in edition["eggs"]]


def has_dna(card: str) -> bool:
    # CUB-C4
    return card.endswith(DNA)


def type_of(card: str) -> str:
    # CUB-C2: all eggs are one type, grey and black raptors are two.
    return card.removesuffix(DNA).split(":")[0]


def types_of(cards: Iterable[str]) -> set[str]:
    return {type_of(card) for card in cards}


def score_collections(
    edition: Json, collections: list[list[str]], tiles: list[list[str]]
) -> list[int]:
    # CUB-E2, CUB-A7: everyone scores their own collection and end-of-round tiles.
    return [
        _series_points(edition, own)
        + _raptor_points(own)
        + _egg_points(edition, own, collections)
        + _tile_points(own, bought)
        for own, bought in zip(collections, tiles, strict=True)
    ]


def _series_points(edition: Json, own: list[str]) -> int:
    # CUB-E3: the value for 1, 2, 3 or 4-or-more copies; none: 0.
    total = 0
    for name, values in edition["series"].items():
        copies = _count(own, name)
        if copies > 0:
            total += values[min(copies, len(values)) - 1]
    return total


def _raptor_points(own: list[str]) -> int:
    # CUB-E4: the best over every number of pairs. What a pair scores does not depend on who is with
    # whom, so for a given number of pairs each colour chooses its paired cards by itself.
    grey = [_raptor_values(card) for card in own if type_of(card) == "grey"]
    black = [_raptor_values(card) for card in own if type_of(card) == "black"]
    most = min(len(grey), len(black))
    return max(_best_choice(grey, k) + _best_choice(black, k) for k in range(most + 1))


def _raptor_values(card: str) -> tuple[int, int]:
    # CUB-E4: plus and minus; the name has one number where they are equal.
    plus, _, minus = card.removesuffix(DNA).split(":")[1].partition("/")
    return int(plus), int(minus or plus)


def _best_choice(raptors: list[tuple[int, int]], pairs: int) -> int:
    # CUB-E4: by trying every choice of the cards that are in a pair.
    everyone = range(len(raptors))
    return max(
        sum(raptors[i][0] if i in paired else -raptors[i][1] for i in everyone)
        for paired in combinations(everyone, pairs)
    )


def _egg_points(edition: Json, own: list[str], collections: list[list[str]]) -> int:
    # CUB-E5, CUB-E7: plus if no player has more, a tie (at none, too) is enough; else minus.
    total = 0
    for card in own:
        if type_of(card) == "egg":
            name = card.removesuffix(DNA).split(":")[1]
            plus, minus = edition["eggs"][name]
            most = max(_egg_count(other, name) for other in collections)
            total += plus if _egg_count(own, name) == most else -minus
    return total


def _egg_count(cards: list[str], name: str) -> int:
    # CUB-E6: the raptors' egg counts both colours.
    if name == "raptors":
        return _count(cards, "grey") + _count(cards, "black")
    return _count(cards, name)


def _count(cards: list[str], name: str) -> int:
    return sum(type_of(card) == name for card in cards)


def _tile_points(own: list[str], bought: list[str]) -> int:
    total = 0
    if "types" in bought:
        total += len(types_of(own))  # CUB-A8
    if "eggs" in bought:
        total += 2 * _count(own, "egg")  # CUB-A9
    return total
