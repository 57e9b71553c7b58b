"""An independent referee of Cat Box on the JSON form of positions and moves.

`Referee` lists legal moves and judges steps; `Table` plays one move by the rules. Only the setup
is random: it fixes the order of all later draws.
"""

from __future__ import annotations

import json
from itertools import chain

from support.games.catbox.referee_layout import (
    Json,
    Square,
    is_clear,
    picture,
    place_of,
    places,
    require,
    squares_at,
    uncovered,
    visible,
)
from support.games.catbox.referee_scoring import TOKENS, Box
from support.games.catbox.referee_table import NEW_TURN, Table, side_to_play

FIELDS = [
    *("phase", "to_move", "turn", "identities", "unused_identities", "deck", "removed", "layout"),
    *("hands", "held", "tokens", "guards", "token_played", "cards_played", "to_refill"),
    *("attention", "chosen"),
]
END: Json = {"do": "end"}


def same(one: object, other: object) -> bool:
    """Whether two values are equal as JSON, where true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def is_below(number: object, end: int) -> bool:
    return type(number) is int and 0 <= number < end


def moves_to(targets: set[Square]) -> list[Json]:
    return [{"do": "place", "at": list(place)} for place in sorted(targets)]


class Referee(Box):
    """Built with (edition, players, options), see `Box`, which has the points and the winners."""

    # ---- legal moves

    def legal(self, position: Json) -> list[Json]:
        phase = position["phase"]
        if phase == "play":
            return self._play_moves(position)
        if phase == "place":
            return moves_to(self._places(position, position["chosen"], position["attention"]))
        if phase == "after":
            return [dict(END), *self._tokens_after(position)]
        if phase == "lift":  # CAT-A7
            return [{"do": "lift", "card": laid["card"]} for laid in self._movable(position)]
        if phase == "relay":
            card = position["chosen"]["card"]
            lifted = next(laid for laid in position["layout"] if laid["card"] == card)
            return moves_to(self._new_places(position, lifted))
        require(phase == "over", f"there is no phase {phase!r}")
        return []

    def _play_moves(self, position: Json) -> list[Json]:
        # CAT-T1; CAT-T8: passing where no card can be laid
        cards = self._layable(position, position["attention"])
        tokens = self._tokens_before(position) if position["cards_played"] == 0 else []
        return [*(cards or [{"do": "pass"}]), *tokens]

    def _layable(self, position: Json, attention: bool) -> list[Json]:
        """The moves that choose a card, of those that have a place."""
        return [move for move in self._cards(position) if self._places(position, move, attention)]

    def _cards(self, position: Json) -> list[Json]:
        # CAT-T1: any hand's; CAT-A8: mine under a fish, nobody else's
        mine = position["held"][position["to_move"]]
        hands = self._hand_slots(position)
        from_hands: list[Json] = [{"do": "card", "from": seat, "slot": i} for seat, i in hands]
        return [*from_hands, *({"do": "held", "slot": slot} for slot in range(len(mine)))]

    def _hand_slots(self, position: Json) -> list[tuple[int, int]]:
        hands = enumerate(position["hands"])
        return [(seat, slot) for seat, hand in hands for slot in range(len(hand))]

    def _places(self, position: Json, move: Json, attention: bool) -> set[Square]:
        # CAT-T3 to CAT-T5, CAT-A5, CAT-A6
        side = picture(self.edition, *side_to_play(position, move))
        layout, guards = position["layout"], position["guards"]
        return places(layout, self.edition, side, guards, self.overlap, attention)

    # ---- tokens

    def _tokens_at_hand(self, position: Json) -> list[str]:
        # CAT-A2: one in a turn
        mine: list[str] = position["tokens"][position["to_move"]]
        return [] if position["token_played"] else mine

    def _tokens_before(self, position: Json) -> list[Json]:
        mine = self._tokens_at_hand(position)
        moves: list[Json] = []
        if "attention" in mine and self._layable(position, attention=True):  # CAT-A5
            moves.append({"do": "token", "token": "attention"})
        if "catbox" in mine:
            moves += self._guards_before(position)
        if "fish" in mine:
            moves += self._catches(position)
        return moves

    def _tokens_after(self, position: Json) -> list[Json]:
        mine = self._tokens_at_hand(position)
        moves: list[Json] = []
        if "paw" in mine and self._layable(position, attention=False):  # CAT-A4
            moves.append({"do": "token", "token": "paw"})
        if "mouse" in mine and self._movable(position):  # CAT-A7
            moves.append({"do": "token", "token": "mouse"})
        if "catbox" in mine:
            moves += self._guards(position)
        if "fish" in mine:
            moves += self._catches(position)
        return moves

    def _guards(self, position: Json) -> list[Json]:
        # CAT-A6: any visible square
        squares = sorted(visible(position["layout"], self.edition))
        return [{"do": "token", "token": "catbox", "at": list(square)} for square in squares]

    def _guards_before(self, position: Json) -> list[Json]:
        # CAT-A6: only where a card can still be laid, off the new guard too
        each = (self._places(position, move, attention=False) for move in self._cards(position))
        targets = set(chain(*each))
        moves = self._guards(position)
        return [move for move in moves if any(is_clear(place, [move]) for place in targets)]

    def _catches(self, position: Json) -> list[Json]:
        # CAT-A8: out of a hand; what lies under a fish stays there.
        slots = self._hand_slots(position)
        return [{"do": "token", "token": "fish", "from": seat, "slot": i} for seat, i in slots]

    def _movable(self, position: Json) -> list[Json]:
        # CAT-A7: uncovered, without a token on it, and with somewhere to go
        tokens = {place_of(guard) for guard in position["guards"]}
        free = [
            laid
            for laid in uncovered(position["layout"])
            if tokens.isdisjoint(squares_at(place_of(laid)))
        ]
        return [laid for laid in free if self._new_places(position, laid)]

    def _new_places(self, position: Json, lifted: Json) -> set[Square]:
        # CAT-A7: what lay under it is visible again; not the old place
        others = [laid for laid in position["layout"] if laid["card"] != lifted["card"]]
        side = picture(self.edition, lifted["card"], lifted["side"])
        found = places(others, self.edition, side, position["guards"], self.overlap)
        return found - {place_of(lifted)}

    # ---- judging

    def check_start(self, position: Json) -> None:
        # CAT-S1 to CAT-S6
        self._check_fields(position)
        begins = is_below(position["to_move"], self.players)
        require(begins, f"CAT-S6: {position['to_move']!r} begins, not a seat")
        self._check_identities(position["identities"])
        self._check_cards(position)
        self._compare(self._start(position), position, "at the start (CAT-S1 to S6, CAT-A2)")

    def _check_identities(self, identities: object) -> None:
        # CAT-S1
        dealt = isinstance(identities, list) and len(identities) == self.players
        require(dealt, f"CAT-S1: one identity for each player, not {identities!r}")
        assert isinstance(identities, list)
        known = all(name in self.identities() for name in identities)
        require(known, f"CAT-S1: {identities} are not all in the game")
        require(len(set(identities)) == self.players, f"CAT-S1: an identity twice: {identities}")

    def _check_cards(self, position: Json) -> None:
        # CAT-S2, CAT-A1; CAT-S3; CAT-S5
        removed = self._numbers(position["removed"], "up")
        right = len(removed) == self.removed
        require(right, f"CAT-S2, CAT-A1: {self.removed} cards taken off, not {removed}")
        require(isinstance(position["hands"], list), "CAT-S3: hands is not a list")
        hands = [self._numbers(hand, "public") for hand in position["hands"]]
        sizes = [len(hand) for hand in hands]
        right = sizes == [self.hand_size] * self.players
        require(right, f"CAT-S3: {self.hand_size} cards for each player, not {sizes}")
        middle = self._numbers(position["layout"], "side", "at")
        require(len(middle) == 1, f"CAT-S5: one card in the middle, not {middle}")
        deck = self._numbers(position["deck"], "up")
        cards = sorted(chain(deck, removed, middle, *hands))
        right = cards == list(range(len(self.edition["deck"]["fronts"])))
        require(right, f"CAT-S2: each card once, not {cards}")

    def _numbers(self, cards: object, side: str, *others: str) -> list[int]:
        """The numbers of cards that are written with these fields."""
        require(isinstance(cards, list), f"{cards!r} is not a list of cards")
        assert isinstance(cards, list)
        for card in cards:
            written = isinstance(card, dict) and set(card) == {"card", side, *others}
            require(written, f"{card!r} should have {['card', side, *others]}")
            right = type(card["card"]) is int and card[side] in ("front", "back")
            require(right, f"CAT-C1: {card} is not a number and a side")
        return [card["card"] for card in cards]

    def _start(self, seen: Json) -> Json:
        """The only valid start with the same random outcomes as the given one."""
        chance = ("to_move", "identities", "deck", "removed", "hands")
        unused = set(self.identities()) - set(seen["identities"])
        start: Json = {name: seen[name] for name in chance}
        start |= {"phase": "play", "turn": 1, "unused_identities": sorted(unused), **NEW_TURN}
        start |= {"layout": [{**seen["layout"][0], "at": [0, 0]}], "chosen": None, "guards": []}
        tokens = TOKENS if self.advanced else []  # CAT-A2
        start |= {"tokens": [tokens for _ in range(self.players)]}
        return start | {"held": [[] for _ in range(self.players)]}

    def check_step(self, before: Json, move: Json, after: Json) -> None:
        self._check_fields(before)
        self._check_fields(after)
        legal = self.legal(before)
        require(any(same(move, one) for one in legal), f"{move} is not legal; legal: {legal}")
        table = Table(before, self.hand_size)
        table.play(move)
        if self._ends_by_itself(table.position):
            table.play(END)
        self._compare(table.position, after, f"after {move} in phase {before['phase']}")

    def _ends_by_itself(self, position: Json) -> bool:
        # CAT-T6: nothing is left to decide in this turn.
        return position["phase"] == "after" and not self._tokens_after(position)

    def _check_fields(self, position: Json) -> None:
        wrong = set(position) ^ set(FIELDS)
        require(not wrong, f"fields missing or unknown: {sorted(wrong)}")

    def _compare(self, expected: Json, found: Json, what: str) -> None:
        differ = [
            f"{field} should be {expected[field]!r}, is {found[field]!r}"
            for field in FIELDS
            if not same(expected[field], found[field])
        ]
        require(not differ, f"{what}: " + "; ".join(differ))
