"""The table as a terminal shows it: as text, or as a picture."""

import io

import numpy as np
from rich.color import blend_rgb
from rich.color_triplet import ColorTriplet
from rich.console import Console, Group, RenderableType
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import DIMMED_MONOKAI as THEME
from rich.text import Text as Line

from menagerie.errors import BadInput
from menagerie.game import WATCHER, Game, Table
from menagerie.jsontext import abbreviate_json
from menagerie.kernel import Numbers
from menagerie.research import letters

COLUMNS, LINES = 110, 30  # of a picture; it grows where a table needs more lines
SCALE = 2  # dots of the screen for a dot of a letter
CELL = (letters.HEIGHT + 3, letters.WIDTH + 1)
MODES = ("human", "ansi", "rgb_array")
WATCHING, ACTING = "watcher", "acting"


def check_mode(mode: object) -> str | None:
    if mode is not None and mode not in MODES:
        raise BadInput(
            f"render_mode is one of {', '.join(MODES)} or None, not {abbreviate_json(mode)}"
        )
    return mode


def check_eyes(eyes: object, players: int) -> int | str:
    """For whom a table is shown: a watcher, whoever is to move, or a seat."""
    seat = isinstance(eyes, int) and not isinstance(eyes, bool) and eyes in range(players)
    if not seat and eyes not in (WATCHING, ACTING):
        seats = f"a seat from 0 to {players - 1}"
        raise BadInput(f"show_to is {WATCHING}, {ACTING} or {seats}, not {abbreviate_json(eyes)}")
    return eyes  # type: ignore[return-value] # one of these


def seat_of(eyes: int | str, turn: int) -> int:
    """Whose eyes these are now."""
    if isinstance(eyes, int):
        return eyes
    return turn if eyes == ACTING else WATCHER


def show(mode: str | None, game: Game, observed: Table) -> str | Numbers | None:
    """An observed table in one of the modes; for people it is printed."""
    if mode is None:
        return None
    shown = _shown(game, observed)
    if mode == "rgb_array":
        return draw(shown)
    text = write(shown)
    if mode == "ansi":
        return text
    Console().file.write(text)
    return None


def _shown(game: Game, observed: Table) -> RenderableType:
    text = game.text("en")
    asked = Line(f"\n{game.screen.ask(observed, text)}", style="bold")
    return Group(game.screen.show(observed, text), asked)


def write(shown: RenderableType) -> str:
    """As text, with the codes that colour it in a terminal."""
    console = _console()
    console.print(shown)
    assert isinstance(console.file, io.StringIO)  # noqa: S101 - so it was made
    return console.file.getvalue()


def draw(shown: RenderableType) -> Numbers:
    """As a picture: rows and columns of red, green and blue."""
    rows = _console().render_lines(shown, pad=False)
    height, width = max(len(rows), LINES), COLUMNS
    picture = np.empty((height * CELL[0], width * CELL[1], 3), np.uint8)
    picture[:] = THEME.background_color
    for row, segments in enumerate(rows):
        column = 0
        for segment in Segment.filter_control(segments):
            ink, paper = _colours(segment.style or Style())
            for letter in segment.text:
                _place(picture, row * CELL[0], column * CELL[1], letter, ink, paper)
                column += 1
    return picture.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


def _place(
    picture: Numbers, top: int, left: int, letter: str, ink: ColorTriplet, paper: ColorTriplet
) -> None:
    picture[top : top + CELL[0], left : left + CELL[1]] = paper
    place = picture[top + 1 : top + 1 + letters.HEIGHT, left : left + letters.WIDTH]
    if place.shape[1] == letters.WIDTH:  # a wide sign may reach over the edge
        place[letters.dots(letter)] = ink


def _colours(style: Style) -> tuple[ColorTriplet, ColorTriplet]:
    ink, paper = THEME.foreground_color, THEME.background_color
    if style.color:
        ink = style.color.get_truecolor(THEME, foreground=True)
    if style.bgcolor:
        paper = style.bgcolor.get_truecolor(THEME, foreground=False)
    if style.dim:
        ink = blend_rgb(ink, paper)
    return (paper, ink) if style.reverse else (ink, paper)


def _console() -> Console:
    return Console(
        file=io.StringIO(),
        width=COLUMNS,
        force_terminal=True,
        color_system="256",
        legacy_windows=False,
        highlight=False,
    )
