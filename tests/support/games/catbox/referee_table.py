"""One move of Cat Box played by the rules, for the referee: slow, plain, on the JSON form."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from support.games.catbox.referee_layout import Json

OTHER_SIDE = {"front": "back", "back": "front"}
NEW_TURN: Json = {"token_played": False, "cards_played": 0, "to_refill": [], "attention": False}


def side_to_play(position: Json, move: Json) -> tuple[int, str]:
    """The card that a move takes from a hand or from under a fish, and the side that shows."""
    me = position["to_move"]
    if move["do"] == "held":  # CAT-A8
        held = position["held"][me][move["slot"]]
        return held["card"], held["plays"]
    taken = position["hands"][move["from"]][move["slot"]]
    public = taken["public"]
    return taken["card"], OTHER_SIDE[public] if move["from"] == me else public  # CAT-T1


class Table:
    """A copy of a position to play one move on. It does not end the turn automatically."""

    def __init__(self, position: Json, hand_size: int) -> None:
        self.position = copy.deepcopy(position)
        self.hand_size = hand_size

    def play(self, move: Json) -> None:
        do, phase = move["do"], self.position["phase"]
        if do == "token":
            self._play_token(move)
        elif do in ("card", "held"):
            self._choose(move, "place")
        elif do == "lift":
            self._choose(move, "relay")
        elif do == "place" and phase == "place":
            self._lay(move["at"])
        elif do == "place":
            self._lay_again(move["at"])
        else:  # "end", and "pass" (CAT-T8)
            self._end_turn()

    # ---- cards

    def _choose(self, move: Json, phase: str) -> None:
        # Nothing moves yet.
        self.position |= {"phase": phase, "chosen": copy.deepcopy(move)}

    def _lay(self, at: list[int]) -> None:
        # CAT-T1, CAT-T3; CAT-A5: attention is for one card.
        p = self.position
        card, side = side_to_play(p, p["chosen"])
        self._take_away(p["chosen"])
        p["layout"].append({"card": card, "side": side, "at": list(at)})
        p["cards_played"] += 1
        p |= {"phase": "after", "chosen": None, "attention": False}

    def _take_away(self, move: Json) -> None:
        # CAT-A8: a card under a fish is not replaced.
        p = self.position
        if move["do"] == "held":
            del p["held"][p["to_move"]][move["slot"]]
            return
        seat = move["from"]
        del p["hands"][seat][move["slot"]]
        if seat not in p["to_refill"]:  # CAT-A4: in the order in which hands lost a card
            p["to_refill"].append(seat)

    def _lay_again(self, at: list[int]) -> None:
        # CAT-A7: same side up, on top of all
        p = self.position
        lifted = next(laid for laid in p["layout"] if laid["card"] == p["chosen"]["card"])
        p["layout"].remove(lifted)
        p["layout"].append({**lifted, "at": list(at)})
        p |= {"phase": "after", "chosen": None}

    # ---- tokens

    def _play_token(self, move: Json) -> None:
        # CAT-A2: one in a turn, and it is out of the game
        p, kind = self.position, move["token"]
        p["tokens"][p["to_move"]].remove(kind)
        p["token_played"] = True
        if kind == "paw":  # CAT-A4
            p["phase"] = "play"
        elif kind == "attention":  # CAT-A5
            p["attention"] = True
        elif kind == "catbox":  # CAT-A6
            p["guards"].append({"seat": p["to_move"], "at": list(move["at"])})
        elif kind == "mouse":  # CAT-A7
            p["phase"] = "lift"
        else:
            self._fish(move)

    def _fish(self, move: Json) -> None:
        # CAT-A8
        card, side = side_to_play(self.position, move)
        self._take_away(move)
        self.position["held"][self.position["to_move"]].append({"card": card, "plays": side})

    # ---- the end of a turn

    def _end_turn(self) -> None:
        p = self.position
        for seat in p["to_refill"]:
            self._refill(p["hands"][seat])
        p |= copy.deepcopy(NEW_TURN)
        if any(p["hands"]) or any(p["held"]):  # CAT-E1, CAT-A9
            self._begin_turn()
        else:
            p |= {"phase": "over", "to_move": None}

    def _refill(self, hand: list[Json]) -> None:
        # CAT-T6, CAT-S4
        deck = self.position["deck"]
        while deck and len(hand) < self.hand_size:
            drawn = deck.pop(0)
            hand.append({"card": drawn["card"], "public": drawn["up"]})

    def _begin_turn(self) -> None:
        # CAT-T7; CAT-A6: now this player's guard falls.
        p = self.position
        seat = (p["to_move"] + 1) % len(p["hands"])
        p["guards"] = [guard for guard in p["guards"] if guard["seat"] != seat]
        p |= {"phase": "play", "to_move": seat, "turn": p["turn"] + 1}
