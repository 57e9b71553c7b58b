"""The tables of a report: figures with their intervals, and bars for one column."""

from dataclasses import dataclass
from html import escape
from math import isfinite

from menagerie.simulate import charts
from menagerie.simulate.estimates import Figure
from menagerie.simulate.summary import Row, Section
from menagerie.texts import Text

GAINS = ("gap", "wins_gain", "points_gain")  # differences, written with their sign


@dataclass(frozen=True)
class Shown:
    """A section, alone or beside that of another edition."""

    section: Section
    other: Section | None
    changes: dict[str, dict[str, Figure | None]]  # by row and column
    mark: float  # where its bars begin

    @property
    def columns(self) -> tuple[str, ...]:
        if self.other is None:
            return self.section.columns
        return self.section.compared or self.section.columns

    def beside(self, row: Row) -> Row | None:
        """The same row of the other edition."""
        rows = self.other.rows if self.other else []
        return next((found for found in rows if found.name == row.name), None)


def value_words(value: float, figure: Figure, *, signed: bool = False) -> str:
    """A number with as many digits as one can read."""
    if not isfinite(value):
        return "?"
    sign = "+" if signed else ""
    if figure.share:
        digits = 1 if abs(value) >= 0.01 or value == 0 else 2
        words = f"{100 * value:{sign}.{digits}f}%"
    else:
        words = f"{value:{sign}.{2 if abs(value) < 100 else 1}f}"
    return words.replace("-", "\u2212")


def table(shown: Shown, text: Text) -> str:
    """All rows, in a frame that can be pushed sideways."""
    drawn = shown.section.drawn
    scale = charts.Scale.of(_drawn(shown), shown.mark) if drawn else None
    rows = "".join(_row(shown, row, scale, text) for row in shown.section.rows)
    style = "" if drawn else ' class="narrow"'
    inside = f"{_head(shown, scale, text)}<tbody>{rows}</tbody>"
    return f'<div class="wide"><table{style}>{inside}</table></div>\n'


def _drawn(shown: Shown) -> list[Figure | None]:
    rows = [*shown.section.rows, *(shown.other.rows if shown.other else [])]
    return [row.figures[shown.section.drawn] for row in rows]


def _head(shown: Shown, scale: charts.Scale | None, text: Text) -> str:
    words = [text(f"simulate.{column}") for column in shown.columns]
    rows = 1 if shown.other is None else 2
    bar = "" if scale is None else f'<th scope="col" rowspan="{rows}">{_ends(shown, scale)}</th>'
    corner = f'<th scope="col" rowspan="{rows}"></th>{bar}'
    if shown.other is None:
        cells = "".join(f'<th scope="col">{escape(word)}</th>' for word in words)
        return f"<thead><tr>{corner}{cells}</tr></thead>"
    first = "".join(f'<th scope="colgroup" colspan="3">{escape(word)}</th>' for word in words)
    kinds = [text(f"simulate.{name}") for name in ("first", "second", "change")]
    second = "".join(f'<th scope="col">{escape(kind)}</th>' for kind in kinds) * len(words)
    return f"<thead><tr>{corner}{first}</tr><tr>{second}</tr></thead>"


def _ends(shown: Shown, scale: charts.Scale) -> str:
    """From where to where the bars reach."""
    known = next((figure for figure in _drawn(shown) if figure is not None), None)
    if known is None:
        return ""
    signed = shown.section.drawn in GAINS
    ends = [value_words(end, known, signed=signed) for end in (scale.low, scale.high)]
    return f'<span class="ends"><span>{ends[0]}</span><span>{ends[1]}</span></span>'


def _row(shown: Shown, row: Row, scale: charts.Scale | None, text: Text) -> str:
    beside = shown.beside(row)
    cells = [f'<th scope="row">{escape(_label(row, beside))}</th>']
    if scale is not None:
        cells.append(f'<td class="draw">{_bars(shown, row, beside, scale)}</td>')
    for column in shown.columns:
        cells.append(_cell(row.figures[column], column, text))
        if shown.other is not None:
            cells.append(_cell(beside.figures[column] if beside else None, column, text))
            change = shown.changes.get(row.name, {}).get(column)
            cells.append(_cell(change, column, text, is_change=True))
    return f"<tr>{''.join(cells)}</tr>\n"


def _label(row: Row, beside: Row | None) -> str:
    """Where the other edition prints something else, both."""
    if beside is None or beside.label == row.label:
        return row.label
    return f"{row.label} / {beside.label}"


def _bars(shown: Shown, row: Row, beside: Row | None, scale: charts.Scale) -> str:
    figures = [row.figures[shown.section.drawn]]
    if shown.other is not None:
        figures.append(beside.figures[shown.section.drawn] if beside else None)
    faint = [shown.section.drawn in GAINS and not _is_sure(figure) for figure in figures]
    return charts.bars(scale, figures, faint)


def _is_sure(figure: Figure | None) -> bool:
    return figure is not None and figure.is_certain


def _cell(figure: Figure | None, column: str, text: Text, *, is_change: bool = False) -> str:
    if figure is None:
        return f"<td><small>{escape(text('simulate.few'))}</small></td>"
    signed = is_change or column in GAINS
    sure = ' class="sure"' if signed and figure.is_certain else ""
    ends = [value_words(end, figure, signed=signed) for end in (figure.low, figure.high)]
    small = f"<small>{ends[0].removesuffix('%')} … {ends[1]}</small>"
    return f"<td{sure}>{value_words(figure.value, figure, signed=signed)}{small}</td>"
