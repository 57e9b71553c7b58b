"""The table in a terminal."""

import numpy as np
from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text as RichText

from menagerie import wording
from menagerie.contract import Seat
from menagerie.games.cubosaurs import names
from menagerie.games.cubosaurs.document import finished_rounds, tiles_by_place
from menagerie.games.cubosaurs.edition import TILE_NAMES
from menagerie.games.cubosaurs.narration import tell
from menagerie.games.cubosaurs.scoring import points, score_collection
from menagerie.games.cubosaurs.table import HIDDEN, KINDS, TYPE_OF, At, Phase, Table
from menagerie.kernel import Numbers
from menagerie.texts import Text

__all__ = ["ask", "show", "tell"]

STYLES = (  # by type; the names differ too, so colour is not needed
    "dark_orange",
    "blue",
    "purple",
    "cyan",
    "green",
    "bright_black",
    "bold",
    "yellow",
)


def ask(table: Table, text: Text) -> str:
    return text(f"phases.{names.PHASE_NAMES[table.phase]}")


def show(table: Table, text: Text) -> RenderableType:
    table = table.record  # compiled rules take the record
    lines: list[RenderableType] = [_status_line(table, text)]
    if table.advanced:
        lines.append(_market(table, text))
    lines.append(_players(table, text))
    if table.hand_size:
        lines.append(_hand(table, text))
    return Group(*lines)


def _status_line(table: Table, text: Text) -> RichText:
    clockwise = table.direction == 1
    parts = [
        text("screen.round", round=table.round_number, rounds=table.rounds),
        text("screen.clockwise") if clockwise else text("screen.anticlockwise"),
        f"{wording.label('screen.deck', text)} {table.deck_size}",
    ]
    if table.advanced:
        supply = text("screen.cost", cost=table.supply)
        parts.append(f"{wording.label('screen.supply', text)} {supply}")
    line = RichText(" · ".join(parts), style="bold")
    if table.destroyed.any():
        line.append(f" · {wording.label('screen.destroyed', text)} ")
        line.append_text(_cards(table, table.destroyed, text))
    return line


def _market(table: Table, text: Text) -> Grid:
    """The tiles for sale, with what they cost and do."""
    grid = Grid(box=None, pad_edge=False, show_header=False)
    names_of_tiles = [name for name in tiles_by_place(table)[At.MARKET] if name]
    for name in names_of_tiles:
        cost = text("screen.cost", cost=table.tile_cost[TILE_NAMES.index(name)])
        heading = "" if grid.row_count else wording.label("screen.market", text)
        grid.add_row(heading, text(f"tiles.{name}"), cost, text(f"effects.{name}"))
    if not names_of_tiles:
        grid.add_row(wording.label("screen.market", text), text("screen.empty"))
    return grid


def _players(table: Table, text: Text) -> Grid:
    grid = Grid(box=None, pad_edge=False, show_edge=False)
    grid.add_column("")
    grid.add_column(text("screen.collection"), overflow="fold")
    grid.add_column(text("screen.points"), justify="right")
    grid.add_column(text("screen.total"), justify="right")
    if table.advanced:
        grid.add_column(text("screen.dna"), justify="right")
        grid.add_column(text("screen.tiles"))
    totals = np.zeros(int(table.players), np.int32)
    points(table, totals)
    for seat, total in enumerate(totals):
        cells: list[RenderableType] = [
            wording.player_line(table, seat, text),
            _cards(table, table.collection[seat], text),
            str(_round_score(table, seat)),
            str(total),
        ]
        if table.advanced:
            tiles = [TILE_NAMES.index(name) for name in tiles_by_place(table)[seat] if name]
            cells.append(str(table.dna[seat]))
            cells.append(", ".join(names.tile_words(tile, text) for tile in tiles))
        grid.add_row(*cells)
    return grid


def _round_score(table: Table, seat: Seat) -> int:
    """What the collection is worth; after the end, what the last round brought."""
    if table.phase == Phase.OVER:
        return int(table.round_scores[finished_rounds(table) - 1, seat])
    return score_collection(table, seat)


def _cards(table: Table, counts: Numbers, text: Text) -> RichText:
    line = RichText()
    for kind in range(KINDS):
        if not counts[kind]:
            continue
        words = names.card_words(table, kind, text)
        if counts[kind] > 1:
            words = text("forms.copies", count=counts[kind], card=words)
        line.append(", " if line else "").append(words, style=STYLES[TYPE_OF[kind]])
    return line or RichText(text("screen.empty"))


def _hand(table: Table, text: Text) -> RichText:
    holder = wording.player(int(table.turn), text)
    hand = text("forms.label", label=f"{text('screen.hand')} ({holder})")
    line = RichText(f"{hand} ", style="bold")
    for i, kind in enumerate(table.hand[: table.hand_size]):
        hidden = kind == HIDDEN
        words = text("screen.hidden") if hidden else names.card_words(table, int(kind), text)
        style = "dim" if hidden else STYLES[TYPE_OF[kind]]
        line.append(", " if i else "").append(words, style=style)
    return line
