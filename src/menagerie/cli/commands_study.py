"""Commands for research and development: arena, simulate, coach, bench, load."""

import os
from typing import Annotated

import typer

from menagerie.cli.arguments import (
    AsJson,
    Database,
    EditionFile,
    File,
    GameName,
    Language,
    Options,
    Players,
    Seed,
    Threads,
    app,
)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", help="Names, separated by commas.")],
    games: Annotated[int, typer.Option("--games", help="Number of games, at least.")] = 100,
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    edition: EditionFile = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Record the results here; resume from them."),
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw a plot (SVG).")
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", help="Games at once; by default one per core.")
    ] = os.cpu_count() or 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, each deal with rotated seats."""
    from menagerie.bots.arena import fair_tables
    from menagerie.cli import arena as command
    from menagerie.cli import game_options

    if players is None:
        players = min(fair_tables(game, len(command.split_names(bots))), default=None)
    header = game_options.make_header(game, players, seed, option, edition)
    command.arena(header, bots, games, record, plot, threads, as_json=as_json)


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", help="Number of games.")] = 10_000,
    bots: Annotated[
        str, typer.Option("--bots", help="One name for all seats, or names separated by commas.")
    ] = "random",
    rotate: Annotated[
        bool,
        typer.Option("--rotate/--fixed", help="Whether bots change seats after each game."),
    ] = True,
    seed: Seed = None,
    option: Options = None,
    edition: EditionFile = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="FILE", help="An edition to compare with (TOML)."),
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", help="Games at once; by default one per core.")
    ] = os.cpu_count() or 1,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="A Ray cluster to play the games on."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", metavar="FILE", help="The report; default: report.html, or none with --json."
        ),
    ] = None,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Simulate many games, and write a report for game designers."""
    from menagerie.cli import game_options
    from menagerie.cli import simulate as command
    from menagerie.simulate.plan import Plan

    header = game_options.make_header(game, players, seed, option, edition)
    plan = Plan.create(header, bots, games, rotate=rotate)
    command.simulate(plan, against, threads, ray, out, lang, as_json=as_json)


@app.command()
def coach(
    file: File,
    seat: Annotated[
        int | None, typer.Option("--seat", help="The seat to advise; it must be to move.")
    ] = None,
    iterations: Annotated[
        int, typer.Option("--iterations", help="Iterations of the search, per decision.")
    ] = 2_000,
    threads: Threads = 1,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Advise on a position, or review a whole game (a trace)."""
    from menagerie.cli import coach as command
    from menagerie.cli import input_files

    command.coach(input_files.read_text(file), seat, iterations, threads, lang, as_json=as_json)


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(help="Seconds per measurement.")] = 3.0,
    duel: Annotated[
        int | None,
        typer.Option(
            "--duel", metavar="GAMES", help="Instead: the expert bot against OpenSpiel's search."
        ),
    ] = None,
    think: Annotated[float, typer.Option("--think", help="Seconds per move, in a duel.")] = 0.2,
    game: Annotated[str, typer.Option("--game", help="The game, in a duel.")] = "cubosaurs",
    as_json: AsJson = False,
) -> None:
    """Measure the speed of games, page and peer libraries."""
    if duel is not None:
        from menagerie.cli import duel as command

        command.duel(game, duel, think, as_json=as_json)
        return
    from functools import partial

    from menagerie.bench import page_weight, report
    from menagerie.server.http import static_pages

    measure_page = partial(page_weight.measure, static_pages.FOLDER)
    report.run(seconds, as_json=as_json, measure_page=measure_page)


@app.command()
def load(
    tables: Annotated[int, typer.Option("--tables", help="Tables, with two seats each.")] = 1_000,
    rate: Annotated[
        float, typer.Option("--rate", help="Moves per second in all; 0: as many as possible.")
    ] = 1_000,
    seconds: Annotated[float, typer.Option(help="Seconds to measure.")] = 30.0,
    game: Annotated[
        list[str] | None,
        typer.Option("--game", help="The game; may be repeated; default: a mix of all."),
    ] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Load-test a server of its own with simulated clients."""
    from menagerie.bench import load_test as command

    games = tuple(game or command.GAME_MIX)
    command.run(command.Plan(tables, rate, seconds, games, database), as_json=as_json)
