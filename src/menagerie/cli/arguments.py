"""The Typer application, and the arguments and options that several commands share."""

from typing import Annotated

import typer

app = typer.Typer(
    help="Tabletop games, complete: play them, score them, study them.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
edition_app = typer.Typer(help="Editions: what is printed on the components.")
app.add_typer(edition_app, name="edition")

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game: see `menagerie games`.")]
Players = Annotated[int | None, typer.Option("--players", "-p", help="Number of players.")]
Seed = Annotated[str | None, typer.Option("--seed", "-s", help="Same seed, same game.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", "-o", metavar="NAME=VALUE", help="An option of the game; may be repeated."
    ),
]
EditionFile = Annotated[
    str | None, typer.Option("--edition", metavar="FILE", help="A custom edition (TOML).")
]
Language = Annotated[str, typer.Option("--lang", "-l", help="Language: en, fr or it.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file, or - for stdin.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Threads = Annotated[int, typer.Option("--threads", help="Threads that search for a move.")]
BotThreads = Annotated[
    int | None,
    typer.Option("--threads", help="Threads of each bot; overrides the threads in its name."),
]
Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="sqlite:///FILE or postgresql://…"),
]
BotName = Annotated[str, typer.Option("--bot", help="The bot that plays.")]
