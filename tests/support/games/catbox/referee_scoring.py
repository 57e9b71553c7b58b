"""Components and points of Cat Box for the referee: slow, plain, from the rules alone."""

from __future__ import annotations

from typing import Any

from support.games.catbox.referee_layout import BOX, Json, Square, Zone, require, visible, zones

TOKENS = ["paw", "attention", "catbox", "mouse", "fish"]
CHIHUAHUA = "chihuahua"


class Box:
    """What a game is played with, and what it is worth."""

    def __init__(self, edition: dict[str, Any], players: int, options: dict[str, Any]) -> None:
        self.edition = edition
        self.players = players
        self.advanced: bool = options["advanced"]
        self.overlap: str = options["overlap"]
        require(self.overlap in ("one", "any"), f"CAT-T5: no overlap {self.overlap!r}")
        # CAT-S2, CAT-S3, CAT-A1
        setup = edition["setup"]
        self.removed: int = 0 if self.advanced else setup["removed"][str(players)]
        self.hand_size: int = setup["hand_size"][str(players)]

    def identities(self) -> list[str]:
        # CAT-C3; CAT-S1: with two or three players the Chihuahua is out.
        cats = list(self.edition["cats"].values())
        return cats if self.players <= 3 else [*cats, CHIHUAHUA]

    def points(self, position: Json) -> list[int]:
        # CAT-E2, CAT-E4; CAT-A3: 1 for each token left
        shown = visible(position["layout"], self.edition)
        return [
            self._worth(identity, shown) + len(tokens)
            for identity, tokens in zip(position["identities"], position["tokens"], strict=True)
        ]

    def _worth(self, identity: str, shown: dict[Square, str]) -> int:
        if identity == CHIHUAHUA:
            return chihuahua_points(shown)
        return cat_points(self._letter(identity), shown)

    def _letter(self, identity: str) -> str:
        letters = [letter for letter, name in self.edition["cats"].items() if name == identity]
        require(len(letters) == 1, f"CAT-C3: there is no identity {identity!r}")
        return str(letters[0])

    def winners(self, position: Json) -> list[int]:
        # CAT-E5: among equals the Chihuahua, else the largest zone of one's own, else all of them
        require(position["phase"] == "over", "only a game that is over has winners")
        points, identities = self.points(position), position["identities"]
        best = [seat for seat in range(self.players) if points[seat] == max(points)]
        if any(identities[seat] == CHIHUAHUA for seat in best):
            return [seat for seat in best if identities[seat] == CHIHUAHUA]
        found = zones(visible(position["layout"], self.edition))
        largest = {seat: largest_zone(self._letter(identities[seat]), found) for seat in best}
        return [seat for seat in best if largest[seat] == max(largest.values())]


def cat_points(letter: str, shown: dict[Square, str]) -> int:
    """CAT-E2: every square of the cat, and those of its largest zone again."""
    return list(shown.values()).count(letter) + largest_zone(letter, zones(shown))


def largest_zone(letter: str, found: list[Zone]) -> int:
    return max((len(zone.squares) for zone in found if zone.kind == letter), default=0)


def chihuahua_points(shown: dict[Square, str]) -> int:
    """CAT-E4: 2 for each zone of exactly three, 1 for each empty box."""
    trios = [zone for zone in zones(shown) if len(zone.squares) == 3]
    return 2 * len(trios) + list(shown.values()).count(BOX)
