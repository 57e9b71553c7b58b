"""Commands for those who play, and for their editions."""

from pathlib import Path
from typing import Annotated

import typer

from menagerie.cli.arguments import (
    AsJson,
    BotName,
    EditionFile,
    File,
    GameName,
    Language,
    Options,
    Players,
    Seed,
    Threads,
    app,
    edition_app,
)
from menagerie.version import VERSION


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
    from menagerie.cli import game_options
    from menagerie.cli import play as command

    name = game_options.choose_game(game, lang)
    header = game_options.make_header(name, players, seed, option, edition)
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
    from menagerie.cli import game_options

    header = game_options.make_header(game, players, seed, option, edition)
    for line in traces.trace(header, bot):
        typer.echo(jsontext.write(line))


@app.command()
def replay(file: File) -> None:
    """Play a trace again, and say where it differs."""
    from menagerie import traces
    from menagerie.cli import input_files

    position = traces.replay(input_files.read_text(file).split("\n"))
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
    from menagerie.cli import input_files
    from menagerie.cli import show as command

    command.show(input_files.read_text(file), seat, move or [], seed, lang, as_json=as_json)


@app.command()
def score(
    game: GameName,
    file: File,
    edition: EditionFile = None,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Score what lies on a real table."""
    from menagerie.cli import game_options, input_files
    from menagerie.cli import score as command

    command.score(
        game, input_files.read_data(file), game_options.read_edition(edition), lang, as_json=as_json
    )


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
    from menagerie.cli import games as command

    command.print_games(lang)


@edition_app.command("check")
def check_edition(
    file: File,
    game: Annotated[str | None, typer.Option("--game", help="Whose edition it is.")] = None,
) -> None:
    """Say what is wrong in an edition, field by field."""
    from menagerie.cli import edition as command

    raise typer.Exit(command.check(file, game))


@edition_app.command("show")
def show_edition(game: GameName) -> None:
    """Print the edition that comes with a game: a start for one of your own."""
    from menagerie.discovery import load

    typer.echo(Path(load(game).folder, "edition.toml").read_text(encoding="utf-8"), nl=False)
