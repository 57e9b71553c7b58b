"""The table ⇄ JSON. What a seat does not know is null."""

from menagerie.contract import Seat
from menagerie.games.catbox import names
from menagerie.games.catbox.cards import fish_place, hand_place
from menagerie.games.catbox.edition import IDENTITY_NAMES, SIDE_NAMES, TOKEN_NAMES
from menagerie.games.catbox.moves import to_json as move_to_json
from menagerie.games.catbox.setup import identities_in_play
from menagerie.games.catbox.table import (
    HIDDEN,
    IN_DECK,
    NONE,
    PICTURE_ONLY,
    TAKEN_OFF,
    TOKENS,
    Phase,
    Table,
)
from menagerie.jsontext import Json
from menagerie.kernel import as_view, interpreted


def from_json(table: Table, data: object) -> None:
    """Lay a position onto a table that was set up with its edition, players and options."""
    from menagerie.games.catbox.document_reader import lay_position

    lay_position(table, data)


def to_json(table: Table) -> Json:
    table = as_view(table)
    seats = range(table.players)
    return {
        "phase": names.PHASE_NAMES[table.phase],
        "to_move": None if table.phase == Phase.OVER else int(table.to_move),
        "turn": int(table.turn),
        "identities": [_identity(int(table.identity[seat])) for seat in seats],
        "unused_identities": unused_identities(table),
        "deck": _cards(table, IN_DECK, table.deck_size, "up")[::-1],
        "removed": _cards(table, TAKEN_OFF, table.removed_size, "up"),
        "layout": _layout(table),
        "hands": [
            _cards(table, hand_place(seat, 0), int(table.hand_size[seat]), "public")
            for seat in seats
        ],
        "held": [_held(table, seat) for seat in seats],
        "tokens": [tokens_of(int(table.tokens[seat])) for seat in seats],
        "guards": [_guard(table, i) for i in range(table.guards)],
        "token_played": bool(table.token_played),
        "cards_played": int(table.cards_played),
        "to_refill": table.refill[: table.refills].tolist(),
        "attention": bool(table.attention),
        "chosen": None if table.chosen == NONE else move_to_json(table, int(table.chosen)),
    }


def _identity(identity: int) -> str | None:
    return None if identity == HIDDEN else IDENTITY_NAMES[identity]


def unused_identities(table: Table) -> list[str | None]:
    """The identities set aside, sorted; hidden as long as any other is hidden."""
    dealt = table.identity[: table.players].tolist()
    known = IDENTITY_NAMES[: interpreted(identities_in_play)(table)]
    if HIDDEN in dealt:
        return [None] * (len(known) - len(dealt))
    return [*sorted(name for i, name in enumerate(known) if i not in dealt)]


def _cards(table: Table, first: int, count: int, field: str) -> list[Json | None]:
    """The cards in `count` places from `first` on."""
    cards = table.card_at[first : first + count].tolist()
    sides = table.side_at[first : first + count].tolist()
    return [_card(table, *both, field) for both in zip(cards, sides, strict=True)]


def _card(table: Table, card: int, side: int, field: str) -> Json | None:
    """A card with one of its sides; only a picture if no more is known."""
    if card <= PICTURE_ONLY:
        return {"card": None, field: None, "shows": names.picture(table, card, side)}
    return None if card == HIDDEN else {"card": card, field: SIDE_NAMES[side]}


def _layout(table: Table) -> list[Json]:
    """From the bottom to the top."""
    columns, rows, sides = table.column.tolist(), table.row.tolist(), table.side_up.tolist()
    return [
        {"card": card, "side": SIDE_NAMES[sides[card]], "at": [columns[card], rows[card]]}
        for card in table.stack[: table.laid].tolist()
    ]


def _held(table: Table, seat: Seat) -> list[Json | None]:
    """The card under a fish; `known_to` lists the seats that know it if its side does not tell."""
    place = fish_place(seat)
    if table.card_at[place] == NONE:
        return []
    [held] = _cards(table, place, 1, "plays")
    known = int(table.held_known[seat])
    if held is not None and known:
        held["known_to"] = [other for other in range(table.players) if known >> other & 1]
    return [held]


def tokens_of(tokens: int) -> list[str]:
    return [TOKEN_NAMES[token] for token in range(TOKENS) if tokens >> token & 1]


def _guard(table: Table, i: int) -> Json:
    at = [int(table.guard_column[i]), int(table.guard_row[i])]
    return {"seat": int(table.guard_seat[i]), "at": at}
