"""Commands for hosts."""

from typing import Annotated

import typer

from menagerie.cli.arguments import (
    Database,
    File,
    app,
)


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
    busy: Annotated[
        float, typer.Option("--busy", help="Moves a second for which a second process comes.")
    ] = 100.0,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit", metavar="NAME=VALUE", help="Of what a visitor may use up: tables=100."
        ),
    ] = None,
    log_level: Annotated[
        str, typer.Option("--log-level", help="debug, info, warning or error.")
    ] = "info",
) -> None:
    """Run the server: tables for people and bots."""
    from menagerie.cli import serve as command

    seconds = {"grace": grace, "bot-pause": bot_pause}
    config = command.read_config(database, prefix, origin or (), seconds, limit or (), busy)
    command.serve(host, port, proxy, log_level, config)


@app.command()
def backup(file: Annotated[str, typer.Argument(metavar="FILE")], database: Database = None) -> None:
    """Copy the server's database into a file, also while the server runs."""
    from menagerie.cli import serve as command

    command.backup(file, database)


@app.command()
def verify(file: File) -> None:
    """Check that a finished game was dealt fairly, and played by the rules."""
    from menagerie.cli import input_files
    from menagerie.cli import verify as command

    command.verify(input_files.read_text(file))
