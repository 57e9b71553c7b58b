"""The move codec: number ⇄ JSON ⇄ words, and why a move is not legal."""

from functools import cache
from typing import NamedTuple

from menagerie import jsontext, wording
from menagerie.contract import MoveNumber, Seat
from menagerie.errors import BadInput
from menagerie.games.catbox import names
from menagerie.games.catbox.card_play import place_chosen
from menagerie.games.catbox.cards import side_played
from menagerie.games.catbox.edition import TOKEN_NAMES
from menagerie.games.catbox.illegal_moves import why_illegal
from menagerie.games.catbox.layout import NEAR, column_of, is_laid, row_of, square_of
from menagerie.games.catbox.move_numbers import (
    CARD,
    END,
    FISH,
    GUARD,
    HELD,
    LIFT,
    PASS,
    PLACE,
    TOKENS_WITHOUT_TARGET,
)
from menagerie.games.catbox.placement import NO_LIFTED_CARD
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
from menagerie.jsontext import Json, abbreviate_json, choice, integer
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


class DecodedMove(NamedTuple):
    """A decoded move; -1 for what it does not name."""

    verb: str
    token: int = NONE
    seat: Seat = NONE
    slot: int = NONE
    card: int = NONE
    square: int = NONE


@cache
def decode(move: MoveNumber) -> DecodedMove:
    """Decode a move's number."""
    if move < HELD:
        seat, slot = divmod(move - CARD, HAND)
        return DecodedMove("card", seat=seat, slot=slot)
    if move == HELD:
        return DecodedMove("held", slot=0)
    if move in TOKENS_WITHOUT_TARGET:
        return DecodedMove("token", token=TOKENS_WITHOUT_TARGET[move])
    if move < PASS:
        seat, slot = divmod(move - FISH, HAND)
        return DecodedMove("token", token=Token.FISH, seat=seat, slot=slot)
    if move < LIFT:
        return DecodedMove("pass" if move == PASS else "end")
    if move < GUARD:
        return DecodedMove("lift", card=move - LIFT)
    if move < PLACE:
        return DecodedMove("token", token=Token.CATBOX, square=move - GUARD)
    return DecodedMove("place", square=move - PLACE)


def to_json(table: Table, move: MoveNumber) -> Json:
    table, decoded = as_view(table), decode(move)
    data: Json = {"do": decoded.verb}
    if decoded.token != NONE:
        data["token"] = TOKEN_NAMES[decoded.token]
    if decoded.seat != NONE:
        data["from"] = decoded.seat
    if decoded.slot != NONE:
        data["slot"] = decoded.slot
    if decoded.card != NONE:
        data["card"] = decoded.card
    if decoded.square != NONE:
        data["at"] = [*_at(table, decoded.square)]
    return data


def from_json(table: Table, data: object) -> MoveNumber:
    """The number of a move, legal or not; anything else raises BadInput."""
    verb = jsontext.verb(data, VERBS)
    needed = VERBS[verb]
    if verb == "token":
        token = data.get("token") if isinstance(data, dict) else None
        needed += TOKEN_FIELDS.get(str(token), ())
    fields = jsontext.fields(data, ("do", *needed), (), f"the move {verb}")
    if verb == "card":
        return CARD + _hand_card(table, fields)
    if verb == "held":
        return HELD + integer(fields, "slot", range(1))
    if verb == "token":
        return _token(table, fields)
    if verb == "lift":
        return LIFT + integer(fields, "card", range(CARDS))
    if verb == "place":
        return PLACE + _square(table, fields)
    return PASS if verb == "pass" else END


def _token(table: Table, fields: Json) -> MoveNumber:
    token = TOKEN_NAMES.index(choice(fields, "token", TOKEN_NAMES))
    if token == Token.FISH:
        return FISH + _hand_card(table, fields)
    if token == Token.CATBOX:
        return GUARD + _square(table, fields)
    return next(move for move, plain in TOKENS_WITHOUT_TARGET.items() if plain == token)


def _hand_card(table: Table, fields: Json) -> int:
    seat = integer(fields, "from", range(table.players))
    return seat * HAND + integer(fields, "slot", range(HAND))


def _square(table: Table, fields: Json) -> int:
    """A square that lies in or near the layout."""
    at = fields["at"]
    if not isinstance(at, list) or len(at) != 2:
        raise BadInput(f"at must be a column and a row, not {abbreviate_json(at)}")
    left, top = int(table.left) - NEAR, int(table.top) - NEAR
    place = {"at (column)": at[0], "at (row)": at[1]}
    column = integer(place, "at (column)", range(left, left + WIDTH))
    return square_of(column, integer(place, "at (row)", range(top, top + WIDTH)))


def to_words(table: Table, move: MoveNumber, text: Text) -> str:
    table, decoded = as_view(table), decode(move)
    if decoded.verb == "token":
        return _token_words(table, move, decoded, text)
    if decoded.verb in ("card", "held"):
        return _card_words(table, move, decoded, text)
    if decoded.verb == "lift":
        return text("moves.lift", card=laid_words(table, decoded.card, text))
    if decoded.verb == "place":
        at = square_words(table, decoded.square, text)
        return text("moves.place", at=at, covered=laid_over(table, decoded.square, text))
    return text(f"moves.{decoded.verb}")


def laid_over(table: Table, square: int, text: Text) -> str:
    """What the card that was chosen would cover there."""
    lifted = int(table.chosen) - LIFT if table.phase == Phase.RELAY else NO_LIFTED_CARD
    return names.covered_words(table, _at(table, square), text, lifted=lifted)


def guarded_words(table: Table, square: int, text: Text) -> str:
    """What a square shows on which a guard may be put."""
    return names.covered_words(table, _at(table, square), text, squares=1)


def square_words(table: Table, square: int, text: Text) -> str:
    return names.at_words(*_at(table, square), text)


def _at(table: Table, square: int) -> tuple[int, int]:
    return _column_of(table, square), _row_of(table, square)


def _card_words(table: Table, move: MoveNumber, decoded: DecodedMove, text: Text) -> str:
    card = chosen_words(table, move, text)
    if decoded.verb == "held":
        return text("moves.held", card=card)
    key = "moves.own_card" if decoded.seat == table.to_move else "moves.card"
    player = wording.player(decoded.seat, text)
    return text(key, card=card, player=player, slot=decoded.slot + 1)


def chosen_words(table: Table, move: MoveNumber, text: Text) -> str:
    """What the card that a move from CARD to HELD names would show."""
    place = _place_chosen(table, move)
    card = int(table.card_at[place])
    if card == NONE:
        return text("forms.no_card")
    own = move != HELD and (move - CARD) // HAND == table.to_move
    if card <= PICTURE_ONLY and own:  # it will show its secret side, which only its holder has seen
        return text("forms.hidden")
    return names.picture_words(table, card, _side_chosen(table, move, place), text)


def _side_chosen(table: Table, move: MoveNumber, place: int) -> int:
    if move == HELD:
        return int(table.side_at[place])
    return _side_played(table, int(table.to_move), (move - CARD) // HAND, place)


def laid_words(table: Table, card: int, text: Text) -> str:
    if not is_laid(table.record, card):
        return text("forms.no_card")
    at = names.at_words(int(table.column[card]), int(table.row[card]), text)
    shown = names.picture_words(table, card, int(table.side_up[card]), text)
    return text("forms.laid", card=shown, at=at)


def _token_words(table: Table, move: MoveNumber, decoded: DecodedMove, text: Text) -> str:
    if decoded.token == Token.CATBOX:
        at = square_words(table, decoded.square, text)
        return text("moves.catbox", at=at, square=guarded_words(table, decoded.square, text))
    if decoded.token == Token.FISH:
        card = chosen_words(table, move - FISH + CARD, text)
        key = "moves.fish_own" if decoded.seat == table.to_move else "moves.fish"
        player = wording.player(decoded.seat, text)
        return text(key, card=card, player=player, slot=decoded.slot + 1)
    return text(f"moves.{TOKEN_NAMES[decoded.token]}")
