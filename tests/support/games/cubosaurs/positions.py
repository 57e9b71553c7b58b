"""Positions of Cubosaurs for tests: give what matters, and the rest is filled in."""

import copy
from collections import Counter
from typing import Any

from support.games.cubosaurs.referee_scoring import all_kinds

from menagerie import Position, discovery, new

STANDARD = discovery.load("cubosaurs").standard
TILES = list(STANDARD["tiles"])
# Six tokens and free tiles: the supply runs out soon.
FEW_TOKENS = copy.deepcopy(STANDARD) | {"name": "few tokens"}
FEW_TOKENS["dna"] |= {"tokens": 6}
for _tile in FEW_TOKENS["tiles"].values():
    _tile["cost"] = 0
CALM = [name for name, tile in STANDARD["tiles"].items() if not tile["interaction"]]


def table(
    *collections: str,
    hand: str = "trex",
    deck: str = "",
    turn: int = 0,
    options: dict[str, Any] | None = None,
    edition: dict[str, Any] = STANDARD,
    **fields: Any,
) -> Position:
    """A position in the middle of a round; cards are given as words in one text.

    Cards that are not named are set aside, tiles that are not named lie in the pile, and tokens
    that nobody has are the supply.
    """
    players = len(collections)
    header = new("cubosaurs", players=players, seed=1, edition=edition, **(options or {})).header
    cards = [collection.split() for collection in collections]
    known = fields.pop("known", None) or [[turn]] * len(hand.split())
    if header.options["open_hands"]:
        known = [list(range(players))] * len(hand.split())
    rounds = header.options["rounds"]
    position = {
        "phase": "choose",
        "to_move": turn,
        "turn": turn,
        "round": 1,
        "rounds": rounds,
        "starter": 0,
        "direction": 1,
        "deck": deck.split(),
        "destroyed": [],
        "hand": hand.split(),
        "hand_known_to": known,
        "collections": cards,
        "round_scores": [],
        "dna": [0] * players,
        "bought": False,
        "owed": [],
        "pending": None,
        **fields,
    }
    position |= _tiles(header.options, position)
    tokens = edition["dna"]["tokens"] if header.options["advanced"] else 0
    position.setdefault("supply", tokens - sum(position["dna"]))
    there = Counter(
        [*position["deck"], *position["hand"], *(card for own in cards for card in own)]
    )
    position["aside"] = sorted((Counter(all_kinds(edition)) - there).elements())
    return Position.from_json(header.document(position), seed=1)


def _tiles(options: dict[str, Any], position: dict[str, Any]) -> dict[str, Any]:
    everything = TILES if options["interaction"] else CALM
    if not options["advanced"]:
        everything = []
    market = position.get("market", [])
    tiles = position.get("tiles", [[] for _ in position["collections"]])
    named = [*market, *(tile for row in tiles for tile in row)]
    pile = [tile for tile in everything if tile not in named]
    return {"market": market, "tiles": tiles, "pile": position.get("pile", pile)}


def advanced(*collections: str, options: dict[str, Any] | None = None, **given: Any) -> Position:
    """The same in the advanced game."""
    return table(*collections, options={"advanced": True, **(options or {})}, **given)


def state(position: Position) -> dict[str, Any]:
    """The fields of the position document."""
    fields: dict[str, Any] = position.to_json()["position"]
    return fields


def offered(position: Position, verb: str) -> list[dict[str, Any]]:
    """The legal moves of one verb, without it."""
    moves = [move.to_json() for move in position.legal_moves]
    return [
        {name: value for name, value in move.items() if name != "do"}
        for move in moves
        if move["do"] == verb
    ]


def cards_to_add(position: Position) -> set[str]:
    return {move["add"] for move in offered(position, "refuse")}


def tiles_for_sale(position: Position) -> set[str]:
    return {move["tile"] for move in offered(position, "buy")}


def refuse(card: str) -> dict[str, Any]:
    return {"do": "refuse", "add": card}


def buy(tile: str) -> dict[str, Any]:
    return {"do": "buy", "tile": tile}


def on(verb: str, seat: int, card: str) -> dict[str, Any]:
    """A move that names a seat and a card."""
    return {"do": verb, "seat": seat, "card": card}


KEEP = {"do": "keep"}
