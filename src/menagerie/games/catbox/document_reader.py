"""Laying a position from JSON onto a table, with every check that its parts are there."""

from collections import Counter
from typing import Any

from menagerie import jsontext
from menagerie.errors import BadInput
from menagerie.games.catbox import names
from menagerie.games.catbox.cards import fish_place, hand_place, put
from menagerie.games.catbox.document_checks import check_position
from menagerie.games.catbox.edition import IDENTITY_NAMES, SIDE_NAMES, TOKEN_NAMES
from menagerie.games.catbox.layout import card_on, lay, square_of
from menagerie.games.catbox.moves import from_json as move_from_json
from menagerie.games.catbox.moves import parts
from menagerie.games.catbox.setup import clear_table, identities_in_play
from menagerie.games.catbox.table import (
    CARDS,
    IN_DECK,
    NONE,
    SQUARES,
    TAKEN_OFF,
    Table,
)
from menagerie.jsontext import Reader

FIELDS = (
    *("phase", "to_move", "turn", "identities", "unused_identities", "deck", "removed", "layout"),
    *("hands", "held", "tokens", "guards", "token_played", "cards_played", "to_refill"),
    *("attention", "chosen"),
)
TURNS = range(1, 1 << 14)
SPAN = range(-CARDS, CARDS + 1)


def from_json(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition, players and options."""
    reader = Reader(jsontext.fields(data, FIELDS, (), "the position"))
    clear_table(table)
    _read_moment(table, reader)
    _read_identities(table, reader)
    seen: Counter[int] = Counter()
    _read_layout(table, reader, seen)
    _read_hands(table, reader, seen)
    _read_packs(table, reader, seen)
    for card in range(CARDS):
        if seen[card] != 1:
            raise BadInput(f"the card {card} is there {seen[card]} times; each is there once")
    _read_tokens(table, reader)
    _read_turn(table, reader)
    check_position(table)


def _read_moment(table: Table, reader: Reader) -> None:
    table.phase, table.to_move = reader.asked(names.PHASE_NAMES, int(table.players))
    table.turn = reader.number("turn", TURNS)


def _read_identities(table: Table, reader: Reader) -> None:
    """One for each player, and the rest (CAT-S1)."""
    known = IDENTITY_NAMES[: identities_in_play(table)]
    dealt = reader.items("identities", reader.fields["identities"], int(table.players))
    unused = reader.items("unused_identities", reader.fields["unused_identities"])
    for field, row in (("identities", dealt), ("unused_identities", unused)):
        for name in row:
            Reader({field: jsontext.require_unmasked(name, field)}).one_of(field, known)
    for seat, name in enumerate(dealt):
        table.identity[seat] = IDENTITY_NAMES.index(name)
    if unused != sorted(unused) or sorted([*dealt, *unused]) != sorted(known):
        raise BadInput(
            f"identities and unused_identities, sorted, must be {', '.join(known)}, each once"
        )


def _read_layout(table: Table, reader: Reader, seen: Counter[int]) -> None:
    """From the bottom to the top; each card but the first lies on others."""
    for laid in reader.items("layout", reader.fields["layout"]):
        fields = Reader(jsontext.fields(laid, ("card", "side", "at"), (), "layout"))
        card = fields.number("card", range(CARDS))
        if seen[card]:
            raise BadInput(f"the card {card} is there twice; each is there once (CAT-C1)")
        seen[card] += 1
        column, row = _at(fields, "layout")
        if not table.laid and (column, row) != (0, 0):
            raise BadInput("the layout's first card must be at [0, 0]")
        if table.laid and not _touches(table, column, row):
            raise BadInput(f"the card {card} must cover a square of the cards below it (CAT-T3)")
        lay(table, card, SIDE_NAMES.index(fields.one_of("side", SIDE_NAMES)), column, row)
    if not table.laid:
        raise BadInput("layout must have a card (CAT-S5)")


def _touches(table: Table, column: int, row: int) -> bool:
    squares = [square_of(column + (part & 1), row + (part >> 1)) for part in range(SQUARES)]
    near = table.left - 1 <= column <= table.right and table.top - 1 <= row <= table.bottom
    return bool(near) and any(card_on(table, square) != NONE for square in squares)


def _at(fields: Reader, what: str) -> tuple[int, int]:
    at = fields.items(what, fields.fields["at"], 2)
    return fields.in_range(f"{what}.at", at[0], SPAN), fields.in_range(f"{what}.at", at[1], SPAN)


def _read_hands(table: Table, reader: Reader, seen: Counter[int]) -> None:
    most, players = int(table.hand_for[table.players]), int(table.players)
    for seat, row in enumerate(reader.items("hands", reader.fields["hands"], players)):
        hand = reader.items("hands", row)
        if len(hand) > most:
            raise BadInput(f"hands have at most {most} cards here, not {len(hand)} (CAT-S3)")
        for slot, held in enumerate(hand):
            _put(table, hand_place(seat, slot), held, ("hands", "public"), seen)
        table.hand_size[seat] = len(hand)
    for seat, row in enumerate(reader.items("held", reader.fields["held"], players)):
        cards = reader.items("held", row)
        if len(cards) > 1 or (cards and not table.advanced):
            raise BadInput("held has at most one card a player, in the advanced game (CAT-A8)")
        for held in cards:
            _put(table, fish_place(seat), held, ("held", "plays"), seen)
            table.held_known[seat] = _known_to(table, seat, held)


def _known_to(table: Table, seat: int, held: dict[str, Any]) -> int:
    """Who knows the card though its side up leaves it open."""
    place = fish_place(seat)
    reader = Reader(held)
    known = 0
    for other in reader.items("known_to", held.get("known_to", [])):
        known |= 1 << reader.in_range("known_to", other, range(table.players))
    if known and table.twin[table.card_at[place], table.side_at[place]] == NONE:
        raise BadInput("known_to stands only where the side up leaves open which card it is")
    return known


def _read_packs(table: Table, reader: Reader, seen: Counter[int]) -> None:
    """The deck, top first, and the cards taken off it (CAT-S2, CAT-A1)."""
    removed = reader.items("removed", reader.fields["removed"])
    wanted = 0 if table.advanced else int(table.removed_for[table.players])
    if len(removed) != wanted:
        raise BadInput(f"removed must have {wanted} cards here, not {len(removed)} (CAT-S2)")
    for i, card in enumerate(removed):
        _put(table, TAKEN_OFF + i, card, ("removed", "up"), seen)
    table.removed_size = len(removed)
    deck = reader.items("deck", reader.fields["deck"])
    if len(deck) > CARDS:
        raise BadInput(f"deck has {len(deck)} cards; there are {CARDS} (CAT-C1)")
    for i, card in enumerate(reversed(deck)):
        _put(table, IN_DECK + i, card, ("deck", "up"), seen)
    table.deck_size = len(deck)


def _put(table: Table, place: int, held: Any, what: tuple[str, str], seen: Counter[int]) -> None:
    """A card and one of its sides, wherever it lies."""
    name, side = what
    if isinstance(jsontext.require_unmasked(held, name), dict):
        jsontext.require_unmasked(
            held.get("card", NONE), name
        )  # of a view: say so before anything else
    possible = ("known_to",) if name == "held" else ()
    reader = Reader(jsontext.fields(held, ("card", side), possible, name))
    number = reader.in_range(f"{name}.card", reader.fields["card"], range(CARDS))
    seen[number] += 1
    put(table, place, number, SIDE_NAMES.index(reader.one_of(side, SIDE_NAMES)))


def _read_tokens(table: Table, reader: Reader) -> None:
    """Each player has five of them, or has used them (CAT-A2)."""
    players = int(table.players)
    for seat, row in enumerate(reader.items("tokens", reader.fields["tokens"], players)):
        tokens = [
            Reader({"tokens": t}).one_of("tokens", TOKEN_NAMES) for t in reader.items("tokens", row)
        ]
        if tokens != [name for name in TOKEN_NAMES if name in tokens]:
            raise BadInput(f"tokens must be in the order {', '.join(TOKEN_NAMES)}, none twice")
        if tokens and not table.advanced:
            raise BadInput("tokens must be empty in the basic game (CAT-A2)")
        table.tokens[seat] = sum(1 << TOKEN_NAMES.index(name) for name in tokens)
    guards = reader.items("guards", reader.fields["guards"])
    if len(guards) > players:
        raise BadInput("guards are one a player at most (CAT-A2)")
    for i, guard in enumerate(guards):
        fields = Reader(jsontext.fields(guard, ("seat", "at"), (), "guards"))
        table.guard_seat[i] = fields.number("seat", range(players))
        table.guard_column[i], table.guard_row[i] = _at(fields, "guards")
    table.guards = len(guards)


def _read_turn(table: Table, reader: Reader) -> None:
    table.token_played = reader.flag("token_played")
    table.attention = reader.flag("attention")
    table.cards_played = reader.number("cards_played", range(2))
    table.refills = 0
    for seat in reader.items("to_refill", reader.fields["to_refill"]):
        number = reader.in_range("to_refill", seat, range(table.players))
        if number in table.refill[: table.refills]:
            raise BadInput(f"to_refill has seat {number} twice (CAT-T6)")
        table.refill[table.refills] = number
        table.refills += 1
    chosen = reader.fields["chosen"]
    table.chosen = NONE if chosen is None else move_from_json(table, chosen)
    if chosen is not None and parts(int(table.chosen)).verb not in ("card", "held", "lift"):
        raise BadInput("chosen must be the move that chose a card, or null")
