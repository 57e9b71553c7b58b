"""One move of Incubation played by the rules, for the referee: slow, plain, on the JSON form."""

from __future__ import annotations

import copy

from support.games.incubation.referee_scoring import NO_DICE, RESOURCES, Box, Json

MOST_ROUNDS = 100  # INC-E5


class Table:
    """A copy of a position to play one move on; a new turn rolls `next_dice`."""

    def __init__(self, box: Box, position: Json, next_dice: list[str]) -> None:
        self.box = box
        self.position = copy.deepcopy(position)
        self.next_dice = list(next_dice)

    def play(self, move: Json, final_dice: list[str]) -> None:
        do = move["do"]
        if self.position["phase"] == "draft":
            return self._draft(move["pile"])
        if do == "objective":
            self._take_objective(move["index"])
            return self._end_turn()
        if do in ("stay", "reroll"):
            return self._finish_roll(do == "reroll", final_dice)
        if do == "use":
            self._use(move["dice"])
        elif do == "take_egg":
            self._use_for_egg(move["die"], move["pile"])
        elif do == "place":
            self._place(move["resource"], move["slot"])
        elif do == "overflow":
            self._pour_overflow(move["section"])
        elif do == "hatch":
            self._hatch(move["slot"])
        else:
            self._take_treasure(move["section"])
        return self._go_on()

    def _ask(self, phase: str) -> None:
        self.position["phase"] = phase

    def _note_the_end(self) -> None:
        # INC-E1: at once
        if self.box.end_has_come(self.position):
            self.position["last_round"] = True

    # ---- automatic steps

    def _go_on(self) -> None:
        """After the roll: carry out all automatic steps up to the next decision."""
        p = self.position
        if any(p["placing"].values()):
            return self._go_on_placing()
        if not all(p["used"]):
            return self._ask("dice")  # INC-T6
        if any(p["overflow"].values()):
            return self._ask("overflow")  # INC-T10
        if p["owed_colours"]:
            return self._go_on_taking()
        if self.box.ready(p):
            return self._go_on_hatching()
        return self._go_on_with_objectives()

    def _go_on_placing(self) -> None:
        # INC-T9, INC-H3: fire before water
        resource = next(name for name in RESOURCES if self.position["placing"][name])
        slots = self.box.takers(self.position, resource)
        if len(slots) > 1:
            return self._ask("place")
        self._place(resource, slots[0])
        return self._go_on()

    def _go_on_taking(self) -> None:
        # INC-T4; INC-H2, INC-H5: where all of a dragon's colour are empty, nothing is taken.
        sections = self.box.treasures_to_take(self.position)
        if len(sections) > 1:
            return self._ask("treasure")
        if sections:
            self._take_treasure(sections[0])
        else:
            del self.position["owed_colours"][:1]
        return self._go_on()

    def _go_on_hatching(self) -> None:
        # INC-H1, INC-H4
        slots = self.box.ready(self.position)
        if len(slots) > 1:
            return self._ask("hatch")
        self._hatch(slots[0])
        return self._go_on()

    def _go_on_with_objectives(self) -> None:
        # INC-O1, INC-O2
        met = self.box.met(self.position)
        if len(met) > 1:
            return self._ask("objective")
        if met:
            self._take_objective(met[0])
        return self._end_turn()

    # ---- turns

    def _draft(self, pile: int) -> None:
        # INC-S6: against the direction of play, the first player last; INC-S7
        self._put_egg(pile)
        if self.position["to_move"] == self.position["first"]:
            return self._begin_turn(self.position["first"])
        self.position["to_move"] = (self.position["to_move"] - 1) % self.box.players
        return None

    def _begin_turn(self, seat: int) -> None:
        # INC-T1
        roll = {"dice": self.next_dice, "used": [False, False], "rolls": 1}
        self.position |= {"phase": "reroll", "to_move": seat, **roll}

    def _end_turn(self) -> None:
        # INC-E1, INC-E5: the game is over at the end of a round only.
        self.position["turn"] += 1
        rounds, turns_on = divmod(self.position["turn"], self.box.players)
        last = self.position["last_round"] or rounds == MOST_ROUNDS
        if last and turns_on == 0:
            self.position |= {"phase": "over", "to_move": None, **NO_DICE}
        else:
            self._begin_turn((self.position["to_move"] + 1) % self.box.players)  # INC-S7

    # ---- dice

    def _finish_roll(self, rerolled: bool, dice: list[str]) -> None:
        # INC-T2: the final dice stand, and their chests are used.
        used = [face == "chest" for face in dice]
        self.position |= {"dice": list(dice), "used": used, "rolls": 2 if rerolled else 1}
        if all(used):
            return self._go_on_taking()  # INC-T4
        if any(used):
            self._turn_wheel()
        return self._go_on()

    def _turn_wheel(self) -> None:
        # INC-T3
        self.position["wheel"] = (self.position["wheel"] + 1) % len(self.box.colours)
        self.box.fill_treasures(self.position)

    def _use(self, dice: list[int]) -> None:
        # INC-T7, INC-T8: 1, or 3 for a pair; INC-T14: as far as the supply goes.
        p, face = self.position, self.position["dice"][dice[0]]
        for die in dice:
            p["used"][die] = True
        gained = min(3 if len(dice) == 2 else 1, p["supply"][face])
        p["supply"][face] -= gained
        if face == "gold":
            p["gold"][p["to_move"]] += gained
        else:
            p["overflow"][face] += gained
            self._place_what_is_needed(face, p["overflow"])  # INC-T9

    def _use_for_egg(self, die: int, pile: int) -> None:
        # INC-T11; INC-T10: what an earlier die left over is there for the new egg.
        self.position["used"][die] = True
        self._put_egg(pile)
        for resource in RESOURCES:
            self._place_what_is_needed(resource, self.position["overflow"])

    def _put_egg(self, pile: int) -> None:
        # INC-S6, INC-T11: the top egg, into the first empty slot
        egg = {"egg": self.position["piles"][pile].pop(0), "fire": 0, "water": 0}
        slot = self.box.empty_slots(self.position)[0]
        self.position["slots"][self.position["to_move"]][slot] = egg
        self._note_the_end()

    # ---- fire and water

    def _place_what_is_needed(self, resource: str, source: Json) -> None:
        # INC-T9, INC-T10, INC-H3: what no egg needs stays where it is.
        needed = min(source[resource], self.box.whole_need(self.position, resource))
        source[resource] -= needed
        self.position["placing"][resource] += needed

    def _place(self, resource: str, slot: int) -> None:
        self.position["placing"][resource] -= 1
        self.position["slots"][self.position["to_move"]][slot][resource] += 1

    def _pour_overflow(self, section: int) -> None:
        # INC-T10
        for resource in RESOURCES:
            amount = self.position["overflow"][resource]
            self.position["treasures"][section][resource] += amount
            self.position["overflow"][resource] = 0

    # ---- dragons and objectives

    def _take_treasure(self, section: int) -> None:
        # INC-T5, INC-H3
        p, treasure = self.position, self.position["treasures"][section]
        del p["owed_colours"][:1]
        p["gold"][p["to_move"]] += treasure["gold"]
        treasure["gold"] = 0
        for resource in RESOURCES:
            self._place_what_is_needed(resource, treasure)

    def _hatch(self, slot: int) -> None:
        # INC-H1; INC-H2, INC-H5, INC-H6: a treasure for each of its colours
        me = self.position["to_move"]
        incubator = self.position["slots"][me][slot]
        for resource in RESOURCES:
            self.position["supply"][resource] += incubator[resource]
        self.position["slots"][me][slot] = None
        self.position["dragons"][me].append(incubator["egg"])
        self.position["owed_colours"] = list(self.box.eggs[incubator["egg"]]["colours"])

    def _take_objective(self, index: int) -> None:
        # INC-O2
        self.position["objectives"].remove(index)
        self.position["taken"][self.position["to_move"]].append(index)
        self._note_the_end()
