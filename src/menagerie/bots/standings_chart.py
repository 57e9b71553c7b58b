"""Draws standings as SVG: a bar with its interval for each bot."""

from html import escape

from menagerie.bots.ratings import Standing

WIDTH = 640
LEFT = 120
RIGHT = 24
ROW = 40
TOP = 56
INK = "#2b2b33"
BAR = "#7a9e87"


def draw(title: str, standings: list[Standing]) -> str:
    """The SVG of the shares of the wins, from 0% to 100%."""
    height = TOP + ROW * len(standings) + 40
    style = f'font-family="sans-serif" font-size="14" fill="{INK}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" {style}>',
        f'<rect width="{WIDTH}" height="{height}" fill="#fffdf8"/>',
        f'<text x="16" y="30" font-size="17">{escape(title)}</text>',
    ]
    for tick in range(0, 101, 25):
        x = _x(tick / 100)
        bottom = height - 32
        lines.append(f'<line x1="{x}" x2="{x}" y1="{TOP - 8}" y2="{bottom}" stroke="#ddd6c8"/>')
        lines.append(f'<text x="{x}" y="{bottom + 18}" text-anchor="middle">{tick}%</text>')
    for row, standing in enumerate(standings):
        lines += _bar(TOP + row * ROW, standing)
    return "\n".join([*lines, "</svg>", ""])


def _x(share: float) -> float:
    return round(LEFT + share * (WIDTH - LEFT - RIGHT), 1)


def _bar(y: int, standing: Standing) -> list[str]:
    low, high = _x(standing.share_low), _x(standing.share_high)
    middle = y + 12
    return [
        f'<text x="{LEFT - 8}" y="{y + 17}" text-anchor="end">{escape(standing.bot)}</text>',
        f'<rect x="{LEFT}" y="{y}" width="{_x(standing.share) - LEFT}" height="24" fill="{BAR}"/>',
        f'<line x1="{low}" x2="{high}" y1="{middle}" y2="{middle}" stroke="{INK}"/>',
        f'<line x1="{low}" x2="{low}" y1="{middle - 5}" y2="{middle + 5}" stroke="{INK}"/>',
        f'<line x1="{high}" x2="{high}" y1="{middle - 5}" y2="{middle + 5}" stroke="{INK}"/>',
    ]
