"""The tables of a report: estimates with intervals, and bars for one column."""

from dataclasses import dataclass
from html import escape
from math import isfinite

from menagerie.simulate import charts
from menagerie.simulate.estimates import Estimate
from menagerie.simulate.summary import Row, Section
from menagerie.texts import Text

DIFFERENCES = ("gap", "wins_gain", "points_gain")  # columns shown with a sign


@dataclass(frozen=True)
class ComparedSection:
    """A section, alone or next to that of another edition."""

    section: Section
    other: Section | None
    changes: dict[str, dict[str, Estimate | None]]  # by row and column
    mark: float  # where bars begin

    @property
    def columns(self) -> tuple[str, ...]:
        if self.other is None:
            return self.section.columns
        return self.section.compared or self.section.columns

    def other_row(self, row: Row) -> Row | None:
        """The same row of the other edition."""
        rows = self.other.rows if self.other else []
        return next((found for found in rows if found.name == row.name), None)


def format_value(value: float, estimate: Estimate, *, signed: bool = False) -> str:
    """A number with a readable number of digits."""
    if not isfinite(value):
        return "?"
    sign = "+" if signed else ""
    if estimate.share:
        digits = 1 if abs(value) >= 0.01 or value == 0 else 2
        words = f"{100 * value:{sign}.{digits}f}%"
    else:
        words = f"{value:{sign}.{2 if abs(value) < 100 else 1}f}"
    return words.replace("-", "\u2212")


def table(compared: ComparedSection, text: Text) -> str:
    """The HTML table, in a container that scrolls horizontally."""
    drawn = compared.section.drawn
    scale = charts.Scale.of(_drawn(compared), compared.mark) if drawn else None
    rows = "".join(_row(compared, row, scale, text) for row in compared.section.rows)
    style = "" if drawn else ' class="narrow"'
    inside = f"{_head(compared, scale, text)}<tbody>{rows}</tbody>"
    return f'<div class="wide"><table{style}>{inside}</table></div>\n'


def _drawn(compared: ComparedSection) -> list[Estimate | None]:
    rows = [*compared.section.rows, *(compared.other.rows if compared.other else [])]
    return [row.estimates[compared.section.drawn] for row in rows]


def _head(compared: ComparedSection, scale: charts.Scale | None, text: Text) -> str:
    words = [text(f"simulate.{column}") for column in compared.columns]
    rows = 1 if compared.other is None else 2
    bar = "" if scale is None else f'<th scope="col" rowspan="{rows}">{_ends(compared, scale)}</th>'
    corner = f'<th scope="col" rowspan="{rows}"></th>{bar}'
    if compared.other is None:
        cells = "".join(f'<th scope="col">{escape(word)}</th>' for word in words)
        return f"<thead><tr>{corner}{cells}</tr></thead>"
    first = "".join(f'<th scope="colgroup" colspan="3">{escape(word)}</th>' for word in words)
    kinds = [text(f"simulate.{name}") for name in ("first", "second", "change")]
    second = "".join(f'<th scope="col">{escape(kind)}</th>' for kind in kinds) * len(words)
    return f"<thead><tr>{corner}{first}</tr><tr>{second}</tr></thead>"


def _ends(compared: ComparedSection, scale: charts.Scale) -> str:
    """The labels at both ends of the bars."""
    known = next((estimate for estimate in _drawn(compared) if estimate is not None), None)
    if known is None:
        return ""
    signed = compared.section.drawn in DIFFERENCES
    ends = [format_value(end, known, signed=signed) for end in (scale.low, scale.high)]
    return f'<span class="ends"><span>{ends[0]}</span><span>{ends[1]}</span></span>'


def _row(compared: ComparedSection, row: Row, scale: charts.Scale | None, text: Text) -> str:
    beside = compared.other_row(row)
    cells = [f'<th scope="row">{escape(_label(row, beside))}</th>']
    if scale is not None:
        cells.append(f'<td class="draw">{_bars(compared, row, beside, scale)}</td>')
    for column in compared.columns:
        cells.append(_cell(row.estimates[column], column, text))
        if compared.other is not None:
            cells.append(_cell(beside.estimates[column] if beside else None, column, text))
            change = compared.changes.get(row.name, {}).get(column)
            cells.append(_cell(change, column, text, is_change=True))
    return f"<tr>{''.join(cells)}</tr>\n"


def _label(row: Row, beside: Row | None) -> str:
    """The label of the row, or both if the editions differ."""
    if beside is None or beside.label == row.label:
        return row.label
    return f"{row.label} / {beside.label}"


def _bars(compared: ComparedSection, row: Row, beside: Row | None, scale: charts.Scale) -> str:
    estimates = [row.estimates[compared.section.drawn]]
    if compared.other is not None:
        estimates.append(beside.estimates[compared.section.drawn] if beside else None)
    faint = [
        compared.section.drawn in DIFFERENCES and not _is_significant(estimate)
        for estimate in estimates
    ]
    return charts.bars(scale, estimates, faint)


def _is_significant(estimate: Estimate | None) -> bool:
    return estimate is not None and estimate.is_significant


def _cell(estimate: Estimate | None, column: str, text: Text, *, is_change: bool = False) -> str:
    if estimate is None:
        return f"<td><small>{escape(text('simulate.few'))}</small></td>"
    signed = is_change or column in DIFFERENCES
    sure = ' class="sure"' if signed and estimate.is_significant else ""
    ends = [format_value(end, estimate, signed=signed) for end in (estimate.low, estimate.high)]
    small = f"<small>{ends[0].removesuffix('%')} … {ends[1]}</small>"
    return f"<td{sure}>{format_value(estimate.value, estimate, signed=signed)}{small}</td>"
