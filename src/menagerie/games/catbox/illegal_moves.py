"""Why a move is not legal: the reason in words and the number of the rule."""

from menagerie.contract import MoveNumber, Reason
from menagerie.games.catbox.card_play import cover_of
from menagerie.games.catbox.layout import (
    card_on,
    column_of,
    is_laid,
    is_uncovered,
    row_of,
    square_of,
    under,
)
from menagerie.games.catbox.move_numbers import (
    END,
    FISH,
    GUARD,
    HELD,
    LIFT,
    PASS,
    PLACE,
    TOKENS_WITHOUT_TARGET,
)
from menagerie.games.catbox.placement import NO_LIFTED_CARD, is_guarded, most_covered
from menagerie.games.catbox.table import NONE, SQUARES, Phase, Table, Token
from menagerie.games.catbox.tokens import is_pinned

ASKED = {
    Phase.PLAY: ("a card must be played", "CAT-T1"),
    Phase.PLACE: ("the card that was chosen must be laid", "CAT-T3"),
    Phase.AFTER: ("a card was played: a token may follow, or the end of the turn", "CAT-A2"),
    Phase.LIFT: ("a card must be moved", "CAT-A7"),
    Phase.RELAY: ("the card that is moved must be laid", "CAT-A7"),
    Phase.OVER: ("the game is over", "CAT-E1"),
}
RULES = {
    Token.PAW: "CAT-A4",
    Token.ATTENTION: "CAT-A5",
    Token.CATBOX: "CAT-A6",
    Token.MOUSE: "CAT-A7",
    Token.FISH: "CAT-A8",
}
WHEN = {
    Token.PAW: "the paw is played after a card, and only if a second one can be laid",
    Token.ATTENTION: "attention is played before a card, and only if one can then be laid",
    Token.CATBOX: "a guard goes on a visible square; before your card, only if one can still be "
    "laid",
    Token.MOUSE: "the mouse is played after a card, and only if one can be moved",
    Token.FISH: "there is no such card in a hand",
}


def why_illegal(table: Table, move: MoveNumber) -> Reason:
    """Why this move is not legal now."""
    table = table.record  # compiled rules take the record
    phase = Phase(table.phase)
    token = _token(move)
    if phase in (Phase.PLAY, Phase.AFTER) and token is not None:
        return _why_no_token(table, token)
    if phase == Phase.PLAY and move <= HELD:
        if cover_of(table, move) == 0:
            rule = "CAT-A8" if move == HELD else "CAT-T1"
            return "there is no such card to play", rule
        return "there is no place for the card", "CAT-T8"
    if phase == Phase.PLAY and move == PASS:
        return "a player who can lay a card cannot pass", "CAT-T8"
    if phase == Phase.LIFT and LIFT <= move < GUARD:
        return _why_not_moved(table, move - LIFT)
    if phase in (Phase.PLACE, Phase.RELAY) and move >= PLACE:
        return _why_no_place(table, move - PLACE)
    if phase == Phase.PLAY and move == END:
        return "a card must be played before the turn ends", "CAT-T1"
    return ASKED[phase]


def _token(move: MoveNumber) -> Token | None:
    if move in TOKENS_WITHOUT_TARGET:
        return TOKENS_WITHOUT_TARGET[move]
    if FISH <= move < PASS:
        return Token.FISH
    return Token.CATBOX if GUARD <= move < PLACE else None


def _why_no_token(table: Table, token: Token) -> Reason:
    if not table.advanced:
        return "the basic game has no tokens", "CAT-A2"
    if table.token_played:
        return "a token was played in this turn already", "CAT-A2"
    if not int(table.tokens[table.to_move]) >> token & 1:
        return "the token was used already", "CAT-A2"
    return WHEN[token], RULES[token]


def _why_not_moved(table: Table, card: int) -> Reason:
    if not is_laid(table, card):
        return "the card is not on the table", "CAT-A7"
    if not is_uncovered(table, card):
        return "a card lies on it", "CAT-A7"
    if is_pinned(table, card):
        return "a token is on it", "CAT-A7"
    return "there is no other place for it", "CAT-A7"


def _why_no_place(table: Table, square: int) -> Reason:
    """The first thing that is wrong with a place."""
    column, row = column_of(table, square), row_of(table, square)
    lifted = int(table.chosen) - LIFT if table.phase == Phase.RELAY else NO_LIFTED_CARD
    covered = _covered(table, column, row, lifted)
    if is_guarded(table, column, row):
        return "a guard protects these squares", "CAT-A6"
    if not covered:
        return "the card must cover a square of one that lies there", "CAT-T3"
    if lifted >= 0 and (table.column[lifted], table.row[lifted]) == (column, row):
        return "it must go to another place", "CAT-A7"
    return _why_too_much(table, covered, lifted)


def _why_too_much(table: Table, covered: list[int], lifted: int) -> Reason:
    if lifted >= 0:
        most = most_covered(table, lifted, int(table.side_up[lifted]))
    else:
        most = cover_of(table, int(table.chosen))
    if len(covered) > most:
        if most == 1:
            return "a side without an empty box covers exactly one square", "CAT-T4"
        return f"the card would cover {len(covered)} squares; at most {most} are allowed", "CAT-T3"
    if len(set(covered)) > 1 and not table.overlap:
        return "the squares covered must belong to one card", "CAT-T5"
    return "at most three of the squares covered may show cats", "CAT-A5"


def _covered(table: Table, column: int, row: int, lifted: int) -> list[int]:
    """The card below each square that would be covered."""
    squares = [square_of(column + (part & 1), row + (part >> 1)) for part in range(SQUARES)]
    cards = [int(card_on(table, square)) for square in squares]
    seen = [
        int(under(table, lifted, square)) if card == lifted else card
        for card, square in zip(cards, squares, strict=True)
    ]
    return [card for card in seen if card != NONE]
