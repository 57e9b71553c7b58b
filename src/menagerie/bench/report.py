"""The report of `make bench`: our games, the peers, and the ratios."""

import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

import typer
from rich.console import Console
from rich.table import Table as Grid

from menagerie import discovery, jsontext
from menagerie.bench import batch_speed, game_speed, peers, pettingzoo_speed
from menagerie.bots.search_bot import Style
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.header import Header
from menagerie.jsontext import Json

PLAYERS = 4
BOT_BUDGET_S = 0.2
ANSWERS = 20  # decisions of a bot, of which the slowest is reported
MAX_SECONDS = 3600
ROUNDS = 3  # our games and the peers take turns, since a machine may be slow for minutes


@dataclass(frozen=True)
class Result:
    """One measurement: a rate on one core, unless its name says otherwise, or a size."""

    name: str
    value: float
    unit: str


# The measurements of the page, or the reason why there are none.
PageResults = list[Result] | str


def run(
    seconds: float, *, as_json: bool, measure_page: Callable[[Console], PageResults] = lambda _: []
) -> None:
    """Measure everything and print the report; progress goes to stderr."""
    if not 0 < seconds <= MAX_SECONDS:
        raise BadInput(f"seconds must be more than 0 and at most {MAX_SECONDS}, not {seconds}")
    stderr = Console(stderr=True, highlight=False, markup=False)
    games = [discovery.load(name) for name in discovery.names()]
    rates: dict[str, list[list[Result]]] = {game.name: [] for game in games}
    peer_rounds: dict[str, list[float | None]] = {peer.id: [] for peer in peers.PEERS}
    for number in range(ROUNDS):
        stderr.print(f"round {number + 1} of {ROUNDS}")
        for game in games:
            rates[game.name].append(list(_measure_rates(game, seconds / ROUNDS, stderr)))
        for peer in peers.PEERS:
            stderr.print(f"measuring {peer.title} …")
            peer_rounds[peer.id].append(peers.measure(peer, seconds / ROUNDS))
    results = {
        game.name: [*_best(rates[game.name]), *_measure_once(game, stderr)] for game in games
    }
    peer_rates = {
        name: max((rate for rate in rounds if rate), default=None)
        for name, rounds in peer_rounds.items()
    }
    page = measure_page(stderr)
    if as_json:
        typer.echo(jsontext.write(_as_json(results, peer_rates) | {"page": _page_as_json(page)}))
    else:
        _print(results, peer_rates)
        _print_page(page)


def _best(rounds: list[list[Result]]) -> list[Result]:
    """The best round of each measurement: the highest rate, or the shortest time."""
    return [
        min(rows, key=lambda row: row.value * (1 if row.unit == "µs" else -1))
        for rows in zip(*rounds, strict=True)
    ]


def _measure_rates(game: Game, seconds: float, stderr: Console) -> Iterator[Result]:
    for header in _headers(game):
        title = f"{game.name} {_form_name(header)}".strip()
        stderr.print(f"measuring {title}, {PLAYERS} players …")
        inside = game_speed.measure_kernel(header, seconds)
        yield Result(f"{title}: in the kernel", inside.moves, "moves/s")
        yield Result(f"{title}: in the kernel, whole games", inside.games, "games/s")
        scorings = game_speed.measure_scoring(header, seconds / 3)
        yield Result(f"{title}: scores of a finished table", 1e6 / scorings, "µs")
        outside = game_speed.measure_python(header, seconds)
        yield Result(f"{title}: through Position", outside.moves, "moves/s")
        yield Result(f"{title}: through Position, whole games", outside.games, "games/s")
        if zoo := pettingzoo_speed.measure_pettingzoo(header, seconds):
            yield Result(f"{title}: through PettingZoo", zoo, "moves/s")
    two = Header.create(game.name, game.players[0], seed=1)
    yield from _measure_batches(two, seconds)
    for style, what in ((Style(), "to the end of the game"), (Style.of(game), "as bots play")):
        iterations = game_speed.measure_search(two, style, seconds)
        name = f"{game.name}: search, {two.players} players, {what}"
        yield Result(name, iterations, "iterations/s")


def _measure_once(game: Game, stderr: Console) -> Iterator[Result]:
    """Measurements that have no counterpart in peer libraries."""
    two = Header.create(game.name, game.players[0], seed=1)
    longest = game_speed.measure_slowest_answer(two, BOT_BUDGET_S, ANSWERS)
    name = f"{game.name}: slowest of {ANSWERS} answers, {BOT_BUDGET_S} s allowed"
    yield Result(name, longest, "s")
    yield Result(f"{game.name}: a table", game.table.dtype.itemsize, "bytes")
    stderr.print(f"starting {game.name} in a new process, cold and warm …")
    with tempfile.TemporaryDirectory() as cache:
        yield Result(f"{game.name}: cold start", game_speed.measure_start(game, cache), "s")
        yield Result(f"{game.name}: warm start", game_speed.measure_start(game, cache), "s")


def _measure_batches(header: Header, seconds: float) -> Iterator[Result]:
    """Many tables at once, with one thread and with one thread per core."""
    title = f"{header.game.name}: {batch_speed.TABLES:,} tables with masks and rows"
    for threads in sorted({1, os.cpu_count() or 1}):
        rate = batch_speed.measure_batch(header, threads, seconds)
        name = f"{title}, {header.players} players, {threads} thread{'s' * (threads > 1)}"
        yield Result(name, rate, "moves/s")


def _headers(game: Game) -> list[Header]:
    """The game with default options; or its basic and advanced form, if it has these."""
    forms: list[dict[str, object]] = [{}]
    if any(option.name == "advanced" for option in game.options):
        forms = [{"advanced": False}, {"advanced": True}]
    return [Header.create(game.name, PLAYERS, seed=1, options=form) for form in forms]


def _form_name(header: Header) -> str:
    if "advanced" not in header.options:
        return ""
    return "advanced" if header.options["advanced"] else "basic"


def _as_json(results: dict[str, list[Result]], peer_rates: dict[str, float | None]) -> Json:
    ours_json = {name: [asdict(result) for result in rows] for name, rows in results.items()}
    return {"games": ours_json, "peers": peer_rates, "ratios": _ratios(results, peer_rates)}


def _ratios(
    results: dict[str, list[Result]], peer_rates: dict[str, float | None]
) -> dict[str, dict[str, float]]:
    """Our moves per second divided by those of each peer; searches are not comparable."""
    rates = [row for rows in results.values() for row in rows if row.unit == "moves/s"]
    return {
        row.name: {peer: row.value / rate for peer, rate in peer_rates.items() if rate}
        for row in rates
    }


def _page_as_json(page: PageResults) -> str | list[Json]:
    return page if isinstance(page, str) else [asdict(row) for row in page]


def _print(results: dict[str, list[Result]], peer_rates: dict[str, float | None]) -> None:
    console = Console(highlight=False, markup=False)
    for name, rows in results.items():
        console.print(_grid(name, "one core", rows))
    grid = Grid(title="peers, in the same run", box=None, title_justify="left")
    for peer in peers.PEERS:
        rate = peer_rates[peer.id]
        shown = f"{rate:,.0f}" if rate else "not installed"
        grid.add_row(peer.title, shown, peer.unit if rate else "(the extra `peers`)")
    console.print(grid)
    _print_ratios(console, _ratios(results, peer_rates))


def _grid(title: str, what: str, rows: list[Result]) -> Grid:
    grid = Grid(title=title, box=None, title_justify="left")
    grid.add_column(what)
    grid.add_column("", justify="right")
    grid.add_column("")
    for row in rows:
        shown = f"{row.value:,.2f}" if row.unit in ("s", "µs") else f"{row.value:,.0f}"
        grid.add_row(row.name, shown, row.unit)
    return grid


def _print_page(page: PageResults) -> None:
    console = Console(highlight=False, markup=False)
    if isinstance(page, str):
        console.print(f"the page was not measured: {page}")
    elif page:
        console.print(_grid("the page, in Chromium", "one visitor", page))


def _print_ratios(console: Console, ratios: dict[str, dict[str, float]]) -> None:
    """A table of our rates divided by those of the peers."""
    if not any(ratios.values()):
        return
    grid = Grid(title="ratios", box=None, title_justify="left")
    grid.add_column("moves a second of")
    grid.add_column("are", justify="right")
    grid.add_column("times those of")
    titles = {peer.id: peer.title for peer in peers.PEERS}
    for name, by_peer in ratios.items():
        for peer, ratio in by_peer.items():
            grid.add_row(name, f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.2g}", titles[peer])
    console.print(grid)
