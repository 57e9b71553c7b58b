"""Renders a table as a terminal shows it, as text or as a picture."""

import io
from typing import Final, Literal, get_args

import numpy as np
from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet
from rich.console import Console, Group, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI as THEME
from rich.text import Text as RichText

from menagerie.errors import BadInput
from menagerie.game import WATCHER, Game, Seat, Table
from menagerie.jsontext import abbreviate_json
from menagerie.kernel import Numbers
from menagerie.research import bitmap_font

COLUMNS, MIN_LINES = 110, 30  # of a picture; it grows if a table needs more lines
SCALE = 2  # screen pixels per pixel of the font
CELL_HEIGHT, CELL_WIDTH = bitmap_font.HEIGHT + 3, bitmap_font.WIDTH + 1  # pixels
Mode = Literal["human", "ansi", "rgb_array"]
MODES: tuple[Mode, ...] = get_args(Mode)
WATCHING: Final = "watcher"
ACTING: Final = "acting"  # the seat to move

Viewer = Seat | Literal["watcher", "acting"]  # a seat, or one of the two above


def check_mode(mode: object) -> Mode | None:
    if mode is not None and mode not in MODES:
        modes = ", ".join(MODES)
        raise BadInput(f"render_mode must be one of {modes} or None, not {abbreviate_json(mode)}")
    return mode


def check_viewer(viewer: object, players: int) -> Viewer:
    is_seat = isinstance(viewer, int) and not isinstance(viewer, bool) and viewer in range(players)
    if not is_seat and viewer not in (WATCHING, ACTING):
        seats = f"a seat from 0 to {players - 1}"
        raise BadInput(
            f"show_to must be {WATCHING}, {ACTING} or {seats}, not {abbreviate_json(viewer)}"
        )
    return viewer  # type: ignore[return-value] # checked above


def seat_of(viewer: Viewer, turn: Seat) -> Seat:
    """The seat whose view to render, or WATCHER."""
    if isinstance(viewer, int):
        return viewer
    return turn if viewer == ACTING else WATCHER


def show(mode: str | None, game: Game, observed: Table) -> str | Numbers | None:
    """Render an observed table in one of MODES; "human" prints it."""
    if mode is None:
        return None
    shown = _renderable(game, observed)
    if mode == "rgb_array":
        return draw(shown)
    text = write(shown)
    if mode == "ansi":
        return text
    Console().file.write(text)
    return None


def _renderable(game: Game, observed: Table) -> RenderableType:
    text = game.text("en")
    question = RichText(f"\n{game.screen.ask(observed, text)}", style="bold")
    return Group(game.screen.show(observed, text), question)


def write(shown: RenderableType) -> str:
    """Text with ANSI colour codes."""
    console = _console()
    console.print(shown)
    assert isinstance(console.file, io.StringIO)  # noqa: S101 - see _console
    return console.file.getvalue()


def draw(shown: RenderableType) -> Numbers:
    """A picture, an array of rows, columns, and red, green and blue."""
    rows = _console().render_lines(shown, pad=False)
    height, width = max(len(rows), MIN_LINES), COLUMNS
    picture = np.empty((height * CELL_HEIGHT, width * CELL_WIDTH, 3), np.uint8)
    picture[:] = THEME.background_color
    for row, segments in enumerate(rows):
        column = 0
        for segment in Segment.filter_control(segments):
            foreground, background = _colours(segment.style or Style())
            for character in segment.text:
                top, left = row * CELL_HEIGHT, column * CELL_WIDTH
                _draw_character(picture, top, left, character, foreground, background)
                column += 1
    return picture.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


def _draw_character(
    picture: Numbers,
    top: int,
    left: int,
    character: str,
    foreground: ColorTriplet,
    background: ColorTriplet,
) -> None:
    picture[top : top + CELL_HEIGHT, left : left + CELL_WIDTH] = background
    area = picture[top + 1 : top + 1 + bitmap_font.HEIGHT, left : left + bitmap_font.WIDTH]
    if area.shape[1] == bitmap_font.WIDTH:  # zero-width characters can exceed the width
        area[bitmap_font.pixels(character)] = foreground


def _colours(style: Style) -> tuple[ColorTriplet, ColorTriplet]:
    """The foreground and background colour of a style."""
    foreground, background = THEME.foreground_color, THEME.background_color
    if style.color:
        foreground = style.color.get_truecolor(THEME, foreground=True)
    if style.bgcolor:
        background = style.bgcolor.get_truecolor(THEME, foreground=False)
    if style.dim:
        foreground = blend_rgb(foreground, background)
    return (background, foreground) if style.reverse else (foreground, background)


def _console() -> Console:
    return Console(
        file=io.StringIO(),
        width=COLUMNS,
        force_terminal=True,
        color_system="256",
        legacy_windows=False,
        highlight=False,
    )
