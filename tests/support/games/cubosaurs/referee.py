"""An independent referee of Cubosaurs on the JSON form of positions and moves.

`Referee` lists legal moves and judges steps; `_Table` plays one move by the rules. Random
outcomes are taken from the judged position, after checking that they are possible.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from itertools import chain

from support.games.cubosaurs.referee_scoring import Box, Json, has_dna, require, type_of, types_of

FIELDS = [
    *("phase", "to_move", "turn", "round", "rounds", "starter", "direction", "deck", "aside"),
    *("destroyed", "hand", "hand_known_to", "collections", "round_scores", "dna", "supply"),
    *("market", "pile", "tiles", "bought", "owed", "pending"),
]


def same(one: object, other: object) -> bool:
    """Whether two values are equal as JSON, where true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


class Referee(Box):
    """Built with (edition, players, options), see `Box`, which has the points and the winners."""

    # ---- legal moves

    def legal(self, position: Json) -> list[Json]:
        phase, me = position["phase"], position["to_move"]
        if phase == "choose":
            return self._choices(position)
        if phase == "forbidden":  # CUB-A12
            return self._refusals(position, type_in_hand=True)
        if phase == "destroy_own":  # CUB-A13
            return self._picks("destroy", position, [me])
        if phase == "destroy_other":  # CUB-A14
            return self._picks("destroy", position, self.opponents(me))
        if phase == "steal":  # CUB-A15
            return self._picks("steal", position, self.opponents(me))
        if phase == "give":  # CUB-A16
            return self._gifts(position, self.opponents(me))
        if phase == "swap_take":  # CUB-A17
            return self._picks("take", position, self.opponents(me))
        if phase == "swap_give":  # CUB-A17
            return self._gifts(position, [position["pending"]["seat"]])
        if phase == "rob":  # CUB-A4
            return [{"do": "rob", "seat": seat} for seat in self.victims(position, me)]
        require(phase == "over", f"there is no phase {phase!r}")
        return []

    def _choices(self, position: Json) -> list[Json]:
        # CUB-T3, CUB-T4, CUB-T6: keeping is always possible. CUB-A5: one tile in a turn.
        moves: list[Json] = [{"do": "keep"}]
        moves += self._refusals(position, type_in_hand=False)
        if not position["bought"]:
            on_sale = [tile for tile in position["market"] if self._for_sale(position, tile)]
            moves += [{"do": "buy", "tile": tile} for tile in on_sale]
        return moves

    def _refusals(self, position: Json, type_in_hand: bool) -> list[Json]:
        # CUB-T5: a type not in the Hand yet; CUB-A12: one that is.
        held = types_of(position["hand"])
        own = sorted(set(position["collections"][position["to_move"]]))
        return [
            {"do": "refuse", "add": card} for card in own if (type_of(card) in held) == type_in_hand
        ]

    def _for_sale(self, position: Json, tile: str) -> bool:
        # CUB-A5: its cost must be paid. CUB-A6: its effect must be possible.
        me = position["to_move"]
        if position["dna"][me] < self.edition["tiles"][tile]["cost"]:
            return False
        mine = bool(position["collections"][me])
        theirs = any(position["collections"][seat] for seat in self.opponents(me))
        possible = {
            "types": True,
            "eggs": True,
            "draw": bool(position["deck"]),  # CUB-A10
            "free_refusal": True,
            "forbidden": bool(self._refusals(position, type_in_hand=True)),  # CUB-A12
            "destroy_own": mine,
            "destroy_other": theirs,
            "steal": theirs,
            "give": mine,
            "swap": mine and theirs,
        }
        return possible[tile]

    def _picks(self, do: str, position: Json, seats: list[int]) -> list[Json]:
        # CUB-A13, CUB-A14, CUB-A15, CUB-A17: a card lying in one of these seats' collections.
        return [
            {"do": do, "seat": seat, "card": card}
            for seat in seats
            for card in sorted(set(position["collections"][seat]))
        ]

    def _gifts(self, position: Json, seats: list[int]) -> list[Json]:
        # CUB-A16, CUB-A17: a card of one's own, for one of these seats.
        own = sorted(set(position["collections"][position["to_move"]]))
        return [{"do": "give", "seat": seat, "card": card} for seat in seats for card in own]

    # ---- judging

    def check_start(self, position: Json) -> None:
        # CUB-S1 to CUB-S4, CUB-A1: round 1, any starter, clockwise, every token in the supply.
        self._check_fields(position)
        starter = position["starter"]
        require(starter in range(self.players), f"CUB-S3: the starter is {starter!r}, not a seat")
        table = _Table(self, self._empty_table(), position)
        table.set_up_round(1, starter, 1)
        self._compare(table.position, position, "the start")

    def _empty_table(self) -> Json:
        blank: Json = dict.fromkeys(FIELDS)
        supply = self.edition["dna"]["tokens"] if self.advanced else 0
        blank |= {"rounds": self.rounds, "round_scores": [], "dna": [0] * self.players}
        blank |= {"supply": supply, "market": [], "pile": self.tile_names()}
        return blank | {"tiles": [[] for _ in range(self.players)]}

    def check_step(self, before: Json, move: Json, after: Json) -> None:
        self._check_fields(before)
        self._check_fields(after)
        legal = self.legal(before)
        require(any(same(move, one) for one in legal), f"{move} is not legal; legal: {legal}")
        table = _Table(self, before, after)
        table.play(move)
        self._compare(table.position, after, f"{move} in phase {before['phase']}")

    def _check_fields(self, position: Json) -> None:
        wrong = set(position) ^ set(FIELDS)
        require(not wrong, f"fields missing or unknown: {sorted(wrong)}")
        for field in ("deck", "aside", "hand", "market", "pile"):
            require(is_names(position[field]), f"{field} is not a list of names")
        piles = position["collections"]
        shaped = isinstance(piles, list) and all(is_names(cards) for cards in piles)
        require(shaped, "collections is not a list of lists of names")

    def _compare(self, expected: Json, found: Json, what: str) -> None:
        differ = [
            f"{field} should be {expected[field]!r}, is {found[field]!r}"
            for field in FIELDS
            if not same(expected[field], found[field])
        ]
        require(not differ, f"after {what}: " + "; ".join(differ))


class _Table:
    """A copy of a position to play one move on; `seen` has the random outcomes."""

    def __init__(self, box: Box, position: Json, seen: Json) -> None:
        self.box = box
        self.position = copy.deepcopy(position)
        self.seen = copy.deepcopy(seen)

    def play(self, move: Json) -> None:
        phase, do = self.position["phase"], move["do"]
        if phase == "swap_give":
            self._swap(move["card"])
        elif do == "refuse":  # CUB-T4, CUB-A12
            self._add_to_hand(move["add"])
            self._next_turn()
        elif do == "destroy":
            self._destroy(move["seat"], move["card"])
        elif do == "take":  # CUB-A17: nothing moves yet.
            pending = {"seat": move["seat"], "card": move["card"]}
            self.position |= {"phase": "swap_give", "pending": pending}
        elif do == "steal":  # CUB-A15
            self._settle(self._move_card(move["seat"], self.position["turn"], move["card"]))
        elif do == "give":  # CUB-A16
            self._settle(self._move_card(self.position["turn"], move["seat"], move["card"]))
        elif do == "rob":
            self._rob(move["seat"])
            self._settle(self.position["owed"])
        elif do == "buy":
            self._buy(move["tile"])
        else:
            self._keep()

    # ---- the Hand

    def _keep(self) -> None:
        # CUB-T3, CUB-A3
        turn, hand = self.position["turn"], self.position["hand"]
        self.position |= {"hand": [], "hand_known_to": []}
        self._settle([gainer for card in hand for gainer in self._lay_down(turn, card)])

    def _add_to_hand(self, card: str) -> None:
        # CUB-T4; CUB-T9: out of a face-up collection, so known to everybody.
        self.position["collections"][self.position["turn"]].remove(card)
        self.position["hand"].append(card)
        self.position["hand_known_to"].append(list(range(self.box.players)))

    def _draw(self) -> None:
        # CUB-T2, CUB-A10; CUB-T9: known to the one who draws.
        self.position["hand"].append(self.position["deck"].pop(0))
        self.position["hand_known_to"].append([])
        self._look_at_hand()

    def _look_at_hand(self) -> None:
        # CUB-T9: the holder sees it, those before remember; with open hands everyone sees.
        everyone = set(range(self.box.players))
        eyes = everyone if self.box.open_hands else {self.position["turn"]}
        known = self.position["hand_known_to"]
        self.position["hand_known_to"] = [sorted(eyes.union(seats)) for seats in known]

    def _after(self, seat: int, direction: int) -> int:
        # CUB-S3, CUB-R3
        return (seat + direction) % self.box.players

    def _next_turn(self) -> None:
        # CUB-T8
        turn = self._after(self.position["turn"], self.position["direction"])
        self.position |= {"turn": turn, "bought": False}
        self._take_up_hand()

    def _take_up_hand(self) -> None:
        # CUB-T1, CUB-T2; CUB-E1: only where a card must be drawn and none is left the round ends.
        if self.position["hand"]:
            self._look_at_hand()
        elif self.position["deck"]:
            self._draw()
        else:
            return self._end_round()
        return self._ask("choose", self.position["turn"])

    def _ask(self, phase: str, seat: int | None) -> None:
        self.position |= {"phase": phase, "to_move": seat}

    # ---- tiles

    def _buy(self, tile: str) -> None:
        # CUB-A5, CUB-A7: the cost goes to the supply, the tile before its owner.
        turn, cost = self.position["turn"], self.box.edition["tiles"][tile]["cost"]
        self.position["dna"][turn] -= cost
        self.position["supply"] += cost
        self.position["market"].remove(tile)
        self.position["tiles"][turn].append(tile)
        self.position["bought"] = True
        if tile == "draw":  # CUB-A10
            self._draw()
        elif tile == "free_refusal":  # CUB-A11
            self._next_turn()
        elif tile not in ("types", "eggs"):
            self._ask("swap_take" if tile == "swap" else tile, turn)

    def _destroy(self, seat: int, card: str) -> None:
        # CUB-A13, CUB-A14
        self.position["collections"][seat].remove(card)
        for place in ("aside", "destroyed"):
            self.position[place] = sorted([*self.position[place], card])
        self._ask("choose", self.position["turn"])

    def _swap(self, given: str) -> None:
        # CUB-A17; CUB-A4: the buyer's token first.
        turn, pending = self.position["turn"], self.position["pending"]
        self.position["pending"] = None
        self.position["collections"][turn].remove(given)
        gained = self._move_card(pending["seat"], turn, pending["card"])
        self._settle(gained + self._lay_down(pending["seat"], given))

    def _move_card(self, giver: int, taker: int, card: str) -> list[int]:
        self.position["collections"][giver].remove(card)
        return self._lay_down(taker, card)

    def _lay_down(self, seat: int, card: str) -> list[int]:
        """Add a card to a collection; who gains a token by it, as a list of seats."""
        collections = self.position["collections"]
        collections[seat] = sorted([*collections[seat], card])
        return [seat] if self.box.advanced and has_dna(card) else []  # CUB-A3

    # ---- tokens

    def _settle(self, owed: list[int]) -> None:
        # CUB-A3, CUB-A4: one token after the other, until one of them needs a choice.
        self.position["owed"] = owed
        while owed and not self._must_choose(owed[0]):
            self._gain(owed[0])
        if owed:
            return self._ask("rob", owed[0])
        return self._go_on()

    def _must_choose(self, gainer: int) -> bool:
        victims = self.box.victims(self.position, gainer)
        return self.position["supply"] == 0 and len(victims) > 1

    def _gain(self, gainer: int) -> None:
        # CUB-A3, CUB-A4: from the supply, else from the only opponent with a token, else nothing.
        victims = self.box.victims(self.position, gainer)
        if self.position["supply"] > 0:
            self.position["owed"].pop(0)
            self.position["supply"] -= 1
            self.position["dna"][gainer] += 1
        elif victims:
            self._rob(victims[0])
        else:
            self.position["owed"].pop(0)

    def _rob(self, victim: int) -> None:
        # CUB-A4
        gainer = self.position["owed"].pop(0)
        self.position["dna"][victim] -= 1
        self.position["dna"][gainer] += 1

    def _go_on(self) -> None:
        # Every token is settled. There is a Hand in mid-turn only; without one it is either a deal
        # (CUB-S2: nobody has drawn yet) or the end of a turn in which it was kept (CUB-T8).
        if self.position["hand"]:
            self._ask("choose", self.position["turn"])
        elif len(self.position["deck"]) == 6 * self.box.players:
            self._take_up_hand()
        else:
            self._next_turn()

    # ---- rounds

    def _end_round(self) -> None:
        # CUB-E1, CUB-E2, CUB-R1
        p = self.position
        p["round_scores"].append(self.box.score_round(p["collections"], p["tiles"]))
        if p["round"] == p["rounds"]:
            return self._ask("over", None)
        return self.set_up_round(p["round"] + 1, self._next_starter(), -p["direction"])  # CUB-R3

    def _next_starter(self) -> int:
        # CUB-R2: least points; among equals the first from the starter in that round's direction.
        scores = self.position["round_scores"][-1]
        order = self._turn_order(self.position["starter"], self.position["direction"])
        return next(seat for seat in order if scores[seat] == min(scores))

    def _turn_order(self, starter: int, direction: int) -> list[int]:
        order = [starter]
        while len(order) < self.box.players:
            order.append(self._after(order[-1], direction))
        return order

    def set_up_round(self, number: int, starter: int, direction: int) -> None:
        # CUB-S1 to CUB-S4
        self.position |= {"round": number, "starter": starter, "direction": direction}
        self.position |= {"turn": starter, "bought": False, "pending": None, "destroyed": []}
        self.position |= {"hand": [], "hand_known_to": []}
        self._fill_market()
        self._deal()
        collections = self.position["collections"]
        order = self._turn_order(starter, direction)  # CUB-A4: seat by seat from the starter.
        gainers = [seat for seat in order for card in collections[seat] if has_dna(card)]
        self._settle(gainers if self.box.advanced else [])

    def _fill_market(self) -> None:
        # CUB-A1, CUB-A18: tiles in the market stay, all others may come in any order.
        kept, market, pile = self.position["market"], self.seen["market"], self.seen["pile"]
        size = min(self.box.players + 1, len(self.box.tile_names()))
        require(len(market) == size, f"CUB-A18: the market should have {size} tiles: {market}")
        require(market[: len(kept)] == kept, f"CUB-A18: {kept} should stay first in {market}")
        others = self.position["pile"] + list(chain(*self.position["tiles"]))
        shuffled = market[len(kept) :] + pile
        require(Counter(shuffled) == Counter(others), f"CUB-A18: {shuffled} should be {others}")
        tiles: list[list[str]] = [[] for _ in range(self.box.players)]
        self.position |= {"market": market, "pile": pile, "tiles": tiles}

    def _deal(self) -> None:
        # CUB-S1, CUB-S2: any deal will do. The starter's card, if drawn, was the deck's first.
        players = self.box.players
        collections, aside = self.seen["collections"], self.seen["aside"]
        deck = self.seen["hand"] + self.seen["deck"]
        sizes = [len(cards) for cards in collections]
        require(sizes == [4] * players, f"CUB-S2: each collection should have 4 cards, not {sizes}")
        require(len(deck) == 6 * players, f"CUB-S1: Hand and deck have {len(deck)} cards at a deal")
        wrong = Counter(chain(deck, aside, *collections))
        wrong.subtract(self.box.kinds())
        amiss = {card: by for card, by in wrong.items() if by}
        require(not amiss, f"CUB-S1: cards too many or too few at a deal: {amiss}")
        collections = [sorted(cards) for cards in collections]
        self.position |= {"collections": collections, "deck": deck, "aside": sorted(aside)}
