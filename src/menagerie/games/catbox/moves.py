"""Moves: number ⇄ JSON ⇄ words, and why one is not legal."""

from functools import cache
from typing import Any, NamedTuple

from menagerie import jsontext, wording
from menagerie.games.catbox import names
from menagerie.games.catbox.cards import side_played
from menagerie.games.catbox.edition import TOKEN_NAMES
from menagerie.games.catbox.layout import NEAR, column_of, is_laid, row_of, square_of
from menagerie.games.catbox.numbering import (
    CARD,
    END,
    FISH,
    GUARD,
    HELD,
    LIFT,
    PASS,
    PLACE,
    PLAIN_TOKENS,
)
from menagerie.games.catbox.playing import place_chosen
from menagerie.games.catbox.reasons import why_illegal
from menagerie.games.catbox.table import (
    CARDS,
    HAND,
    NONE,
    PICTURE_ONLY,
    WIDTH,
    Phase,
    Table,
    Token,
)
from menagerie.jsontext import Reader
from menagerie.kernel import as_view, interpreted
from menagerie.texts import Text

__all__ = ["from_json", "to_json", "to_words", "why_illegal"]

VERBS: dict[str, tuple[str, ...]] = {  # the fields of each
    "card": ("from", "slot"),
    "held": ("slot",),
    "token": ("token",),
    "pass": (),
    "end": (),
    "lift": ("card",),
    "place": ("at",),
}
TOKEN_FIELDS = {"catbox": ("at",), "fish": ("from", "slot")}
_column_of, _row_of = interpreted(column_of), interpreted(row_of)
_place_chosen, _side_played = interpreted(place_chosen), interpreted(side_played)


class Parts(NamedTuple):
    """A move taken to pieces; -1 where it names no such thing."""

    verb: str
    token: int = NONE
    seat: int = NONE
    slot: int = NONE
    card: int = NONE
    square: int = NONE


@cache
def parts(move: int) -> Parts:
    """What a move's number says."""
    if move < HELD:
        seat, slot = divmod(move - CARD, HAND)
        return Parts("card", seat=seat, slot=slot)
    if move == HELD:
        return Parts("held", slot=0)
    if move in PLAIN_TOKENS:
        return Parts("token", token=PLAIN_TOKENS[move])
    if move < PASS:
        seat, slot = divmod(move - FISH, HAND)
        return Parts("token", token=Token.FISH, seat=seat, slot=slot)
    if move < LIFT:
        return Parts("pass" if move == PASS else "end")
    if move < GUARD:
        return Parts("lift", card=move - LIFT)
    if move < PLACE:
        return Parts("token", token=Token.CATBOX, square=move - GUARD)
    return Parts("place", square=move - PLACE)


def to_json(table: Table, move: int) -> dict[str, Any]:
    table, done = as_view(table), parts(move)
    data: dict[str, Any] = {"do": done.verb}
    if done.token != NONE:
        data["token"] = TOKEN_NAMES[done.token]
    if done.seat != NONE:
        data["from"] = done.seat
    if done.slot != NONE:
        data["slot"] = done.slot
    if done.card != NONE:
        data["card"] = done.card
    if done.square != NONE:
        data["at"] = [*_at(table, done.square)]
    return data


def from_json(table: Table, data: object) -> int:
    """The number of a move, legal or not; what cannot be a move at all is an error."""
    verb = jsontext.verb(data, VERBS)
    needed = VERBS[verb]
    if verb == "token":
        token = data.get("token") if isinstance(data, dict) else None
        needed += TOKEN_FIELDS.get(str(token), ())
    reader = Reader(jsontext.fields(data, ("do", *needed), (), f"the move {verb}"))
    if verb == "card":
        return CARD + _hand_card(table, reader)
    if verb == "held":
        return HELD + reader.number("slot", range(1))
    if verb == "token":
        return _token(table, reader)
    if verb == "lift":
        return LIFT + reader.number("card", range(CARDS))
    if verb == "place":
        return PLACE + _square(table, reader)
    return PASS if verb == "pass" else END


def _token(table: Table, reader: Reader) -> int:
    token = TOKEN_NAMES.index(reader.one_of("token", TOKEN_NAMES))
    if token == Token.FISH:
        return FISH + _hand_card(table, reader)
    if token == Token.CATBOX:
        return GUARD + _square(table, reader)
    return next(move for move, plain in PLAIN_TOKENS.items() if plain == token)


def _hand_card(table: Table, reader: Reader) -> int:
    seat = reader.number("from", range(table.players))
    return seat * HAND + reader.number("slot", range(HAND))


def _square(table: Table, reader: Reader) -> int:
    """A square that lies in or near the layout."""
    at = reader.items("at", reader.fields["at"], 2)
    left, top = int(table.left) - NEAR, int(table.top) - NEAR
    column = reader.in_range("at (column)", at[0], range(left, left + WIDTH))
    row = reader.in_range("at (row)", at[1], range(top, top + WIDTH))
    return square_of(column, row)


def to_words(table: Table, move: int, text: Text) -> str:
    table, done = as_view(table), parts(move)
    if done.verb == "token":
        return _token_words(table, move, done, text)
    if done.verb in ("card", "held"):
        return _card_words(table, move, done, text)
    if done.verb == "lift":
        return text("moves.lift", card=laid_words(table, done.card, text))
    if done.verb == "place":
        at = square_words(table, done.square, text)
        return text("moves.place", at=at, covered=laid_over(table, done.square, text))
    return text(f"moves.{done.verb}")


def laid_over(table: Table, square: int, text: Text) -> str:
    """What the card that was chosen would cover there."""
    lifted = int(table.chosen) - LIFT if table.phase == Phase.RELAY else NONE
    return names.covered_words(table, _at(table, square), text, lifted=lifted)


def guarded_words(table: Table, square: int, text: Text) -> str:
    """What is seen on a square that a guard may stand on."""
    return names.covered_words(table, _at(table, square), text, squares=1)


def square_words(table: Table, square: int, text: Text) -> str:
    return names.at_words(*_at(table, square), text)


def _at(table: Table, square: int) -> tuple[int, int]:
    return _column_of(table, square), _row_of(table, square)


def _card_words(table: Table, move: int, done: Parts, text: Text) -> str:
    card = chosen_words(table, move, text)
    if done.verb == "held":
        return text("moves.held", card=card)
    key = "moves.own_card" if done.seat == table.to_move else "moves.card"
    player = wording.player(done.seat, text)
    return text(key, card=card, player=player, slot=done.slot + 1)


def chosen_words(table: Table, move: int, text: Text) -> str:
    """What the card that a move from CARD to HELD names would show."""
    place = _place_chosen(table, move)
    card = int(table.card_at[place])
    if card == NONE:
        return text("forms.no_card")
    own = move != HELD and (move - CARD) // HAND == table.to_move
    if card <= PICTURE_ONLY and own:  # it will show the side that only its holder has seen
        return text("forms.hidden")
    return names.picture_words(table, card, _side_chosen(table, move, place), text)


def _side_chosen(table: Table, move: int, place: int) -> int:
    if move == HELD:
        return int(table.side_at[place])
    return _side_played(table, int(table.to_move), (move - CARD) // HAND, place)


def laid_words(table: Table, card: int, text: Text) -> str:
    if not is_laid(table.record, card):
        return text("forms.no_card")
    at = names.at_words(int(table.column[card]), int(table.row[card]), text)
    shown = names.picture_words(table, card, int(table.side_up[card]), text)
    return text("forms.laid", card=shown, at=at)


def _token_words(table: Table, move: int, done: Parts, text: Text) -> str:
    if done.token == Token.CATBOX:
        at = square_words(table, done.square, text)
        return text("moves.catbox", at=at, square=guarded_words(table, done.square, text))
    if done.token == Token.FISH:
        card = chosen_words(table, move - FISH + CARD, text)
        key = "moves.fish_own" if done.seat == table.to_move else "moves.fish"
        player = wording.player(done.seat, text)
        return text(key, card=card, player=player, slot=done.slot + 1)
    return text(f"moves.{TOKEN_NAMES[done.token]}")
