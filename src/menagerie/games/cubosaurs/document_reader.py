"""Laying a position from JSON onto a table, with every check that it is one."""

from collections import Counter
from typing import Any

from menagerie import jsontext
from menagerie.errors import BadInput
from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.edition import TILE_NAMES
from menagerie.games.cubosaurs.market import ASKS, is_possible
from menagerie.games.cubosaurs.seats import turn_order
from menagerie.games.cubosaurs.table import (
    CARDS,
    HAND,
    KINDS,
    TILES,
    TYPE_OF,
    TYPES,
    At,
    Phase,
    Table,
    Tile,
)
from menagerie.jsontext import Reader

FIELDS = (
    *("phase", "to_move", "turn", "round", "rounds", "starter", "direction"),
    *("deck", "aside", "destroyed", "hand", "hand_known_to", "collections", "round_scores"),
    *("dna", "supply", "market", "pile", "tiles", "bought", "owed", "pending"),
)
SCORES = range(-(1 << 15), 1 << 15)
TILE_PHASES = {int(asks): tile for tile, asks in enumerate(ASKS) if asks != Phase.CHOOSE} | {
    int(Phase.SWAP_GIVE): int(Tile.SWAP)
}


def from_json(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition, players and options."""
    fields = jsontext.fields(data, FIELDS, (), "the position")
    reader = Reader(fields)
    _read_moment(table, reader)
    _read_scores(table, reader)
    _read_cards(table, reader)
    _read_hand(table, reader)
    _read_tokens(table, reader)
    _read_tiles(table, reader)
    _read_pending(table, reader)
    _check_phase(table, reader)


def _read_moment(table: Table, reader: Reader) -> None:
    seats = range(table.players)
    table.phase, table.to_move = reader.asked(names.PHASE_NAMES, int(table.players))
    table.turn = reader.number("turn", seats)
    table.rounds = reader.number("rounds", range(table.rounds, int(table.rounds) + 1))
    table.round_number = reader.number("round", range(1, int(table.rounds) + 1))
    table.starter = reader.number("starter", seats)
    table.direction = reader.one_of("direction", (1, -1))
    table.bought = reader.flag("bought")
    if table.phase == Phase.OVER and (table.round_number != table.rounds or table.bought):
        raise BadInput("in phase over the last round is played and bought is false")


def _read_scores(table: Table, reader: Reader) -> None:
    finished = int(table.round_number) - (table.phase != Phase.OVER)
    rounds = reader.items("round_scores", reader.fields["round_scores"], finished)
    table.round_scores[:] = 0
    for number, scores in enumerate(rounds):
        for seat, score in enumerate(reader.items("round_scores", scores, int(table.players))):
            table.round_scores[number, seat] = reader.in_range("round_scores", score, SCORES)


def _read_cards(table: Table, reader: Reader) -> None:
    """Every card, each exactly once."""
    deck = _kinds(table, reader, "deck")
    hand = _kinds(table, reader, "hand")
    aside = Counter(_kinds(table, reader, "aside"))
    destroyed = Counter(_kinds(table, reader, "destroyed"))
    lists = reader.items("collections", reader.fields["collections"], int(table.players))
    collections = [Counter(_kinds_in(table, reader, "collections", cards)) for cards in lists]
    total = Counter(deck) + Counter(hand) + aside
    for collection in collections:
        total += collection
    for kind, copies in enumerate(table.copies.tolist()):
        if total[kind] != copies:
            raise BadInput(
                f"the card {names.card_name(table, kind)} is there {total[kind]} times; "
                f"the edition has it {copies} times (CUB-C1)"
            )
    if destroyed and not table.advanced:
        raise BadInput("destroyed must be empty in the basic game (CUB-A13)")
    if destroyed - aside:
        kind = next(iter(destroyed - aside))
        raise BadInput(f"destroyed has {names.card_name(table, kind)}, which is not in aside")
    _lay_cards(table, deck, hand, destroyed, collections)


def _lay_cards(
    table: Table,
    deck: list[int],
    hand: list[int],
    destroyed: Counter[int],
    collections: list[Counter[int]],
) -> None:
    if len(hand) + TYPES - len({int(TYPE_OF[kind]) for kind in hand}) + 2 > HAND:
        raise BadInput("hand has more cards of types that it has already than can come together")
    table.deck[:] = 0
    table.deck[: len(deck)] = deck[::-1]
    table.deck_size = len(deck)
    table.hand[:] = 0
    table.hand[: len(hand)] = hand
    table.hand_size = len(hand)
    table.destroyed[:] = [destroyed[kind] for kind in range(KINDS)]
    table.collection[:] = 0
    table.holds[:] = 0
    for seat, collection in enumerate(collections):
        table.collection[seat] = [collection[kind] for kind in range(KINDS)]
        table.holds[seat] = sum(1 << kind for kind in collection)


def _read_hand(table: Table, reader: Reader) -> None:
    """Who knows which card (CUB-T9)."""
    lists = reader.items("hand_known_to", reader.fields["hand_known_to"], int(table.hand_size))
    table.hand_known[:] = 0
    everyone = (1 << int(table.players)) - 1
    for i, seats in enumerate(lists):
        known = 0
        for seat in reader.items("hand_known_to", seats):
            if known >> reader.in_range("hand_known_to", seat, range(table.players)) & 1:
                raise BadInput(f"hand_known_to names seat {seat} twice for one card")
            known |= 1 << seat
        if table.open_hands and known != everyone:
            raise BadInput("hand_known_to must hold all seats with open_hands (CUB-T9)")
        if not known >> int(table.turn) & 1:
            raise BadInput(f"hand_known_to lacks seat {table.turn}, who holds the Hand (CUB-T9)")
        table.hand_known[i] = known


def _read_tokens(table: Table, reader: Reader) -> None:
    tokens = int(table.tokens) if table.advanced else 0
    dna = reader.items("dna", reader.fields["dna"], int(table.players))
    table.dna[:] = 0
    for seat, count in enumerate(dna):
        table.dna[seat] = reader.in_range("dna", count, range(tokens + 1))
    table.supply = reader.number("supply", range(tokens + 1))
    if (total := int(table.dna.sum()) + int(table.supply)) != tokens:
        raise BadInput(f"dna and supply have {total} tokens; the game has {tokens} (CUB-A1)")
    owed = reader.items("owed", reader.fields["owed"])
    if len(owed) > CARDS:
        raise BadInput(f"owed has {len(owed)} tokens; there are only {CARDS} cards to bring them")
    seats = [reader.in_range("owed", seat, range(table.players)) for seat in owed]
    table.owed[:] = 0
    for seat in seats:
        table.owed[seat] += 1
    if seats != sorted(seats, key=turn_order(table).index):
        raise BadInput("owed must be in turn order from the seat whose turn it is (CUB-A4)")


def _read_tiles(table: Table, reader: Reader) -> None:
    """Every tile of this game, each exactly once."""
    table.tile_at[:] = At.OUT
    table.tile_rank[:] = 0
    places: list[tuple[str, Any, int]] = [
        ("market", reader.fields["market"], At.MARKET),
        ("pile", reader.fields["pile"], At.PILE),
    ]
    rows = reader.items("tiles", reader.fields["tiles"], int(table.players))
    places += [("tiles", row, seat) for seat, row in enumerate(rows)]
    seen: Counter[int] = Counter()
    for what, row, place in places:
        for rank, name in enumerate(reader.items(what, row)):
            tile = names.find_tile(jsontext.require_unmasked(name, what), what)
            seen[tile] += 1
            table.tile_at[tile] = place
            table.tile_rank[tile] = rank
    for tile in range(TILES):
        wanted = int(_takes_part(table, tile))
        if seen[tile] != wanted:
            raise BadInput(
                f"the tile {TILE_NAMES[tile]} is there {seen[tile]} times; it must be {wanted} "
                f"in a game with these options (CUB-A1, CUB-A2)"
            )


def _takes_part(table: Table, tile: int) -> bool:
    barred = not table.interaction and int(table.interaction_tiles) >> tile & 1
    return bool(table.advanced) and not barred


def _read_pending(table: Table, reader: Reader) -> None:
    table.pending_seat = 0
    table.pending_kind = 0
    pending = reader.fields["pending"]
    if (pending is not None) != (table.phase == Phase.SWAP_GIVE):
        raise BadInput("pending names a seat and a card in phase swap_give, and else is null")
    if pending is None:
        return
    chosen = Reader(jsontext.fields(pending, ("seat", "card"), (), "pending"))
    seat = chosen.number("seat", range(table.players))
    kind = names.find_kind(table, pending["card"], "pending")
    if seat == table.turn or not table.collection[seat, kind]:
        raise BadInput("pending must name a card that an opponent has (CUB-A17)")
    table.pending_seat = seat
    table.pending_kind = kind


def _check_phase(table: Table, reader: Reader) -> None:
    """Whether what is asked can be asked here."""
    phase = Phase(table.phase)
    name = names.PHASE_NAMES[phase]
    if phase not in (Phase.CHOOSE, Phase.OVER) and not table.advanced:
        raise BadInput(f"the basic game has no phase {name}")
    if table.bought and not table.advanced:
        raise BadInput("bought must be false in the basic game (CUB-A5)")
    if phase == Phase.OVER and (table.hand_size or table.deck_size):
        raise BadInput("deck and hand are empty in phase over (CUB-E1)")
    if (phase == Phase.ROB) != bool(reader.fields["owed"]):
        raise BadInput("owed lists tokens in phase rob, and is empty in all others")
    if phase == Phase.ROB:
        _check_robbery(table, reader)
    elif phase != Phase.OVER:
        if table.to_move != table.turn:
            raise BadInput(f"to_move must be {table.turn}, whose turn it is, in phase {name}")
        if not table.hand_size:
            raise BadInput(f"hand must not be empty in phase {name} (CUB-T1)")
    if phase in TILE_PHASES:
        _check_tile_phase(table, phase)


def _check_robbery(table: Table, reader: Reader) -> None:
    gainer = reader.fields["owed"][0]
    victims = [seat for seat in range(table.players) if seat != gainer and table.dna[seat]]
    if table.to_move != gainer or table.supply or len(victims) < 2:
        raise BadInput(
            "in phase rob the supply is empty, to_move gains the first token owed, "
            "and two opponents or more have tokens (CUB-A4)"
        )


def _check_tile_phase(table: Table, phase: Phase) -> None:
    tile = TILE_PHASES[phase]
    name = names.PHASE_NAMES[phase]
    if not table.bought:
        raise BadInput(f"bought must be true in phase {name}: a tile asks this (CUB-A5)")
    if not is_possible(table, int(table.turn), tile):
        raise BadInput(f"in phase {name} there must be a card to choose (CUB-A6)")


def _kinds(table: Table, reader: Reader, field: str) -> list[int]:
    return _kinds_in(table, reader, field, reader.fields[field])


def _kinds_in(table: Table, reader: Reader, field: str, cards: object) -> list[int]:
    known = names.kinds_by_name(table)
    whole = [jsontext.require_unmasked(card, field) for card in reader.items(field, cards)]
    return [names.pick_kind(known, card, field) for card in whole]
