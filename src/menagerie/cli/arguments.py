"""The command line itself, and what several commands take."""

from typing import Annotated

import typer

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
