"""Move numbers: how the compiled rules encode each move."""

from menagerie.games.catbox.table import BOARD, CARDS, HAND, SEATS, Token

CARD = 0  # plus 2 times the seat, plus the slot
HELD = CARD + SEATS * HAND
PAW = HELD + 1
ATTENTION = PAW + 1
MOUSE = ATTENTION + 1
FISH = MOUSE + 1  # plus 2 times the seat, plus the slot
PASS = FISH + SEATS * HAND
END = PASS + 1
LIFT = END + 1  # plus the card
GUARD = LIFT + CARDS  # plus the square of the board
PLACE = GUARD + BOARD  # plus the square of the board
MOVES = PLACE + BOARD

TOKENS_WITHOUT_TARGET = {PAW: Token.PAW, ATTENTION: Token.ATTENTION, MOUSE: Token.MOUSE}
