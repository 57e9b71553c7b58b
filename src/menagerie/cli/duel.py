"""`menagerie bench --duel`: our expert bot against OpenSpiel's search, with a progress bar."""

from dataclasses import asdict

import typer

from menagerie import discovery, jsontext
from menagerie.cli.console import progress_bar
from menagerie.errors import BadInput


def duel(game: str, games: int, think: float, *, as_json: bool) -> None:
    """Play each deal twice, with the seats swapped, until `games` is reached."""
    discovery.load(game)
    try:
        from menagerie.bench.duel import OURS, THEIRS, Duel
    except ImportError as error:
        raise BadInput(str(error)) from None
    series = Duel(game, games, think)
    series.check()
    with progress_bar(f"{OURS} against {THEIRS}", "games", games) as advance:
        found = series.play(advance)
    if as_json:
        typer.echo(jsontext.write(asdict(found)))
        return
    share, low, high = (f"{value:.1%}" for value in (found.share, found.low, found.high))
    typer.echo(f"{game}, {games} games, {think:g} s for a move")
    typer.echo(f"{OURS} won {share} (95%: {low} to {high}) against {THEIRS},")
    typer.echo(f"which made {found.simulations:,.0f} simulations for a move")
