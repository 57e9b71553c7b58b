"""Plots as SVG, to stand inside of a page whose style gives them their colours."""

from dataclasses import dataclass
from html import escape

import numpy as np

from menagerie.kernel import Numbers
from menagerie.simulate.estimates import Figure, Histogram

WIDTH, HEIGHT = 360, 210
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 26
MOST_BINS = 60
RARE = 0.001  # of the games, at each end, that a histogram leaves out
BAR = 14  # high, in a row of a table


@dataclass(frozen=True)
class Line:
    """One group of a histogram; `style` names its colour, and `dashed` the other edition."""

    label: str
    style: int
    counts: Numbers
    dashed: bool = False


def histogram(title: str, low: int, lines: list[Line]) -> str:
    """How often each number came, in percent of its group."""
    first, last = _span(lines)
    width = -(-(last - first + 1) // MOST_BINS)
    bins = [(line, _binned(line.counts, first, last, width)) for line in lines]
    most = max(float(shares.max()) for _, shares in bins) or 1.0
    parts = [*_across(most), *_along(low + first, low + last + 1)]
    for line, shares in bins:
        dashed = " dashed" if line.dashed else ""
        steps = _steps(shares, most, width, last + 1 - first)
        parts.append(f'<path class="line s{line.style}{dashed}" d="{steps}"/>')
    body = "".join(parts)
    named = f'role="img" aria-label="{escape(title)}"'
    return f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" {named}>{body}</svg>'


def lines_of(shown: Histogram, labels: dict[str, str], *, dashed: bool = False) -> list[Line]:
    """A line for each group."""
    return [
        Line(labels[name], style, counts, dashed)
        for style, (name, counts) in enumerate(shown.groups.items(), 1)
    ]


def _span(lines: list[Line]) -> tuple[int, int]:
    """From which number to which: nearly all of every group."""
    ends = []
    for line in lines:
        sums = np.cumsum(line.counts)
        if sums[-1]:
            ends.append(np.searchsorted(sums, [RARE * sums[-1], (1 - RARE) * sums[-1]]))
    if not ends:
        return 0, 1
    first, last = min(int(end[0]) for end in ends), max(int(end[1]) for end in ends)
    return first, max(last, first + 1)


def _binned(counts: Numbers, first: int, last: int, width: int) -> Numbers:
    """Shares of the group, for every `width` numbers together; by the number, on average."""
    total = max(int(counts.sum()), 1)
    shown = counts[first : last + 1] / total
    padded = np.concatenate([shown, np.zeros(-len(shown) % width)])
    binned: Numbers = padded.reshape(-1, width).mean(axis=1)
    return binned


def _x(part: float) -> float:
    return round(LEFT + part * (WIDTH - LEFT - RIGHT), 1)


def _y(part: float) -> float:
    return round(HEIGHT - BOTTOM - part * (HEIGHT - TOP - BOTTOM), 1)


def _steps(shares: Numbers, most: float, width: int, numbers: int) -> str:
    """A line in steps, from the ground back to it."""
    path = [f"M{_x(0)} {_y(0)}"]
    for i, share in enumerate(shares.tolist()):
        path.append(f"V{_y(share / most)}H{_x(min((i + 1) * width / numbers, 1))}")
    return "".join([*path, f"V{_y(0)}"])


def _across(most: float) -> list[str]:
    """Lines and numbers of the scale at the left."""
    parts = []
    for tick in _ticks(0, most * 100, 4):
        y = _y(tick / 100 / most)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{y + 4}" text-anchor="end">{tick:g}%</text>')
    return parts


def _along(first: int, end: int) -> list[str]:
    """Numbers below; each stands in the middle of its step."""
    parts = []
    for tick in _ticks(first, end - 1, 6):
        x = _x((tick + 0.5 - first) / (end - first))
        parts.append(f'<text x="{x}" y="{HEIGHT - 8}" text-anchor="middle">{tick:g}</text>')
    return parts


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two."""
    span = max(high - low, 1e-9)
    step = 10.0 ** np.floor(np.log10(span))
    while span / step < most / 2:
        step /= 2 if span / (step / 2) <= most else 2.5
    while span / step > most:
        step *= 2
    first = np.ceil(low / step)
    return [round(float(k * step), 6) for k in np.arange(first, np.floor(high / step) + 1)]


@dataclass(frozen=True)
class Scale:
    """What the bars of a column span, and where they begin."""

    low: float
    high: float
    mark: float  # from where bars are drawn: nothing, or what would be no advantage

    @classmethod
    def of(cls, figures: list[Figure | None], mark: float) -> "Scale":
        known = [figure for figure in figures if figure is not None]
        low = min([mark, *(max(figure.low, figure.value - 1) for figure in known)])
        high = max([mark, *(min(figure.high, figure.value + 1) for figure in known)])
        room = 0.05 * (high - low) or 1.0
        return cls(low - (room if low < mark else 0), high + room, mark)

    def at(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(part, 0), 1), 2)


def bars(scale: Scale, figures: list[Figure | None], faint: list[bool]) -> str:
    """A bar with its interval for each figure, one below the other."""
    height = BAR * len(figures)
    mark = scale.at(scale.mark)
    parts = [f'<line class="mark" x1="{mark}" x2="{mark}" y1="0" y2="{height}"/>']
    for row, figure in enumerate(figures):
        if figure is not None:
            parts.append(_bar(scale, figure, row, "faint" if faint[row] else ""))
    view = f'viewBox="0 0 100 {height}" preserveAspectRatio="none"'
    style = f'style="height:{height + 6}px"'
    return f'<svg class="bars" {view} {style} aria-hidden="true">{"".join(parts)}</svg>'


def _bar(scale: Scale, figure: Figure, row: int, style: str) -> str:
    start, end = sorted((scale.at(scale.mark), scale.at(figure.value)))
    low, high = scale.at(figure.low), scale.at(figure.high)
    top = row * BAR
    return (
        f'<g class="{style}"><rect class="bar s{row + 1}" x="{start}" y="{top + 2}" '
        f'width="{round(end - start, 2)}" height="{BAR - 4}"/>'
        f'<line class="reach" x1="{low}" x2="{high}" y1="{top + 7}" y2="{top + 7}"/></g>'
    )
