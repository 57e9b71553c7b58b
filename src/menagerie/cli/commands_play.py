"""Commands for players: play, trace, replay, show, score, rules, games, edition."""

from pathlib import Path
from typing import Annotated

import typer

from menagerie.cli.arguments import (
    AsJson,
    BotName,
    BotThreads,
    EditionFile,
    File,
    GameName,
    Language,
    Options,
    Players,
    Seed,
    app,
    edition_app,
)
from menagerie.version import VERSION


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(VERSION)
        raise typer.Exit


@app.callback()
def main(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Options that need no command."""


@app.command()
def play(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="The game; asked for if missing.")
    ] = None,
    players: Players = None,
    seat: Annotated[int, typer.Option("--seat", help="Your seat, counted from 0.")] = 0,
    seed: Seed = None,
    option: Options = None,
    edition: EditionFile = None,
    bot: BotName = "normal",
    threads: BotThreads = None,
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
    """Print a whole game between bots as JSON lines."""
    from menagerie import jsontext, traces
    from menagerie.cli import game_options

    header = game_options.make_header(game, players, seed, option, edition)
    for line in traces.trace(header, bot):
        typer.echo(jsontext.write(line))


@app.command()
def replay(file: File) -> None:
    """Replay a trace, and report the first difference."""
    from menagerie import traces
    from menagerie.cli import input_files

    position = traces.replay(input_files.read_text(file).split("\n"))
    moves = len(position.moves)
    typer.echo(f"valid: {moves} moves, scores {position.scores()}, winners {position.winners()}")


@app.command()
def show(
    file: File,
    seat: Annotated[
        int | None, typer.Option("--seat", help="Show what this seat sees; -1: a spectator.")
    ] = None,
    move: Annotated[
        list[str] | None,
        typer.Option("--move", metavar="JSON", help="Play this move first; may be repeated."),
    ] = None,
    seed: Seed = None,
    as_json: AsJson = False,
    lang: Language = "en",
) -> None:
    """Show a position: the table, the legal moves and the points."""
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
    """Score a game played on a real table."""
    from menagerie.cli import game_options, input_files
    from menagerie.cli import score as command

    command.score(
        game, input_files.read_data(file), game_options.read_edition(edition), lang, as_json=as_json
    )


@app.command()
def rules(
    game: GameName,
    lang: Language = "en",
    markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown.")] = False,
) -> None:
    """Print the rules, each with its number."""
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
    game: Annotated[
        str | None, typer.Option("--game", help="The game that it is an edition of.")
    ] = None,
) -> None:
    """Check an edition, and report each fault with its field."""
    from menagerie.cli import edition as command

    raise typer.Exit(command.check(file, game))


@edition_app.command("show")
def show_edition(game: GameName) -> None:
    """Print the standard edition of a game, as a template."""
    from menagerie.discovery import load

    typer.echo(Path(load(game).folder, "edition.toml").read_text(encoding="utf-8"), nl=False)
