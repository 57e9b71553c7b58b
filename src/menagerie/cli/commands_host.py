"""Commands for hosts: serve, backup, verify."""

from typing import Annotated

import typer

from menagerie.cli.arguments import (
    Database,
    File,
    app,
)


@app.command()
def serve(
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", help="Port to listen on; 0 chooses a free one.")
    ] = 8000,
    database: Database = None,
    prefix: Annotated[
        str, typer.Option("--prefix", help="Path prefix behind a proxy, such as /menagerie.")
    ] = "",
    origin: Annotated[
        list[str] | None,
        typer.Option(
            "--origin",
            metavar="URL",
            help="Another origin that passes the CSRF check, for requests and WebSockets.",
        ),
    ] = None,
    proxy: Annotated[
        str,
        typer.Option(
            "--proxy", metavar="ADDRESS", help="A proxy whose X-Forwarded headers are trusted."
        ),
    ] = "127.0.0.1",
    grace: Annotated[
        float, typer.Option("--grace", help="Seconds until a bot plays for an absent player.")
    ] = 60.0,
    bot_pause: Annotated[
        float, typer.Option("--bot-pause", help="Seconds before a bot's move.")
    ] = 0.7,
    busy: Annotated[
        float, typer.Option("--busy", help="Moves per second from which a second process helps.")
    ] = 100.0,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            "--limit", metavar="NAME=VALUE", help="A limit per visitor, such as tables=100."
        ),
    ] = None,
    log_level: Annotated[
        str, typer.Option("--log-level", help="debug, info, warning or error.")
    ] = "info",
) -> None:
    """Run the server, for people and bots."""
    from menagerie.cli import serve as command

    seconds = {"grace": grace, "bot-pause": bot_pause}
    config = command.read_config(database, prefix, origin or (), seconds, limit or (), busy)
    command.serve(host, port, proxy, log_level, config)


@app.command()
def backup(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The copy to write.")],
    database: Database = None,
) -> None:
    """Back up the server's SQLite database, even while it runs."""
    from menagerie.cli import serve as command

    command.backup(file, database)


@app.command()
def verify(file: File) -> None:
    """Check that a finished game was fair and within the rules."""
    from menagerie.cli import input_files
    from menagerie.cli import verify as command

    command.verify(input_files.read_text(file))
