"""Positions of Cat Box for tests: give what matters, and the rest is filled in.

A side is named by its picture, as the edition writes it: no two sides are alike, so "BB.W" is the
front of card 0 and "BBW." its back.
"""

from collections.abc import Sequence
from typing import Any

from menagerie import Position, discovery, new

STANDARD = discovery.load("catbox").standard
FRONTS: list[str] = STANDARD["deck"]["fronts"]
BOX = "."
CATS = ["ginger", "black", "white", "grey", "tabby"]
CHIHUAHUA = "chihuahua"
TOKENS = ["paw", "attention", "catbox", "mouse", "fish"]

Laid = tuple[str, int, int]  # a side, with the column and row of its top left square
Square = tuple[int, int]


def mirror(side: str) -> str:
    """The other side of a card."""
    return side[1] + side[0] + side[3] + side[2]


def find(side: str) -> tuple[int, str]:
    """The card that has this side, and which one it is."""
    if side in FRONTS:
        return FRONTS.index(side), "front"
    return FRONTS.index(mirror(side)), "back"


# Sides that no layout of the tests needs, to be held in hands: four cats, or three and a box.
FOUR_CATS = ["GYYB", "TBTG", "BWYY", "YBTG", "TWBW", "BTYT", "GTBY", "WGGW"]
WITH_BOX = ["YBW.", "T.GB", "BTW.", ".GBT", "TBB.", "T.GY", "YWT.", ".TTB"]


def table(
    *hands: Sequence[str],
    layout: Sequence[Laid] = (("GGTY", 0, 0),),
    deck: Sequence[str] | None = None,
    held: Sequence[Sequence[str]] = (),
    guards: Sequence[tuple[int, int, int]] = (),
    advanced: bool = False,
    overlap: str = "one",
    **fields: Any,
) -> Position:
    """A position before the card of seat 0; `hands` has the public sides of each player's cards.

    Cards that are not named are the deck, or lie under the first card of the layout where the deck
    is named; in the basic game some of them are removed. `held` has the sides that will show,
    `guards` a seat, a column and a row each.
    """
    players = len(hands)
    position = new("catbox", players=players, seed=1, advanced=advanced, overlap=overlap)
    named = {find(side)[0] for row in [*hands, *held, deck or []] for side in row}
    named |= {find(side)[0] for side, _, _ in layout}
    rest = [side for card, side in enumerate(FRONTS) if card not in named]
    removed = [] if advanced else rest[: STANDARD["setup"]["removed"][str(players)]]
    rest = rest[len(removed) :]
    buried: list[Laid] = [] if deck is None else [(side, 0, 0) for side in rest]
    chosen: dict[str, Any] = {
        "phase": "play",
        "to_move": 0,
        "turn": 10,
        "identities": CATS[:players],
        "deck": [_card(side, "up") for side in (rest if deck is None else deck)],
        "removed": [_card(side, "up") for side in removed],
        "layout": [_laid(*laid) for laid in [*buried, *layout]],
        "hands": [[_card(side, "public") for side in hand] for hand in hands],
        "held": [[_card(side, "plays") for side in row] for row in [*held, *[[]] * players]],
        "tokens": [_unused(seat, guards, held) if advanced else [] for seat in range(players)],
        "guards": [{"seat": seat, "at": [column, row]} for seat, column, row in guards],
        "token_played": False,
        "cards_played": 0,
        "to_refill": [],
        "attention": False,
        "chosen": None,
        **fields,
    }
    chosen["held"] = chosen["held"][:players]
    known = CATS if players <= 3 else [*CATS, CHIHUAHUA]
    chosen["unused_identities"] = sorted(set(known) - set(chosen["identities"]))
    return Position.from_json(position.header.document(chosen), seed=1)


def over(*layout: Laid, identities: list[str], **fields: Any) -> Position:
    """A finished game with this visible part."""
    hands: list[list[str]] = [[] for _ in identities]
    fields = {"deck": [], "to_move": None, "phase": "over"} | fields
    return table(*hands, layout=layout, identities=identities, **fields)


def _card(side: str, name: str) -> dict[str, Any]:
    card, which = find(side)
    return {"card": card, name: which}


def _laid(side: str, column: int, row: int) -> dict[str, Any]:
    return {**_card(side, "side"), "at": [column, row]}


def _unused(seat: int, guards: Sequence[tuple[int, int, int]], held: Sequence[Any]) -> list[str]:
    """All tokens but those that lie on the table."""
    spent = ["catbox"] if any(owner == seat for owner, _, _ in guards) else []
    return without(*spent, *(["fish"] if any(held[seat : seat + 1]) else []))


def without(*spent: str) -> list[str]:
    """The tokens of a player who has used these."""
    return [kind for kind in TOKENS if kind not in spent]


# ---- what can be seen


def state(position: Position) -> dict[str, Any]:
    """The fields of the position document."""
    fields: dict[str, Any] = position.to_json()["position"]
    return fields


def offered(position: Position) -> list[dict[str, Any]]:
    return [move.to_json() for move in position.legal_moves]


def places(position: Position, *choice: dict[str, Any]) -> set[Square]:
    """Where a card may be laid now, or would be after these moves."""
    for move in choice:
        position.push(move)
    found = [tuple(move["at"]) for move in offered(position) if move["do"] == "place"]
    for _ in choice:
        position.pop()
    assert len(set(found)) == len(found)
    return set(found)


def cards_offered(position: Position) -> list[dict[str, Any]]:
    """The cards of the hands, in order, then those under my fish."""
    found = [move for move in offered(position) if move["do"] in ("card", "held")]
    return sorted(found, key=str)


def tokens_offered(position: Position) -> set[str]:
    return {move["token"] for move in offered(position) if move["do"] == "token"}


def top(position: Position) -> Laid:
    """The card that was laid last, by the side that it shows."""
    laid = state(position)["layout"][-1]
    front = FRONTS[laid["card"]]
    return (front if laid["side"] == "front" else mirror(front), *laid["at"])


def hand(position: Position, seat: int) -> list[str]:
    """The public sides of a player's cards."""
    return [_shown(card, "public") for card in state(position)["hands"][seat]]


def under_fish(position: Position, seat: int) -> list[str]:
    """The sides that the cards under a player's fish will show."""
    return [_shown(card, "plays") for card in state(position)["held"][seat]]


def _shown(card: dict[str, Any], name: str) -> str:
    front = FRONTS[card["card"]]
    return front if card[name] == "front" else mirror(front)


# ---- moves


def card(seat: int, slot: int = 0) -> dict[str, Any]:
    return {"do": "card", "from": seat, "slot": slot}


def place(column: int, row: int) -> dict[str, Any]:
    return {"do": "place", "at": [column, row]}


def guard(column: int, row: int) -> dict[str, Any]:
    return {"do": "token", "token": "catbox", "at": [column, row]}


def fish(seat: int, slot: int = 0) -> dict[str, Any]:
    return {"do": "token", "token": "fish", "from": seat, "slot": slot}


def lift(side: str) -> dict[str, Any]:
    return {"do": "lift", "card": find(side)[0]}


def play(position: Position, *moves: dict[str, Any]) -> None:
    for move in moves:
        position.push(move)


HELD = {"do": "held", "slot": 0}
PAW = {"do": "token", "token": "paw"}
ATTENTION = {"do": "token", "token": "attention"}
MOUSE = {"do": "token", "token": "mouse"}
END = {"do": "end"}
PASS = {"do": "pass"}
