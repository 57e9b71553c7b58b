"""The report: one self-contained HTML page."""

from collections import Counter
from html import escape
from pathlib import Path

from menagerie import texts
from menagerie.simulate import charts
from menagerie.simulate.estimates import Estimate, Histogram
from menagerie.simulate.report_tables import ComparedSection, format_value, table
from menagerie.simulate.summary import Section, Summary, differences
from menagerie.version import VERSION

STYLE = Path(__file__).with_name("report.css")
CHARTS = {  # the histograms of each section
    "scores": ("results", "seats"),
    "lengths": ("moves", "turns"),
    "endings": ("margins",),
}
KEY_ESTIMATES = (  # section, row and column of the cards at the top
    ("scores", "all", "points"),
    ("places", "1", "wins"),
    ("lengths", "moves", "a_game"),
    ("endings", "margin", "a_game"),
    ("endings", "shared", "a_game"),
)


def write(one: Summary, other: Summary | None, language: str) -> str:
    """The page about one simulation, or a comparison of two."""
    return _Page(one, other, language).write()


class _Page:
    def __init__(self, one: Summary, other: Summary | None, language: str) -> None:
        self.one = one
        self.other = other
        self.language = language
        self.text = texts.ours(language)
        self.changes = differences(one, other) if other else {}
        self.title = self.say(
            "title",
            game=one.plan.header.game.text(language)("title"),
            games=f"{one.plan.games:,}".replace(",", "\u202f"),
        )

    def say(self, key: str, **fill: object) -> str:
        return self.text(f"simulate.{key}", **fill)

    def write(self) -> str:
        style = STYLE.read_text(encoding="utf-8")
        sections = "".join(self.section(section) for section in self.one.sections.values())
        title = escape(self.title)
        return (
            f'<!doctype html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f'<meta name="color-scheme" content="light dark">\n<title>{title}</title>\n'
            f"<style>\n{style}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
            f"{self.lead()}{self.glance()}{sections}{self.foot()}</main>\n</body>\n</html>\n"
        )

    def lead(self) -> str:
        """The paragraphs about what was simulated."""
        plan, header = self.one.plan, self.one.plan.header
        lines = [
            self.say(
                "lead",
                players=header.players,
                edition=header.edition["name"],
                bots=", ".join(f"{n} × {name}" for name, n in Counter(plan.bots).items()),
                seats=self.say("rotated" if plan.rotate else "fixed"),
            )
        ]
        if header.options:
            lines.append(self.say("options", options=self.options()))
        if self.other:
            lines.append(self.say("against", edition=self.other.plan.header.edition["name"]))
        return "".join(f"<p>{escape(line)}</p>\n" for line in lines)

    def options(self) -> str:
        """The options of the game, in words."""
        header, described = self.one.plan.header, []
        words = header.game.text(self.language)
        for name, value in header.options.items():
            chosen = str(value)
            if isinstance(value, bool):
                chosen = self.text("choices.yes" if value else "choices.no")
            elif isinstance(value, str):
                chosen = words(f"choices.{name}_{value}")
            described.append(f"{words(f'options.{name}')} ({chosen})")
        return ", ".join(described)

    def glance(self) -> str:
        """The cards at the top."""
        cards = []
        for section, row_name, column in KEY_ESTIMATES:
            row = next(row for row in self.one.sections[section].rows if row.name == row_name)
            label = row.label if column == "a_game" else f"{row.label}: {self.say(column)}"
            text = self.card(row.estimates[column], self.change(section, row_name, column))
            cards.append(f"<div><dt>{escape(label)}</dt><dd>{text}</dd></div>")
        title = escape(self.say("glance"))
        return f'<dl class="glance" aria-label="{title}">{"".join(cards)}</dl>\n'

    def card(self, estimate: Estimate | None, change: Estimate | None) -> str:
        """An estimate on a card, with its interval, or with the change in the other edition."""
        if estimate is None:
            return escape(self.say("few"))
        small = self.say("interval", low=_end(estimate, "low"), high=_end(estimate, "high"))
        if change is not None:
            word = self.say("change")
            small = f"{word} {format_value(change.value, change, signed=True)}"
        return f"{format_value(estimate.value, estimate)}<small>{escape(small)}</small>"

    def change(self, section: str, row: str, column: str) -> Estimate | None:
        return self.changes.get(section, {}).get(row, {}).get(column)

    def section(self, section: Section) -> str:
        """A heading, a note, the charts and the table."""
        note = self.say(f"{section.name}_note", games=self.one.sampled_games)
        drawn = [self.chart(name) for name in CHARTS.get(section.name, ())]
        figures = f'<div class="plots">{"".join(drawn)}</div>\n' if drawn else ""
        return (
            f'<section id="{section.name}">\n<h2>{escape(self.say(section.name))}</h2>\n'
            f'<p class="note">{escape(note)}</p>\n{figures}{self.table(section)}</section>\n'
        )

    def table(self, section: Section) -> str:
        other = self.other.sections.get(section.name) if self.other else None
        mark = 1 / self.one.plan.header.players if section.drawn == "wins" else 0.0
        shown = ComparedSection(section, other, self.changes.get(section.name, {}), mark)
        return table(shown, self.text)

    def chart(self, name: str) -> str:
        """One histogram, with both editions unless there would be too many curves."""
        shown = self.one.histograms[name]
        title = self.say(name if name == "results" else f"by_{name}")
        labels = {group: self._group(name, group) for group in shown.groups}
        curves = charts.curves_of(shown, labels)
        if self.other and name != "seats":
            curves += charts.curves_of(self.other.histograms[name], labels, dashed=True)
        drawn = charts.histogram(title, shown.low, curves)
        below = self.spread(shown) if len(shown.groups) == 1 else ""
        return f"<figure><h3>{escape(title)}</h3>{self.key(curves)}{drawn}{below}</figure>"

    def _group(self, name: str, group: str) -> str:
        return self.say("seats_row", number=group) if name == "seats" else self.say(group)

    def key(self, curves: list[charts.Curve]) -> str:
        """The legend of a chart."""
        if len(curves) == 1:
            return ""
        entries = []
        for curve in curves:
            edition = self.say("second" if curve.dashed else "first")
            label = f"{curve.label}, {edition}" if self.other else curve.label
            dashed = " dashed" if curve.dashed else ""
            entries.append(f'<span><i class="s{curve.style}{dashed}"></i>{escape(label)}</span>')
        return f'<div class="key">{"".join(entries)}</div>'

    def spread(self, shown: Histogram) -> str:
        low, middle, high = (shown.quantile("all", part) for part in (0.05, 0.5, 0.95))
        words = self.say("middle", low=low, middle=middle, high=high)
        return f"<figcaption>{escape(words)}</figcaption>"

    def foot(self) -> str:
        plan = self.one.plan
        seed = self.say("seed", seed=plan.header.seed, version=VERSION)
        note = f"{self.say('intervals', blocks=len(plan.blocks))} {seed}"
        return f"<footer><p>{escape(note)}</p></footer>\n"


def _end(estimate: Estimate, end: str) -> str:
    return format_value(getattr(estimate, end), estimate)
