"""Charts as SVG, to embed in a page whose stylesheet gives the colours."""

from dataclasses import dataclass
from html import escape

import numpy as np

from menagerie.kernel import Numbers
from menagerie.simulate.estimates import Estimate, Histogram

WIDTH, HEIGHT = 360, 210
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 10, 26
MAX_BINS = 60
TRIMMED_SHARE = 0.001  # of the games, at each end of a histogram
BAR_HEIGHT = 14


@dataclass(frozen=True)
class Curve:
    """One group of a histogram; `style` selects its colour, `dashed` marks the other edition."""

    label: str
    style: int
    counts: Numbers
    dashed: bool = False


def histogram(title: str, low: int, curves: list[Curve]) -> str:
    """The frequency of each number, in percent of its group."""
    first, last = _span(curves)
    width = -(-(last - first + 1) // MAX_BINS)
    bins = [(curve, _binned(curve.counts, first, last, width)) for curve in curves]
    most = max(float(shares.max()) for _, shares in bins) or 1.0
    parts = [*_vertical_axis(most), *_horizontal_axis(low + first, low + last + 1)]
    for curve, shares in bins:
        dashed = " dashed" if curve.dashed else ""
        steps = _steps(shares, most, width, last + 1 - first)
        parts.append(f'<path class="line s{curve.style}{dashed}" d="{steps}"/>')
    body = "".join(parts)
    named = f'role="img" aria-label="{escape(title)}"'
    return f'<svg class="plot" viewBox="0 0 {WIDTH} {HEIGHT}" {named}>{body}</svg>'


def curves_of(shown: Histogram, labels: dict[str, str], *, dashed: bool = False) -> list[Curve]:
    """One curve for each group."""
    return [
        Curve(labels[name], style, counts, dashed)
        for style, (name, counts) in enumerate(shown.groups.items(), 1)
    ]


def _span(curves: list[Curve]) -> tuple[int, int]:
    """The range that covers nearly all of every group."""
    ends = []
    for curve in curves:
        sums = np.cumsum(curve.counts)
        if sums[-1]:
            ends.append(
                np.searchsorted(sums, [TRIMMED_SHARE * sums[-1], (1 - TRIMMED_SHARE) * sums[-1]])
            )
    if not ends:
        return 0, 1
    first, last = min(int(end[0]) for end in ends), max(int(end[1]) for end in ends)
    return first, max(last, first + 1)


def _binned(counts: Numbers, first: int, last: int, width: int) -> Numbers:
    """The average share of the group per number, in bins of `width` numbers."""
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
    """An SVG path in steps, which starts and ends at the axis."""
    path = [f"M{_x(0)} {_y(0)}"]
    for i, share in enumerate(shares.tolist()):
        path.append(f"V{_y(share / most)}H{_x(min((i + 1) * width / numbers, 1))}")
    return "".join([*path, f"V{_y(0)}"])


def _vertical_axis(most: float) -> list[str]:
    """The grid lines and labels at the left."""
    parts = []
    for tick in _ticks(0, most * 100, 4):
        y = _y(tick / 100 / most)
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{y + 4}" text-anchor="end">{tick:g}%</text>')
    return parts


def _horizontal_axis(first: int, end: int) -> list[str]:
    """The labels below, each centred on its step."""
    parts = []
    for tick in _ticks(first, end - 1, 6):
        x = _x((tick + 0.5 - first) / (end - first))
        parts.append(f'<text x="{x}" y="{HEIGHT - 8}" text-anchor="middle">{tick:g}</text>')
    return parts


def _ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers between two limits."""
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
    """The range of the bars of a column, and where they begin."""

    low: float
    high: float
    mark: float  # where bars begin: zero, or the value of no advantage

    @classmethod
    def of(cls, estimates: list[Estimate | None], mark: float) -> "Scale":
        known = [estimate for estimate in estimates if estimate is not None]
        low = min([mark, *(max(estimate.low, estimate.value - 1) for estimate in known)])
        high = max([mark, *(min(estimate.high, estimate.value + 1) for estimate in known)])
        padding = 0.05 * (high - low) or 1.0
        return cls(low - (padding if low < mark else 0), high + padding, mark)

    def at(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(part, 0), 1), 2)


def bars(scale: Scale, estimates: list[Estimate | None], faint: list[bool]) -> str:
    """A bar with its interval for each estimate, one below another."""
    height = BAR_HEIGHT * len(estimates)
    mark = scale.at(scale.mark)
    parts = [f'<line class="mark" x1="{mark}" x2="{mark}" y1="0" y2="{height}"/>']
    for row, estimate in enumerate(estimates):
        if estimate is not None:
            parts.append(_bar(scale, estimate, row, "faint" if faint[row] else ""))
    view = f'viewBox="0 0 100 {height}" preserveAspectRatio="none"'
    style = f'style="height:{height + 6}px"'
    return f'<svg class="bars" {view} {style} aria-hidden="true">{"".join(parts)}</svg>'


def _bar(scale: Scale, estimate: Estimate, row: int, style: str) -> str:
    start, end = sorted((scale.at(scale.mark), scale.at(estimate.value)))
    low, high = scale.at(estimate.low), scale.at(estimate.high)
    top = row * BAR_HEIGHT
    return (
        f'<g class="{style}"><rect class="bar s{row + 1}" x="{start}" y="{top + 2}" '
        f'width="{round(end - start, 2)}" height="{BAR_HEIGHT - 4}"/>'
        f'<line class="reach" x1="{low}" x2="{high}" y1="{top + 7}" y2="{top + 7}"/></g>'
    )
