"""An independent referee of Incubation on the JSON form of positions and moves.

`Referee` lists legal moves and judges steps; `Table` plays one move by the rules. Random
outcomes are taken from the judged position, after checking that they are possible; if the position
does not show them, all possible outcomes are tried.
"""

from __future__ import annotations

import json
from itertools import chain, product

from support.games.incubation.referee_scoring import GOODS, NO_DICE, RESOURCES, Box, Json, require
from support.games.incubation.referee_table import Table

FIELDS = [
    *("phase", "to_move", "first", "turn", "last_round", "wheel", "treasures", "piles"),
    *("objectives", "unused_objectives", "dice", "used", "rolls", "overflow", "placing"),
    *("slots", "dragons", "gold", "taken", "supply", "owed_colours"),
]


def same(one: object, other: object) -> bool:
    """Whether two values are equal as JSON, where true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def is_numbers(value: object) -> bool:
    return isinstance(value, list) and all(type(number) is int for number in value)


def is_below(number: object, end: int) -> bool:
    return type(number) is int and 0 <= number < end


class Referee(Box):
    """Built with (edition, players, options), see `Box`, which has the points and the winners."""

    # ---- legal moves

    def legal(self, position: Json) -> list[Json]:
        phase = position["phase"]
        if phase == "draft":  # INC-S6
            return [{"do": "take_egg", "pile": pile} for pile in self._piles_left(position)]
        if phase == "reroll":  # INC-T1
            rerolls: list[Json] = [{"do": "reroll", "dice": dice} for dice in ([0], [1], [0, 1])]
            return [{"do": "stay"}, *rerolls]
        if phase == "dice":
            return self._die_moves(position)
        if phase == "place":  # INC-T9, INC-H3: fire before water
            resource = next(name for name in RESOURCES if position["placing"][name])
            slots = self.takers(position, resource)
            return [{"do": "place", "resource": resource, "slot": slot} for slot in slots]
        if phase == "overflow":  # INC-T10
            return [{"do": "overflow", "section": s} for s in range(len(self.colours))]
        if phase == "hatch":  # INC-H1
            return [{"do": "hatch", "slot": slot} for slot in self.ready(position)]
        if phase == "treasure":  # INC-T4, INC-H2
            sections = self.treasures_to_take(position)
            return [{"do": "take_treasure", "section": section} for section in sections]
        if phase == "objective":  # INC-O2
            return [{"do": "objective", "index": index} for index in self.met(position)]
        require(phase == "over", f"there is no phase {phase!r}")
        return []

    def _piles_left(self, position: Json) -> list[int]:
        return [pile for pile, eggs in enumerate(position["piles"]) if eggs]

    def _die_moves(self, position: Json) -> list[Json]:
        # INC-T6 to INC-T8; INC-T12: an equal pair together, or the first die for an egg.
        dice = position["dice"]
        unused = [die for die in (0, 1) if not position["used"][die]]
        if unused == [0, 1] and dice[0] == dice[1]:
            return [{"do": "use", "dice": [0, 1]}, *self._egg_moves(position, 0)]
        uses: list[Json] = [{"do": "use", "dice": [die]} for die in unused]
        return [*uses, *chain(*(self._egg_moves(position, die) for die in unused))]

    def _egg_moves(self, position: Json, die: int) -> list[Json]:
        # INC-T11, INC-T13
        if not self.empty_slots(position):
            return []
        piles = self._piles_left(position)
        return [{"do": "take_egg", "die": die, "pile": pile} for pile in piles]

    # ---- judging

    def check_start(self, position: Json) -> None:
        # INC-S1 to INC-S6
        self._check_fields(position)
        first, wheel = position["first"], position["wheel"]
        require(is_below(first, self.players), f"INC-S5: the first is {first!r}, not a seat")
        require(is_below(wheel, len(self.colours)), f"INC-S2: the wheel is at {wheel!r}")
        self._check_piles(position["piles"])
        self._check_objectives(position["objectives"])
        self._compare([self._start(position)], position, "the start (INC-S1 to INC-S6)")

    def _check_piles(self, piles: object) -> None:
        # INC-S3
        shaped = isinstance(piles, list) and all(is_numbers(pile) for pile in piles)
        require(shaped, "INC-S3: piles is not a list of lists of eggs")
        assert isinstance(piles, list)
        sizes = [len(pile) for pile in piles]
        equal = len(sizes) == 3 and len(set(sizes)) == 1
        require(equal, f"INC-S3: three equal piles, not of sizes {sizes}")
        eggs = sorted(chain(*piles))
        require(eggs == list(range(len(self.eggs))), f"INC-S3: each egg once, not {eggs}")

    def _check_objectives(self, objectives: object) -> None:
        # INC-S4
        require(is_numbers(objectives), f"INC-S4: {objectives!r} is not a list of objectives")
        assert isinstance(objectives, list)
        right = self.edition["objectives_in_play"][str(self.players)]
        require(len(objectives) == right, f"INC-S4: {right} objectives, not {objectives}")
        distinct = objectives == sorted(set(objectives))
        require(distinct, f"INC-S4: objectives should ascend: {objectives}")
        known = all(is_below(index, len(self.objectives)) for index in objectives)
        require(known, f"INC-S4: not all of {objectives} are objectives")

    def _start(self, seen: Json) -> Json:
        """The only valid start with the same random outcomes as the given one."""
        seats = range(self.players)
        unused = [i for i in range(len(self.objectives)) if i not in seen["objectives"]]
        start: Json = {name: seen[name] for name in ("first", "wheel", "piles", "objectives")}
        start |= {"phase": "draft", "to_move": (seen["first"] - 1) % self.players}  # INC-S6
        start |= {"turn": 0, "last_round": self.end_has_come(seen), "owed_colours": []}
        start |= {"unused_objectives": unused, **NO_DICE}
        start |= {name: dict.fromkeys(RESOURCES, 0) for name in ("overflow", "placing")}
        start |= {"slots": [[None, None] for _ in seats], "gold": [0 for _ in seats]}  # INC-S1
        start |= {"dragons": [[] for _ in seats], "taken": [[] for _ in seats]}
        start |= {"treasures": [dict.fromkeys(GOODS, 0) for _ in self.colours]}
        start |= {"supply": {good: self.edition["supply"][good] for good in GOODS}}
        self.fill_treasures(start)  # INC-S2
        return start

    def check_step(self, before: Json, move: Json, after: Json) -> None:
        self._check_fields(before)
        self._check_fields(after)
        legal = self.legal(before)
        require(any(same(move, one) for one in legal), f"{move} is not legal; legal: {legal}")
        outcomes = []
        for dice in self._final_dice(before, move, after):
            table = Table(self, before, after["dice"])
            table.play(move, dice)
            outcomes.append(table.position)
        self._compare(outcomes, after, f"after {move} in phase {before['phase']}")

    def _final_dice(self, before: Json, move: Json, after: Json) -> list[list[str]]:
        # INC-T1: dice not rolled again stay. In the next turn, the final dice are not seen.
        if move["do"] != "reroll":
            return [before["dice"]]
        faces = sorted(set(self.faces))
        each = [faces if die in move["dice"] else [before["dice"][die]] for die in (0, 1)]
        possible = [list(dice) for dice in product(*each)]
        if after["turn"] != before["turn"]:
            return possible
        shown = after["dice"]
        require(shown in possible, f"INC-T1: {move} cannot turn {before['dice']} into {shown}")
        return [shown]

    def _check_fields(self, position: Json) -> None:
        wrong = set(position) ^ set(FIELDS)
        require(not wrong, f"fields missing or unknown: {sorted(wrong)}")
        dice = position["dice"]
        number = 0 if position["phase"] in ("draft", "over") else 2
        shaped = isinstance(dice, list) and len(dice) == number
        require(shaped, f"INC-T1: dice should be {number} faces in this phase, not {dice!r}")
        require(all(face in self.faces for face in dice), f"INC-T1: {dice} are no faces of the die")

    def _compare(self, expected: list[Json], found: Json, what: str) -> None:
        """Require that one expected position was found; otherwise report the most similar one."""
        differ = min((self._differences(one, found) for one in expected), key=len)
        require(not differ, f"{what}: " + "; ".join(differ))

    def _differences(self, expected: Json, found: Json) -> list[str]:
        return [
            f"{field} should be {expected[field]!r}, is {found[field]!r}"
            for field in FIELDS
            if not same(expected[field], found[field])
        ]
