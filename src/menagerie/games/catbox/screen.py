"""The table in a terminal."""

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text as RichText

from menagerie import wording
from menagerie.contract import Seat
from menagerie.games.catbox import names
from menagerie.games.catbox.cards import fish_place, hand_place
from menagerie.games.catbox.document import tokens_of
from menagerie.games.catbox.edition import IDENTITY_NAMES
from menagerie.games.catbox.layout import card_on, part_of, square_of
from menagerie.games.catbox.move_numbers import LIFT
from menagerie.games.catbox.moves import chosen_words
from menagerie.games.catbox.narration import tell
from menagerie.games.catbox.scoring import points, score_identity
from menagerie.games.catbox.table import HIDDEN, IN_DECK, NONE, PICTURE_ONLY, Phase, Table
from menagerie.games.catbox.zones import TALLY, tally_layout
from menagerie.kernel import as_view
from menagerie.kernel.constants import UNKNOWN
from menagerie.texts import Text

__all__ = ["ask", "show", "tell"]

STYLES = (  # of a box and of each cat; the letters differ too, so colour is not needed
    "dim",
    "black on dark_orange",
    "white on grey15",
    "black on white",
    "black on grey66",
    "black on khaki3",
)
CELL = 3  # characters of a square


def ask(table: Table, text: Text) -> str:
    return text(f"phases.{names.PHASE_NAMES[as_view(table).phase]}")


def show(table: Table, text: Text) -> RenderableType:
    table = table.record  # compiled rules take the record
    return Group(
        _status_line(table, text), draw_layout(table), _cats(table, text), _players(table, text)
    )


def _status_line(table: Table, text: Text) -> RichText:
    parts = [
        text("screen.turn", turn=int(table.turn)),
        f"{wording.label('screen.deck', text)} {table.deck_size}",
    ]
    if table.deck_size:
        top = IN_DECK + int(table.deck_size) - 1
        shown = names.picture_letters(table, int(table.card_at[top]), int(table.side_at[top]))
        parts.append(f"{wording.label('screen.top', text)} {shown}")
    line = RichText(" · ".join(parts), style="bold")
    line.append(f"\n{names.legend(table, text)}", style="not bold")
    if table.phase in (Phase.PLACE, Phase.RELAY):
        laid = text("screen.to_lay", card=_card_to_lay(as_view(table), text))
        line.append(f"\n{laid}", style="not bold")
    return line


def _card_to_lay(table: Table, text: Text) -> str:
    if table.phase == Phase.PLACE:
        return chosen_words(table, int(table.chosen), text)
    card = int(table.chosen) - LIFT
    return names.picture_words(table, card, int(table.side_up[card]), text)


def draw_layout(table: Table) -> RichText:
    """The visible squares with the numbers of columns and rows; a guard is in brackets."""
    guards = {(int(table.guard_column[i]), int(table.guard_row[i])) for i in range(table.guards)}
    columns = range(table.left, int(table.right) + 1)
    line = RichText(" " * 5)
    for column in columns:
        line.append(f"{column if column % 2 == 0 else '':>{CELL}}", style="dim")
    for row in range(table.top, int(table.bottom) + 1):
        line.append(f"\n{row:>4} ", style="dim")
        for column in columns:
            _draw_square(table, column, row, (column, row) in guards, line)
    return line


def _draw_square(table: Table, column: int, row: int, guarded: bool, line: RichText) -> None:
    square = square_of(column, row)
    card = int(card_on(table, square))
    if card == NONE:
        line.append(" " * CELL)
        return
    shown = int(table.pictures[card, table.side_up[card], part_of(table, card, square)])
    letter = names.letter(table, shown)
    line.append(f"[{letter}]" if guarded else f" {letter} ", style=STYLES[shown])


def _cats(table: Table, text: Text) -> RichText:
    """What every identity would be worth now, which is public."""
    tally = np.zeros(TALLY, np.int32)
    tally_layout(table, tally)
    worth = [
        f"{text(f'identities.{name}')} {score_identity(identity, tally)}"
        for identity, name in enumerate(IDENTITY_NAMES)
    ]
    return RichText(f"{wording.label('screen.worth', text)} {', '.join(worth)}")


def _players(table: Table, text: Text) -> Grid:
    grid = Grid(box=None, pad_edge=False, show_edge=False)
    grid.add_column("")
    grid.add_column(text("screen.identity"))
    grid.add_column(text("screen.hand"))
    if table.advanced:
        grid.add_column(text("screen.held"))
        grid.add_column(text("screen.tokens"))
    grid.add_column(text("screen.points"), justify="right")
    scores = np.zeros(int(table.players), np.int32)
    points(table, scores)
    for seat in range(table.players):
        cells: list[RenderableType] = [
            wording.player_line(table, seat, text),
            names.identity_words(int(table.identity[seat]), text),
            _hand(table, seat, text),
        ]
        if table.advanced:
            tokens = tokens_of(int(table.tokens[seat]))
            cells.append(_held(table, seat))
            cells.append(", ".join(text(f"tokens.{name}") for name in tokens))
        cells.append("?" if scores[seat] == UNKNOWN else str(scores[seat]))
        grid.add_row(*cells)
    return grid


def _hand(table: Table, seat: Seat, text: Text) -> str:
    """The public sides of a hand; for its owner, the secret sides too."""
    own = int(table.identity[seat]) != HIDDEN and table.phase != Phase.OVER
    cards = []
    for slot in range(table.hand_size[seat]):
        card = int(table.card_at[hand_place(seat, slot)])
        side = int(table.side_at[hand_place(seat, slot)])
        public = names.picture_letters(table, card, side)
        if own and card > PICTURE_ONLY:
            secret = names.picture_letters(table, card, 1 - side)
            cards.append(text("screen.both", public=public, secret=secret))
        else:
            cards.append(public)
    return ", ".join(cards)


def _held(table: Table, seat: Seat) -> str:
    place = fish_place(seat)
    card = int(table.card_at[place])
    return "" if card == NONE else names.picture_letters(table, card, int(table.side_at[place]))
