"""Components, needs and points of Incubation for the referee: slow, plain, from the rules alone.

An egg is its number in the edition's order, as in the format. Questions about "my" eggs or
treasures are asked for the player to move.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]
RESOURCES = ("fire", "water")  # Fire is placed before water.
GOODS = ("gold", "water", "fire")  # What a treasure holds, in the order in which the wheel fills.
NO_DICE: Json = {"dice": [], "used": [], "rolls": 0}  # In the draft and when the game is over.


def require(holds: bool, message: str) -> None:
    if not holds:
        raise AssertionError(message)


class Box:
    """What a game is played with, what a position offers, and what it is worth."""

    def __init__(self, edition: dict[str, Any], players: int, options: dict[str, Any]) -> None:
        require(not options, f"INC-C3: there are no options, not {options}")
        self.edition = edition
        self.players = players
        self.eggs = all_eggs(edition)
        self.faces: list[str] = edition["die"]["faces"]
        self.colours: list[str] = edition["wheel"]["sections"]
        self.objectives: list[Json] = edition["objectives"]

    # ---- the market

    def marked(self, wheel: int) -> dict[str, int]:
        # INC-S2, INC-T3: which section each pointer marks.
        pointers = self.edition["wheel"]["pointers"]
        return {good: (wheel + pointers[good]) % len(self.colours) for good in GOODS}

    def fill_treasures(self, position: Json) -> None:
        # INC-S2, INC-T3; INC-T14: as far as the supply goes.
        for good, section in self.marked(position["wheel"]).items():
            if position["supply"][good] > 0:
                position["supply"][good] -= 1
                position["treasures"][section][good] += 1

    def treasures_to_take(self, position: Json) -> list[int]:
        # INC-T4: any that is not empty; INC-H2, INC-H5: for a dragon, of the colour due now.
        due = position["owed_colours"][:1] or self.colours
        filled = [any(treasure[good] for good in GOODS) for treasure in position["treasures"]]
        return [s for s, colour in enumerate(self.colours) if filled[s] and colour in due]

    # ---- my incubators

    def need(self, position: Json, slot: int, resource: str) -> int:
        # INC-C2
        incubator = position["slots"][position["to_move"]][slot]
        if incubator is None:
            return 0
        needed: int = self.eggs[incubator["egg"]][resource] - incubator[resource]
        return needed

    def whole_need(self, position: Json, resource: str) -> int:
        return sum(self.need(position, slot, resource) for slot in (0, 1))

    def takers(self, position: Json, resource: str) -> list[int]:
        # INC-T8: slots whose egg still needs it.
        return [slot for slot in (0, 1) if self.need(position, slot, resource) > 0]

    def empty_slots(self, position: Json) -> list[int]:
        # INC-T11, INC-T13
        return [s for s in (0, 1) if position["slots"][position["to_move"]][s] is None]

    def ready(self, position: Json) -> list[int]:
        # INC-H1: slots whose egg has all that it needs.
        full = [s for s in (0, 1) if all(self.need(position, s, r) == 0 for r in RESOURCES)]
        return [slot for slot in full if slot not in self.empty_slots(position)]

    # ---- objectives, the end, points

    def met(self, position: Json) -> list[int]:
        # INC-O1, INC-O5: of the objectives that lie there, those whose conditions I meet.
        me = position["to_move"]
        dragons, gold = position["dragons"][me], position["gold"][me]
        return [index for index in position["objectives"] if self._meets(index, dragons, gold)]

    def _meets(self, index: int, dragons: list[int], gold: int) -> bool:
        # INC-O3: hybrids do not count. INC-O4: mystery dragons fill whatever is missing.
        objective = self.objectives[index]
        kinds = [self.eggs[dragon]["colours"] for dragon in dragons]
        missing = 0
        for colour, wanted in objective.get("dragons", {}).items():
            missing += max(0, wanted - kinds.count([colour]))
        return gold >= objective.get("gold", 0) and missing <= kinds.count([])

    def end_has_come(self, position: Json) -> bool:
        # INC-E1
        return position["piles"].count([]) >= 2 or not position["objectives"]

    def points(self, position: Json) -> list[int]:
        # INC-E2: eggs in incubators score nothing.
        return [
            sum(self.objectives[index]["points"] for index in position["taken"][seat])
            + sum(self.eggs[dragon]["points"] for dragon in position["dragons"][seat])
            + position["gold"][seat]
            for seat in range(self.players)
        ]

    def winners(self, position: Json) -> list[int]:
        # INC-E3: among equals most objectives, then most dragons, then all of them.
        require(position["phase"] == "over", "only a game that is over has winners")
        objectives = [len(taken) for taken in position["taken"]]
        dragons = [len(own) for own in position["dragons"]]
        ranks = list(zip(self.points(position), objectives, dragons, strict=True))
        return [seat for seat in range(self.players) if ranks[seat] == max(ranks)]


def all_eggs(edition: Json) -> list[Json]:
    """INC-C1, INC-C2: every egg with its needs, points and colours, by its number."""
    groups = edition["eggs"]
    return [{**card, "colours": group["colours"]} for group in groups for card in group["cards"]]
