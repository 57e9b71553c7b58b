"""Every command, and what it takes. Games and Numba are imported by the command that runs."""

import os
from pathlib import Path
from typing import Annotated

import typer

from menagerie.version import VERSION

app = typer.Typer(
    help="Tabletop games, complete: play them, score them, study them.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
edition_app = typer.Typer(help="What is printed on the components.")
app.add_typer(edition_app, name="edition")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game: see `menagerie games`.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="How many players.")]
Seed = Annotated[str | None, typer.Option("--seed", "-s", help="The same seed, the same chance.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game; repeatable."),
]
EditionFile = Annotated[
    str | None, typer.Option("--edition", metavar="FILE", help="An edition of your own (TOML).")
]
Language = Annotated[str, typer.Option("--lang", "-l", help="en, fr or it.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for what is piped in.")]
AsJson = Annotated[bool, typer.Option("--json", help="As JSON, for programs.")]
Threads = Annotated[int, typer.Option("--threads", help="How many threads think.")]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://…"),
]
BotName = Annotated[str, typer.Option("--bot", help="Which bot plays.")]


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(VERSION)
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """Runs before every command."""


@app.command()
def play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Which game.")] = None,
    players: Players = None,
    seat: Annotated[int, typer.Option("--seat", help="Your seat, from 0.")] = 0,
    seed: Seed = None,
    option: Options = None,
    edition: EditionFile = None,
    bot: BotName = "normal",
    threads: Threads = 1,
    lang: Language = "en",
) -> None:
    """Play a game in the terminal against bots."""
    from menagerie.cli import inputs
    from menagerie.cli import play as command

    name = inputs.choose_game(game, lang)
    header = inputs.header(name, players, seed, option, edition)
    command.play(header, seat, bot, threads, lang)


@app.command()
def trace(
    game: GameName,
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    edition: EditionFile = None,
    bot: BotName = "random",
) -> None:
    """Write a whole game between bots as JSON lines."""
    from menagerie import jsontext, traces
    from menagerie.cli import inputs

    header = inputs.header(game, players, seed, option, edition)
    for line in traces.trace(header, bot):
        typer.echo(jsontext.write(line))


@app.command()
def replay(file: File) -> None:
    """Play a trace again, and say where it differs."""
    from menagerie import traces
    from menagerie.cli import inputs

    position = traces.replay(inputs.read(file).split("\n"))
    moves = len(position.moves)
    typer.echo(f"right: {moves} moves, scores {position.scores()}, winners {position.winners()}")


@app.command()
def show(
    file: File,
    seat: Annotated[
        int | None, typer.Option("--seat", help="What this seat sees; -1 is a watcher.")
    ] = None,
    move: Annotated[
        list[str] | None,
        typer.Option("--move", metavar="JSON", help="Play this first; repeatable."),
    ] = None,
    seed: Seed = None,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Show a position: the table, the legal moves, the points."""
    from menagerie.cli import inputs
    from menagerie.cli import show as command

    command.show(inputs.read(file), seat, move or [], seed, lang, as_json=as_json)


@app.command()
def score(
    game: GameName,
    file: File,
    edition: EditionFile = None,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Score what lies on a real table."""
    from menagerie.cli import inputs
    from menagerie.cli import score as command

    command.score(game, inputs.read_data(file), inputs.edition(edition), lang, as_json=as_json)


@app.command()
def rules(
    game: GameName,
    lang: Language = "en",
    markdown: Annotated[bool, typer.Option("--markdown", help="As a Markdown page.")] = False,
) -> None:
    """Read the rules, every one with its number."""
    from menagerie import rulebook
    from menagerie.discovery import load

    typer.echo(rulebook.write(load(game), lang, markdown=markdown))


@app.command()
def games(lang: Language = "en") -> None:
    """List the games."""
    from menagerie.cli import listing

    listing.games(lang)


@app.command()
def arena(
    game: GameName,
    bots: Annotated[str, typer.Option("--bots", help="Names with commas between them.")],
    games: Annotated[int, typer.Option("--games", help="How many, at least.")] = 100,
    players: Players = None,
    seed: Seed = None,
    option: Options = None,
    edition: EditionFile = None,
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="Keeps the results; resumes a run."),
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draws a plot (SVG).")
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", help="Games at once; all cores if nothing is said.")
    ] = os.cpu_count() or 1,
    as_json: AsJson = False,
) -> None:
    """Let bots play each other, every deal with the seats rotated."""
    from menagerie.cli import arena as command
    from menagerie.cli import inputs

    header = inputs.header(game, players, seed, option, edition)
    command.arena(header, bots, games, record, plot, threads, as_json=as_json)


@app.command()
def simulate(
    game: GameName,
    players: Players = None,
    games: Annotated[int, typer.Option("--games", help="How many.")] = 10_000,
    bots: Annotated[
        str, typer.Option("--bots", help="One for all seats, or names with commas between them.")
    ] = "random",
    rotate: Annotated[
        bool,
        typer.Option("--rotate/--fixed", help="Whether bots move on by a seat with each game."),
    ] = True,
    seed: Seed = None,
    option: Options = None,
    edition: EditionFile = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="FILE", help="An edition to compare with (TOML)."),
    ] = None,
    threads: Annotated[
        int, typer.Option("--threads", help="Games at once; all cores if nothing is said.")
    ] = os.cpu_count() or 1,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="ADDRESS", help="A Ray cluster that plays the games."),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="The report: report.html; with --json none."),
    ] = None,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Simulate many games, and write a report for those who design them."""
    from menagerie.cli import inputs
    from menagerie.cli import simulate as command
    from menagerie.simulate.plan import Plan

    header = inputs.header(game, players, seed, option, edition)
    plan = Plan.create(header, bots, games, rotate=rotate)
    command.simulate(plan, against, threads, ray, out, lang, as_json=as_json)


@app.command()
def coach(
    file: File,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Whom to advise: whoever is to move.")
    ] = None,
    iterations: Annotated[int, typer.Option("--iterations", help="How long to think.")] = 2_000,
    threads: Threads = 1,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Advise on a position; of a whole game (a trace), tell what it turned on."""
    from menagerie.cli import coach as command
    from menagerie.cli import inputs

    command.coach(inputs.read(file), seat, iterations, threads, lang, as_json=as_json)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Where to listen.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="On which port.")] = 8000,
    database: Database = None,
    prefix: Annotated[
        str, typer.Option("--prefix", help="Of the path, behind a proxy: /menagerie.")
    ] = "",
    origin: Annotated[
        list[str] | None,
        typer.Option("--origin", metavar="URL", help="Another site that may open sockets."),
    ] = None,
    proxy: Annotated[
        str, typer.Option("--proxy", metavar="ADDRESS", help="A proxy whose headers are true.")
    ] = "127.0.0.1",
    grace: Annotated[
        float, typer.Option("--grace", help="Seconds before a bot sits in for who is away.")
    ] = 60.0,
    bot_pause: Annotated[
        float, typer.Option("--bot-pause", help="Seconds before a bot's move.")
    ] = 0.7,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit", metavar="NAME=VALUE", help="Of what a visitor may use up: tables=100."
        ),
    ] = None,
) -> None:
    """Run the server: tables for people and bots."""
    from menagerie.cli import serve as command

    seconds = {"grace": grace, "bot-pause": bot_pause}
    config = command.read_config(database, prefix, origin or (), seconds, limit or ())
    command.serve(host, port, proxy, config)


@app.command()
def backup(file: Annotated[str, typer.Argument(metavar="FILE")], database: Database = None) -> None:
    """Copy the server's database into a file, also while the server runs."""
    from menagerie.cli import serve as command

    command.backup(file, database)


@app.command()
def verify(file: File) -> None:
    """Check that a finished game was dealt fairly, and played by the rules."""
    from menagerie.cli import inputs
    from menagerie.cli import verify as command

    command.verify(inputs.read(file))


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(help="How long to measure each thing.")] = 3.0,
    duel: Annotated[
        int | None,
        typer.Option("--duel", metavar="GAMES", help="Instead: expert against OpenSpiel's search."),
    ] = None,
    think: Annotated[float, typer.Option("--think", help="Seconds for a move, in a duel.")] = 0.2,
    game: Annotated[str, typer.Option("--game", help="What is played, in a duel.")] = "cubosaurs",
    as_json: AsJson = False,
) -> None:
    """Measure speed: ours, and that of peers that are installed; and the page's weight."""
    if duel is not None:
        from menagerie.cli import duel as fighting

        fighting.duel(game, duel, think, as_json=as_json)
        return
    from menagerie.bench import report
    from menagerie.cli import weighing

    report.run(seconds, as_json=as_json, measure_page=weighing.measure)


@app.command()
def load(
    tables: Annotated[int, typer.Option("--tables", help="Of two seats each.")] = 1_000,
    rate: Annotated[
        float, typer.Option("--rate", help="Moves a second in all; 0: as many as can be.")
    ] = 1_000,
    seconds: Annotated[float, typer.Option(help="How long to measure.")] = 30.0,
    game: Annotated[
        list[str] | None, typer.Option("--game", help="What is played: a mix of all; repeatable.")
    ] = None,
    database: Database = None,
    as_json: AsJson = False,
) -> None:
    """Measure a server of its own under load: speed, memory, disk."""
    from menagerie.bench import load as command

    games = tuple(game or command.MIX)
    command.run(command.Plan(tables, rate, seconds, games, database), as_json=as_json)


@edition_app.command("check")
def check_edition(
    file: File,
    game: Annotated[str | None, typer.Option("--game", help="Whose edition it is.")] = None,
) -> None:
    """Say what is wrong in an edition, field by field."""
    from menagerie.cli import listing

    raise typer.Exit(listing.check_edition(file, game))


@edition_app.command("show")
def show_edition(game: GameName) -> None:
    """Print the edition that comes with a game: a start for one of your own."""
    from menagerie.discovery import load

    typer.echo(Path(load(game).folder, "edition.toml").read_text(encoding="utf-8"), nl=False)
