"""Turns counts into estimates: the contents of a report, in sections of rows."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from menagerie.jsontext import Json
from menagerie.kernel import Numbers
from menagerie.simulate import kernels
from menagerie.simulate.counters import Tally
from menagerie.simulate.estimates import MIN_OBSERVATIONS, Estimate, Histogram, difference
from menagerie.simulate.kernels import HAD, POINTS, SEATED, WINS
from menagerie.simulate.plan import Plan
from menagerie.simulate.score_sources import OTHERS, WINNERS, break_down
from menagerie.texts import Text, ours


@dataclass(frozen=True)
class Row:
    """One row: a name for files, a label for people, and its estimates."""

    name: str
    label: str
    estimates: dict[str, Estimate | None]


@dataclass(frozen=True)
class Section:
    """A table of the report."""

    name: str
    columns: tuple[str, ...]
    rows: list[Row]
    drawn: str = ""  # the column with bars
    compared: tuple[str, ...] = ()  # the columns for a comparison of editions; empty for all


@dataclass(frozen=True)
class Summary:
    """The contents of a report."""

    plan: Plan
    sections: dict[str, Section]
    histograms: dict[str, Histogram]
    sampled_games: int  # games whose points were broken down by source

    def to_json(self) -> Json:
        return {
            "plan": self.plan.to_json(),
            "opened": self.sampled_games,
            "sections": {
                name: [
                    {"name": row.name, "label": row.label} | _as_json(row.estimates)
                    for row in section.rows
                ]
                for name, section in self.sections.items()
            },
            "histograms": {name: shown.to_json() for name, shown in self.histograms.items()},
        }


def _as_json(estimates: dict[str, Estimate | None]) -> Json:
    return {column: estimate and estimate.to_json() for column, estimate in estimates.items()}


def differences(one: Summary, other: Summary) -> dict[str, dict[str, dict[str, Estimate | None]]]:
    """The second minus the first, by section, row name and column."""
    found: dict[str, dict[str, dict[str, Estimate | None]]] = {}
    for name, section in one.sections.items():
        compared = other.sections.get(name)  # without rows, a section is left out
        others = {row.name: row for row in compared.rows} if compared else {}
        found[name] = {
            row.name: {
                column: difference(estimate, others[row.name].estimates[column])
                for column, estimate in row.estimates.items()
            }
            for row in section.rows
            if row.name in others
        }
    return found


def summarise(tally: Tally, language: str) -> Summary:
    """Compute all sections, in the order of the report."""
    builder = _SectionBuilder(tally, language)
    sections = [section for section in builder.sections() if section.rows]
    named = {section.name: section for section in sections}
    sampled_games = sum(len(block.sample) for block in tally.blocks)
    return Summary(tally.plan, named, builder.histograms(), sampled_games)


class _SectionBuilder:
    """Computes the sections."""

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
        yield self.by_seat("places")
        yield self.by_seat("seats")
        yield self.bots()
        yield self.totals("lengths", {"moves": kernels.MOVES, "turns": kernels.TURNS})
        yield self.endings()
        yield self.sources()
        yield self.things()
        yield self.kinds()

    def scores(self) -> Section:
        """Points of all players, of winners, and of the others."""
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

    def by_seat(self, part: str) -> Section:
        """Results by seat, or by place counted from the seat that decides first."""
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
        """Results by bot, if there are different ones."""
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
            estimates = {"wins": _share(wins, seated), "points": _ratio(points, seated)}
            rows.append(Row(name, name, estimates))
        return Section("bots", ("wins", "points"), rows, "wins")

    def totals(self, name: str, parts: dict[str, int]) -> Section:
        rows = [
            self.row(part, a_game=_ratio(self.tally.sums("totals", at), self.games))
            for part, at in parts.items()
        ]
        return Section(name, ("a_game",), rows)

    def endings(self) -> Section:
        """Ties and margins."""
        points = self.totals(
            "endings", {"margin": kernels.MARGIN, "best": kernels.BEST_POINTS}
        ).rows
        shares = [
            self.row(part, a_game=_share(self.tally.sums("totals", at), self.games))
            for part, at in {"shared": kernels.SHARED_WINS, "level": kernels.EQUAL_POINTS}.items()
        ]
        return Section("endings", ("a_game",), [*shares, *points])

    def sources(self) -> Section:
        """Points by source, of winners and of the others."""
        found = break_down(self.tally, self.words)
        rows = []
        for name, points in found.points.items():
            winners = _ratio(points[:, WINNERS], found.players[:, WINNERS])
            others = _ratio(points[:, OTHERS], found.players[:, OTHERS])
            label = self.game.study.source_words(name, self.words)
            estimates = {"winners": winners, "others": others, "gap": difference(others, winners)}
            rows.append(Row(name, label, estimates))
        rows.sort(key=lambda row: -_value(row.estimates["gap"]))
        return Section("sources", ("gap", "winners", "others"), rows, "gap", ("gap", "winners"))

    def things(self) -> Section:
        """Results with each thing, compared with those without it."""
        wins = ("wins_gain", "had", "wins_with", "wins_without")
        columns = (*wins, "points_gain", "points_with", "points_without")
        rows = [
            Row(item.name, item.label, self.worth(number))
            for number, item in enumerate(self.plan.things(self.words))
            if item is not None and self.tally.sums("things", number, HAD).any()
        ]
        rows.sort(key=lambda row: -_value(row.estimates["wins_gain"]))
        return Section("things", columns, rows, "wins_gain", ("wins_gain", "had", "points_gain"))

    def worth(self, thing: int) -> dict[str, Estimate | None]:
        """The results of players in scorings, with one thing and without it."""
        all_had = self.tally.sums("totals", kernels.PLAYER_SCORINGS)
        had = self.tally.sums("things", thing, HAD)
        wins, points = (self.tally.sums("things", thing, what) for what in (WINS, POINTS))
        all_wins = all_had / len(self.seats)
        all_points = self.tally.sums("totals", kernels.PLAYER_SCORINGS_POINTS)
        lacked = all_had - had
        found: dict[str, Estimate | None] = {"had": _share(had, all_had)}
        for name, ratio, won, every in (
            ("wins", _share, wins, all_wins),
            ("points", _ratio, points, all_points),
        ):
            enough = min(had.sum(), lacked.sum()) >= MIN_OBSERVATIONS
            having = ratio(won, had) if enough else None
            lacking = ratio(every - won, lacked) if enough else None
            found |= {f"{name}_with": having, f"{name}_without": lacking}
            found[f"{name}_gain"] = difference(lacking, having)
        return found

    def kinds(self) -> Section:
        """How often each kind of move is legal, and how often it is chosen."""
        rows = []
        for number, item in enumerate(self.plan.kinds(self.words)):
            offered = self.tally.sums("kinds", number, kernels.OFFERED)
            chosen = self.tally.sums("kinds", number, kernels.CHOSEN)
            if offered.any():
                estimates = {"offered": _ratio(offered, self.games)}
                estimates |= {
                    "chosen": _ratio(chosen, self.games),
                    "taken": _share(chosen, offered),
                }
                rows.append(Row(item.name, item.label, estimates))
        return Section("kinds", ("taken", "chosen", "offered"), rows, "taken", ("taken", "chosen"))

    def histograms(self) -> dict[str, Histogram]:
        """The distributions of scores, lengths and margins."""
        scores = self.tally.counts("scores")
        by_result = {"winners": scores[:, 1].sum(axis=0), "others": scores[:, 0].sum(axis=0)}
        by_seat = {str(seat + 1): scores[seat].sum(axis=0) for seat in self.seats}
        lengths = {part: self.tally.counts(part) for part in ("moves", "turns", "margins")}
        return {
            "results": Histogram(kernels.LOWEST, by_result),
            "seats": Histogram(kernels.LOWEST, by_seat),
        } | {part: Histogram(0, {"all": counts}) for part, counts in lengths.items()}

    def row(self, name: str, **estimates: Estimate | None) -> Row:
        return Row(name, self.text(f"simulate.{name}"), estimates)


def _ratio(numerators: Numbers, denominators: Numbers) -> Estimate | None:
    return Estimate.ratio(numerators, denominators)


def _share(numerators: Numbers, denominators: Numbers) -> Estimate | None:
    return Estimate.ratio(numerators, denominators, share=True)


def _value(estimate: Estimate | None) -> float:
    """A key for sorting: missing estimates come last."""
    return float("-inf") if estimate is None else estimate.value
