"""The table in a terminal."""

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text as RichText

from menagerie import wording
from menagerie.contract import Seat
from menagerie.games.incubation import names
from menagerie.games.incubation.document import dragons_of, goals_at
from menagerie.games.incubation.edition import COLOUR_NAMES, RESOURCE_NAMES
from menagerie.games.incubation.narration import tell
from menagerie.games.incubation.scoring import score
from menagerie.games.incubation.table import (
    DICE,
    FOOD,
    NONE,
    PILES,
    RESOURCES,
    SECTIONS,
    SLOTS,
    At,
    Phase,
    Table,
)
from menagerie.games.incubation.turn import is_last_round
from menagerie.kernel import as_view
from menagerie.texts import Text

__all__ = ["ask", "show", "tell"]

STYLES = ("red", "blue", "green", "magenta")  # by colour; the words are different too


def ask(table: Table, text: Text) -> str:
    table = as_view(table)
    question = text(f"phases.{names.PHASE_NAMES[table.phase]}")
    pending = table.overflow if table.phase == Phase.OVERFLOW else table.placing
    if table.phase in (Phase.PLACE, Phase.OVERFLOW):
        return f"{question} ({names.contents_words(pending, text)})"
    return question


def show(table: Table, text: Text) -> RenderableType:
    table = table.record  # compiled rules take the record
    parts: list[RenderableType] = [
        _status_line(table, text),
        _market(table, text),
        _piles(table, text),
        _objectives(table, text),
        _players(table, text),
    ]
    if table.rolls:
        parts.append(_dice(table, text))
    return Group(*parts)


def _status_line(table: Table, text: Text) -> RichText:
    played = table.phase == Phase.OVER and table.turn > 0
    round_number = (int(table.turn) - int(played)) // int(table.players) + 1
    parts = [
        text("screen.round", round=round_number),
        f"{wording.label('screen.supply', text)} {names.contents_words(table.supply, text)}",
    ]
    if is_last_round(table):
        parts.insert(1, text("screen.last_round"))
    return RichText(" · ".join(parts), style="bold")


def _market(table: Table, text: Text) -> Grid:
    """The eight treasures, and the pointers of the wheel beside them."""
    grid = Grid(box=None, pad_edge=False, show_header=False)
    for section in range(SECTIONS):
        colour = int(table.sections[section])
        treasure = RichText(names.treasure_words(table, section, text), style=STYLES[colour])
        pointers = [
            text("screen.pointer", resource=names.resource_words(resource, text))
            for resource in range(RESOURCES)
            if (int(table.wheel) + int(table.pointers[resource])) % SECTIONS == section
        ]
        contents = names.contents_words(table.treasure[section], text)
        grid.add_row(treasure, contents, RichText(" ".join(pointers), style="dim"))
    return grid


def _piles(table: Table, text: Text) -> Grid:
    grid = Grid(box=None, pad_edge=False, show_header=False)
    for pile in range(PILES):
        egg = names.top(table, pile)
        count = text("screen.eggs_left", count=int(table.pile_size[pile]))
        grid.add_row(text("screen.pile", number=pile + 1), _egg(table, egg, text), count)
    return grid


def _egg(table: Table, egg: int, text: Text) -> RichText:
    return RichText(names.egg_words(table, egg, text), style=_style(table, egg))


def _style(table: Table, egg: int) -> str:
    colour = NONE if egg == NONE else int(table.egg_colours[egg, 0])
    return "" if colour == NONE else STYLES[colour]


def _objectives(table: Table, text: Text) -> Grid:
    grid = Grid(box=None, pad_edge=False, show_header=False)
    for goal in goals_at(table, At.IN_PLAY):
        heading = "" if grid.row_count else wording.label("screen.objectives", text)
        grid.add_row(heading, names.goal_words(table, goal, text))
    return grid


def _players(table: Table, text: Text) -> Grid:
    grid = Grid(box=None, pad_edge=False, show_edge=False)
    grid.add_column("")
    grid.add_column(text("screen.incubators"))
    grid.add_column(text("screen.dragons"), overflow="fold")
    grid.add_column(text("screen.objectives"), overflow="fold")
    grid.add_column(text("screen.gold"), justify="right")
    grid.add_column(text("screen.points"), justify="right")
    for seat in range(table.players):
        goals = [names.goal_words(table, goal, text) for goal in goals_at(table, seat)]
        grid.add_row(
            wording.player_line(table, seat, text),
            _incubators(table, seat, text),
            _dragons(table, seat, text),
            "\n".join(goals),
            str(table.gold[seat]),
            str(score(table, seat)),
        )
    return grid


def _incubators(table: Table, seat: Seat, text: Text) -> RichText:
    """Each egg with what it has of what it needs: "red egg: fire 1/2, water 0/1"."""
    line = RichText()
    for slot in range(SLOTS):
        egg = int(table.slot[seat, slot])
        line.append("\n" if slot else "")
        if egg == NONE:
            line.append(text("screen.empty"), style="dim")
            continue
        line.append(_nest(table, seat, slot, text), style=_style(table, egg))
    return line


def _nest(table: Table, seat: Seat, slot: int, text: Text) -> str:
    egg = int(table.slot[seat, slot])
    fed, need = table.fed[seat, slot].tolist(), table.need[egg].tolist()
    needs = [
        f"{text(f'faces.{RESOURCE_NAMES[food]}')} {fed[food]}/{need[food]}" for food in range(FOOD)
    ]
    short = names.short_egg_words(table, egg, text)
    return text("screen.nest", egg=short, points=table.egg_points[egg], needs=", ".join(needs))


def _dragons(table: Table, seat: Seat, text: Text) -> RichText:
    line = RichText()
    for egg in dragons_of(table, seat):
        words = f"{names.kind_words(table, egg, text)} {table.egg_points[egg]}"
        line.append(", " if line else "").append(words, style=_style(table, egg))
    return line


def _dice(table: Table, text: Text) -> RichText:
    line = RichText(f"{wording.label('screen.dice', text)} ", style="bold")
    for die in range(DICE):
        words = names.dice_words(table, 1 << die, text)
        line.append(", " if die else "").append(words, style="dim" if table.used[die] else "")
        if table.used[die]:
            line.append(f" {text('screen.used')}", style="dim")
    if table.owed_count:
        owed = [text(f"colours.{COLOUR_NAMES[c]}") for c in table.owed[: table.owed_count]]
        line.append(f" · {wording.label('screen.owed', text)} {', '.join(owed)}")
    return line
