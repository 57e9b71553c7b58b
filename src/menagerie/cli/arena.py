"""`menagerie arena`: bots against each other, with a progress bar and a table of the standings."""

from dataclasses import asdict

import typer
from rich.table import Table as Grid

from menagerie import jsontext
from menagerie.bots import arena as contests
from menagerie.bots import ratings, standings_chart
from menagerie.bots.levels import check_limit
from menagerie.cli import EXIT_INTERRUPTED, output_files, print_error
from menagerie.cli.console import Console, progress_bar
from menagerie.errors import BadInput
from menagerie.header import Header

MAX_GAMES = 1_000_000


def split_names(bots: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in bots.split(","))


def arena(
    header: Header,
    bots: str,
    games: int,
    record_file: str | None,
    plot_file: str | None,
    threads: int,
    *,
    as_json: bool,
) -> None:
    """Play each deal once per rotation of the seats, until `games` is reached."""
    if games not in range(1, MAX_GAMES + 1):
        raise BadInput(f"games must be 1 to {MAX_GAMES}, not {games}")
    check_limit("threads", threads)
    deals = -(-games // header.players)
    contest = contests.Contest(header, split_names(bots), deals)
    contests.check(contest)
    picture = output_files.check_writable(plot_file, ".svg")
    record = contests.ContestRecord(contest, output_files.check_writable(record_file))
    _play(contest, record, threads)
    standings = ratings.standings(contest.bots, list(contests.shares_by_deal(contest, record)))
    title = f"{header.game.name}, {header.players} players, {deals * header.players} games"
    if picture is not None:
        output_files.write(picture, standings_chart.draw(f"{title}: shares of the wins", standings))
    if as_json:
        found = {"contest": contest.to_json(), "games": deals * header.players}
        typer.echo(jsontext.write(found | {"standings": [asdict(row) for row in standings]}))
    else:
        _print(title, standings)


def _play(contest: contests.Contest, record: contests.ContestRecord, threads: int) -> None:
    jobs = contest.jobs()
    done = sum(job in record.results for job in jobs)
    with progress_bar(" against ".join(contest.bots), "games", len(jobs), done) as advance:
        try:
            contests.run(contest, record, advance, threads)
        except KeyboardInterrupt:
            pass
        else:
            return
    played = sum(job in record.results for job in jobs)
    how = "the same command resumes" if record.file else "--record FILE would let it resume"
    print_error(f"interrupted after {played} of {len(jobs)} games; {how} from there")
    raise typer.Exit(EXIT_INTERRUPTED)


def _print(title: str, standings: list[ratings.Standing]) -> None:
    grid = Grid(title=title, title_justify="left", box=None)
    for heading in ("bot", "wins", "95%", "rating", "95%"):
        grid.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in sorted(standings, key=lambda row: -row.share):
        grid.add_row(
            row.bot,
            f"{row.share:.1%}",
            f"{row.share_low:.1%} to {row.share_high:.1%}",
            f"{row.rating:+.0f}",
            f"{row.rating_low:+.0f} to {row.rating_high:+.0f}",
        )
    Console().print(grid)
