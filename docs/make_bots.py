"""Measure the bots, and write the tables of docs/bots.md between their marks.

Every finished game is recorded in a folder, so an interrupted run resumes where it stopped:

    python docs/make_bots.py .arena            everything that is missing, then the page
    python docs/make_bots.py .arena ladder     one group of contests
"""

import itertools
import sys
from dataclasses import replace
from pathlib import Path

from menagerie import discovery
from menagerie.bots import LEVELS, arena, ratings
from menagerie.bots.levels import BUDGETS, change
from menagerie.bots.search_bot import Style
from menagerie.header import Header

PAGE = Path(__file__).parent / "bots.md"
CHUNK = 20  # games between two checks of the confidence intervals
MIN_GAMES = 40  # of a contest
MIN_GAMES_ONE_SIDED = 20  # where almost all are won
STEPS = list(itertools.pairwise(LEVELS))
TRIALS = {
    "rollouts to the end, random moves": "length=0:greed=1",
    "rollouts to the end, best of 2": "length=0:greed=2",
    "rollouts of 5 moves, random": "length=5:greed=1",
    "rollouts of 8 moves, best of 6": "length=8:greed=6",
    "only the win counts": "margin=0",
    "only the margin counts": "margin=1",
    "exploration 0.3": "exploration=0.3",
    "exploration 0.9": "exploration=0.9",
    "no progressive widening": "widening=0",
    "50% more iterations": "iterations=300",
}

Row = tuple[str, str, int, tuple[str, str], int]  # group, game, players, bots, most games


def contests() -> list[Row]:
    """List every contest to be played."""
    games = discovery.names()
    found: list[Row] = [
        ("ladder", game, players, pair, 400)
        for pair in STEPS
        for players in (2, 4)
        for game in games
    ]
    found += [("greedy", game, 2, ("greedy", "expert"), MIN_GAMES) for game in games]
    for game in games:
        usual = Style.of(discovery.load(game))
        for changes in TRIALS.values():
            if change(BUDGETS["normal"], usual, changes.split(":"))[1] != usual or "it" in changes:
                found.append(("trials", game, 2, ("normal", f"normal:{changes}"), 120))
    return found


def measure(folder: Path, row: Row) -> tuple[list[ratings.Standing], int]:
    """Play until the intervals no longer overlap; trials play all of their games."""
    group, game, players, bots, most = row
    header = Header.create(game, players, seed=group)
    name = f"{group} {game} {players} {' '.join(bots)}".replace(":", "_")
    whole = arena.Contest(header, bots, most // players)
    record = arena.ContestRecord(whole, folder / f"{name}.jsonl")
    games = 0
    standings: list[ratings.Standing] = []
    enough = {"trials": most, "greedy": MIN_GAMES_ONE_SIDED, "ladder": MIN_GAMES}[group]
    while games < most and not (games >= enough and _are_disjoint(standings)):
        games += CHUNK
        part = replace(whole, deals=games // players)
        arena.run(part, record, lambda: None)
        standings = ratings.standings(bots, list(arena.shares_by_deal(part, record)))
        print(name, games, [f"{one.share:.1%}" for one in standings], flush=True)  # noqa: T201
    return standings, games


def _are_disjoint(standings: list[ratings.Standing]) -> bool:
    low, high = sorted(standings, key=lambda one: one.share)
    return low.share_high < high.share_low


def _cell(one: ratings.Standing) -> str:
    return f"{one.share:.1%} ({one.share_low:.1%} to {one.share_high:.1%})"


def main() -> None:
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(exist_ok=True)
    lines: dict[str, list[str]] = {"ladder": [], "trials": [], "greedy": []}
    for row in contests():
        group, game, players, bots, _ = row
        if wanted and group not in wanted:
            continue
        (worse, better), games = measure(folder, row)
        title = discovery.load(game).text("en")("title")
        if group == "trials":
            what = next(words for words, changes in TRIALS.items() if bots[1].endswith(changes))
            lines[group].append(f"| {title} | {what} | {_cell(better)} |")
        else:
            lines[group].append(
                f"| {title} | {players} | {games} "
                f"| {bots[0]} {_cell(worse)} | {bots[1]} {_cell(better)} |"
            )
    page = PAGE.read_text(encoding="utf-8")
    for group, rows in lines.items():
        if rows:
            page = _between(page, group, sorted(rows))
    PAGE.write_text(page, encoding="utf-8")


def _between(page: str, group: str, rows: list[str]) -> str:
    """Return the page with new rows in one of its tables."""
    start, end = f"<!-- {group} -->\n", f"<!-- end of {group} -->"
    before, _, rest = page.partition(start)
    table, _, after = rest.partition(end)
    head = table.splitlines()[:2]
    return before + start + "\n".join([*head, *rows]) + "\n" + end + after


if __name__ == "__main__":
    main()
