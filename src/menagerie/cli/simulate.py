"""`menagerie simulate`: many games, a report for designers, and a summary in the terminal."""

from pathlib import Path

import typer
from rich.table import Table as Grid

from menagerie import editions, jsontext, texts
from menagerie.bots.levels import check_limit
from menagerie.cli import EXIT_INTERRUPTED, output_files, print_error
from menagerie.cli.console import Console, progress_bar
from menagerie.header import Header
from menagerie.jsontext import Json
from menagerie.simulate import report, runner
from menagerie.simulate.counters import Tally
from menagerie.simulate.estimates import Estimate
from menagerie.simulate.plan import Plan
from menagerie.simulate.report_tables import format_value
from menagerie.simulate.summary import Section, Summary, differences, summarise

DEFAULT_REPORT = "report.html"
PRINTED_SECTIONS = ("places", "endings", "lengths")

Changes = dict[str, dict[str, Estimate | None]]  # of a section, by row name and column


def simulate(
    plan: Plan,
    against: str | None,
    threads: int,
    address: str | None,
    out: str | None,
    language: str,
    *,
    as_json: bool,
) -> None:
    """Play all games with a progress bar, then write the report and print a summary."""
    check_limit("threads", threads)
    texts.ours(language)
    file = output_files.check_writable(out if out or as_json else DEFAULT_REPORT)
    plans = [plan] if against is None else [plan, _with_edition(plan, against)]
    one, *others = [summarise(tally, language) for tally in _play(plans, threads, address)]
    other = others[0] if others else None
    if file is not None:
        output_files.write(file, report.write(one, other, language))
    if as_json:
        typer.echo(jsontext.write(_as_json(one, other)))
    else:
        _print_summary(one, other, language)
        Console().print(texts.ours(language)("simulate.written", file=file))


def _with_edition(plan: Plan, file: str) -> Plan:
    """The same plan with another edition."""
    header = plan.header
    other = Header.create(
        header.game.name,
        header.players,
        seed=header.seed,
        edition=editions.read(Path(file)),
        options=header.options,
    )
    return Plan(other, plan.bots, plan.games, plan.rotate)


def _play(plans: list[Plan], threads: int, address: str | None) -> list[Tally]:
    """Play one plan after the other."""
    total, done = sum(plan.games for plan in plans), 0
    with progress_bar(", ".join(dict.fromkeys(plans[0].bots)), "games", total) as advance:

        def on_games(games: int) -> None:
            nonlocal done
            done += games
            advance(games)

        try:
            if address is None:
                return [runner.run(plan, on_games, threads) for plan in plans]
            from menagerie.simulate import ray_cluster

            return ray_cluster.run(plans, on_games, address, threads)
        except KeyboardInterrupt:
            stopped = done
    print_error(f"interrupted after {stopped} of {total} games; nothing was written")
    raise typer.Exit(EXIT_INTERRUPTED)


def _as_json(one: Summary, other: Summary | None) -> Json:
    if other is None:
        return one.to_json()
    changes = {
        section: {
            row: {column: change and change.to_json() for column, change in columns.items()}
            for row, columns in rows.items()
        }
        for section, rows in differences(one, other).items()
    }
    return one.to_json() | {"against": other.to_json(), "differences": changes}


def _print_summary(one: Summary, other: Summary | None, language: str) -> None:
    text = texts.ours(language)
    changes = {} if other is None else differences(one, other)
    for name in PRINTED_SECTIONS:
        Console().print(_grid(one.sections[name], changes.get(name), text))
        Console().print()


def _grid(section: Section, changes: Changes | None, text: texts.Text) -> Grid:
    """A section as a grid: each estimate with its interval and, in a comparison, its change."""
    grid = Grid(title=text(f"simulate.{section.name}"), title_justify="left", box=None)
    grid.add_column("")
    for column in section.columns:
        grid.add_column(text(f"simulate.{column}"), justify="right")
        grid.add_column("95%", justify="right")
        if changes is not None:
            grid.add_column(text("simulate.change"), justify="right")
    for row in section.rows:
        cells = [row.label]
        for column, estimate in row.estimates.items():
            cells += _estimate_cells(estimate, text)
            if changes is not None:
                cells.append(_change_cell(changes[row.name][column]))
        grid.add_row(*cells)
    return grid


def _estimate_cells(estimate: Estimate | None, text: texts.Text) -> list[str]:
    if estimate is None:
        return [text("simulate.few"), ""]
    low, high = (format_value(end, estimate) for end in (estimate.low, estimate.high))
    return [format_value(estimate.value, estimate), f"{low} – {high}"]


def _change_cell(change: Estimate | None) -> str:
    return "" if change is None else format_value(change.value, change, signed=True)
