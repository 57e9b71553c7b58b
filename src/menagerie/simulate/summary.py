"""From counts to figures: all that a report says about a simulation, in sections of rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from menagerie.kernel import Numbers
from menagerie.simulate import kernels
from menagerie.simulate.counters import Tally
from menagerie.simulate.estimates import ENOUGH, Figure, Histogram, difference
from menagerie.simulate.kernels import HAD, POINTS, SEATED, WINS
from menagerie.simulate.plan import Plan
from menagerie.simulate.score_sources import OTHERS, WINNERS, open_up
from menagerie.texts import Text, ours


@dataclass(frozen=True)
class Row:
    """One thing that is told about: a name for files, a label for people, its figures."""

    name: str
    label: str
    figures: dict[str, Figure | None]


@dataclass(frozen=True)
class Section:
    """A table of the report."""

    name: str
    columns: tuple[str, ...]
    rows: list[Row]
    drawn: str = ""  # the column that is drawn
    compared: tuple[str, ...] = ()  # columns that two editions are compared in; all if none


@dataclass(frozen=True)
class Summary:
    """All that is told about a simulation."""

    plan: Plan
    sections: dict[str, Section]
    histograms: dict[str, Histogram]
    opened: int  # games whose points were opened up

    def to_json(self) -> dict[str, Any]:
        return {
            "plan": self.plan.to_json(),
            "opened": self.opened,
            "sections": {
                name: [
                    {"name": row.name, "label": row.label} | _as_json(row.figures)
                    for row in section.rows
                ]
                for name, section in self.sections.items()
            },
            "histograms": {name: shown.to_json() for name, shown in self.histograms.items()},
        }


def _as_json(figures: dict[str, Figure | None]) -> dict[str, Any]:
    return {column: figure and figure.to_json() for column, figure in figures.items()}


def differences(one: Summary, other: Summary) -> dict[str, dict[str, dict[str, Figure | None]]]:
    """The second minus the first: by section, by the row's name, by column."""
    found: dict[str, dict[str, dict[str, Figure | None]]] = {}
    for name, section in one.sections.items():
        others = {row.name: row for row in other.sections[name].rows}
        found[name] = {
            row.name: {
                column: difference(figure, others[row.name].figures[column])
                for column, figure in row.figures.items()
            }
            for row in section.rows
            if row.name in others
        }
    return found


def summarise(tally: Tally, language: str) -> Summary:
    """Everything, in the order of the report."""
    writer = _Writer(tally, language)
    sections = [section for section in writer.sections() if section.rows]
    named = {section.name: section for section in sections}
    opened = sum(len(block.sample) for block in tally.blocks)
    return Summary(tally.plan, named, writer.histograms(), opened)


class _Writer:
    """Works out one section after the other."""

    def __init__(self, tally: Tally, language: str) -> None:
        self.tally = tally
        self.plan = tally.plan
        self.game = tally.plan.header.game
        self.text = ours(language)
        self.words: Text = self.game.text(language)
        self.games = tally.sums("totals", kernels.GAMES)
        self.seats = range(self.plan.header.players)

    def sections(self) -> Iterator[Section]:
        yield self.scores()
        yield self.sat("places")
        yield self.sat("seats")
        yield self.bots()
        yield self.totals("lengths", {"moves": kernels.MOVES, "turns": kernels.TURNS})
        yield self.endings()
        yield self.sources()
        yield self.things()
        yield self.kinds()

    def scores(self) -> Section:
        """Points of everybody, of winners, and of the others."""
        worth = kernels.LOWEST + np.arange(kernels.SCORES)
        blocks = [block.counters.scores.sum(axis=0) for block in self.tally.blocks]
        counts = np.array([by_result.sum(axis=1) for by_result in blocks], np.float64)
        points = np.array([by_result @ worth for by_result in blocks], np.float64)
        groups = {"all": (0, 1), "winners": (1,), "others": (0,)}
        rows = [
            self.row(name, points=_ratio(points[:, at].sum(axis=1), counts[:, at].sum(axis=1)))
            for name, at in groups.items()
        ]
        return Section("scores", ("points",), rows)

    def sat(self, part: str) -> Section:
        """By seats, or by places counted from who decides first."""
        rows = [
            Row(
                str(seat + 1),
                self.text(f"simulate.{part}_row", number=seat + 1),
                {
                    "wins": _share(self.tally.sums(part, seat, WINS), self.games),
                    "points": _ratio(self.tally.sums(part, seat, POINTS), self.games),
                },
            )
            for seat in self.seats
        ]
        return Section(part, ("wins", "points"), rows, "wins")

    def bots(self) -> Section:
        """Only where not all are alike."""
        names = list(dict.fromkeys(self.plan.bots))
        if len(names) == 1:
            return Section("bots", (), [])
        rows = []
        for name in names:
            at = [slot for slot in self.seats if self.plan.bots[slot] == name]
            wins, points, seated = (
                np.sum([self.tally.sums("bots", slot, what) for slot in at], axis=0)
                for what in (WINS, POINTS, SEATED)
            )
            figures = {"wins": _share(wins, seated), "points": _ratio(points, seated)}
            rows.append(Row(name, name, figures))
        return Section("bots", ("wins", "points"), rows, "wins")

    def totals(self, name: str, parts: dict[str, int]) -> Section:
        rows = [
            self.row(part, a_game=_ratio(self.tally.sums("totals", at), self.games))
            for part, at in parts.items()
        ]
        return Section(name, ("a_game",), rows)

    def endings(self) -> Section:
        """How close games are."""
        points = self.totals("endings", {"margin": kernels.MARGIN, "best": kernels.BEST}).rows
        shares = [
            self.row(part, a_game=_share(self.tally.sums("totals", at), self.games))
            for part, at in {"shared": kernels.SHARED, "level": kernels.LEVEL}.items()
        ]
        return Section("endings", ("a_game",), [*shares, *points])

    def sources(self) -> Section:
        """Points by source, of those who won and of those who did not."""
        found = open_up(self.tally, self.words)
        rows = []
        for name, points in found.points.items():
            winners = _ratio(points[:, WINNERS], found.players[:, WINNERS])
            others = _ratio(points[:, OTHERS], found.players[:, OTHERS])
            label = self.game.study.source_words(name, self.words)
            figures = {"winners": winners, "others": others, "gap": difference(others, winners)}
            rows.append(Row(name, label, figures))
        rows.sort(key=lambda row: -_value(row.figures["gap"]))
        return Section("sources", ("gap", "winners", "others"), rows, "gap", ("gap", "winners"))

    def things(self) -> Section:
        """What it brings to have something, against not having it."""
        wins = ("wins_gain", "had", "wins_with", "wins_without")
        columns = (*wins, "points_gain", "points_with", "points_without")
        rows = [
            Row(item.name, item.label, self.worth(number))
            for number, item in enumerate(self.plan.things(self.words))
            if item is not None and self.tally.sums("things", number, HAD).any()
        ]
        rows.sort(key=lambda row: -_value(row.figures["wins_gain"]))
        return Section("things", columns, rows, "wins_gain", ("wins_gain", "had", "points_gain"))

    def worth(self, thing: int) -> dict[str, Figure | None]:
        """Of players in scorings, with one thing and without it."""
        all_had = self.tally.sums("totals", kernels.HOLDERS)
        had = self.tally.sums("things", thing, HAD)
        wins, points = (self.tally.sums("things", thing, what) for what in (WINS, POINTS))
        all_wins = all_had / len(self.seats)
        all_points = self.tally.sums("totals", kernels.HOLDERS_POINTS)
        lacked = all_had - had
        found: dict[str, Figure | None] = {"had": _share(had, all_had)}
        for name, ratio, won, every in (
            ("wins", _share, wins, all_wins),
            ("points", _ratio, points, all_points),
        ):
            enough = min(had.sum(), lacked.sum()) >= ENOUGH
            having = ratio(won, had) if enough else None
            lacking = ratio(every - won, lacked) if enough else None
            found |= {f"{name}_with": having, f"{name}_without": lacking}
            found[f"{name}_gain"] = difference(lacking, having)
        return found

    def kinds(self) -> Section:
        """How often each kind of move is there to be chosen, and is chosen."""
        rows = []
        for number, item in enumerate(self.plan.kinds(self.words)):
            offered = self.tally.sums("kinds", number, kernels.OFFERED)
            chosen = self.tally.sums("kinds", number, kernels.CHOSEN)
            if offered.any():
                figures = {"offered": _ratio(offered, self.games)}
                figures |= {"chosen": _ratio(chosen, self.games), "taken": _share(chosen, offered)}
                rows.append(Row(item.name, item.label, figures))
        return Section("kinds", ("taken", "chosen", "offered"), rows, "taken", ("taken", "chosen"))

    def histograms(self) -> dict[str, Histogram]:
        """How scores, lengths and margins are spread."""
        scores = self.tally.counts("scores")
        by_result = {"winners": scores[:, 1].sum(axis=0), "others": scores[:, 0].sum(axis=0)}
        by_seat = {str(seat + 1): scores[seat].sum(axis=0) for seat in self.seats}
        lengths = {part: self.tally.counts(part) for part in ("moves", "turns", "margins")}
        return {
            "results": Histogram(kernels.LOWEST, by_result),
            "seats": Histogram(kernels.LOWEST, by_seat),
        } | {part: Histogram(0, {"all": counts}) for part, counts in lengths.items()}

    def row(self, name: str, **figures: Figure | None) -> Row:
        return Row(name, self.text(f"simulate.{name}"), figures)


def _ratio(tops: Numbers, bottoms: Numbers) -> Figure | None:
    return Figure.ratio(tops, bottoms)


def _share(tops: Numbers, bottoms: Numbers) -> Figure | None:
    return Figure.ratio(tops, bottoms, share=True)


def _value(figure: Figure | None) -> float:
    """For sorting: what is not known comes last."""
    return float("-inf") if figure is None else figure.value
