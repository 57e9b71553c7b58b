"""The number of each move, as the compiled rules know it."""

from menagerie.games.catbox.table import BOARD, CARDS, HAND, SEATS, Token

CARD = 0  # and 2 times the seat, and the slot
HELD = CARD + SEATS * HAND
PAW = HELD + 1
ATTENTION = PAW + 1
MOUSE = ATTENTION + 1
FISH = MOUSE + 1  # and 2 times the seat, and the slot
PASS = FISH + SEATS * HAND
END = PASS + 1
LIFT = END + 1  # and the card
GUARD = LIFT + CARDS  # and the square of the board
PLACE = GUARD + BOARD  # and the square of the board
MOVES = PLACE + BOARD

PLAIN_TOKENS = {PAW: Token.PAW, ATTENTION: Token.ATTENTION, MOUSE: Token.MOUSE}
