"""The arena: fair seats, consistent results, resumable runs."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from support.cli.command import Run
from support.runs import compiled_only

from menagerie import BadInput
from menagerie.bots import arena, levels, ratings, standings_chart
from menagerie.bots.search_bot import SearchBot
from menagerie.header import Header

pytestmark = compiled_only


def contest(
    deals: int = 3, players: int = 2, bots: tuple[str, ...] = ("greedy", "random")
) -> arena.Contest:
    return arena.Contest(Header.create("cubosaurs", players, seed="a"), bots, deals)


def test_every_bot_sits_everywhere_equally_often() -> None:
    for players, bots in ((2, ("a", "b")), (4, ("a", "b")), (3, ("a", "b", "c"))):
        one = contest(1, players, bots)
        for seat in range(players):
            sitting = [one.seats(rotation)[seat] for rotation in range(players)]
            assert sorted(sitting) == sorted(list(range(len(bots))) * (players // len(bots)))


def test_bots_that_cannot_share_the_seats_are_refused() -> None:
    for players, bots in ((3, ("random", "greedy")), (2, ("random",)), (2, ("random", "genius"))):
        with pytest.raises(BadInput):
            arena.check(contest(1, players, bots))


def test_shares_add_up_and_the_better_bot_wins() -> None:
    one = contest(4)
    record = arena.ContestRecord(one, None)
    arena.run(one, record, lambda: None)
    assert set(record.results) == set(one.jobs())
    assert all(sum(shares) == pytest.approx(1) for shares in record.results.values())
    first, second = ratings.standings(one.bots, list(arena.shares_by_deal(one, record)))
    assert first.share > second.share
    assert first.share_low <= first.share <= first.share_high
    assert first.rating == pytest.approx(-second.rating)


def test_a_run_can_be_resumed(tmp_path: Path) -> None:
    one, file = contest(3), tmp_path / "record.jsonl"
    arena.run(one, arena.ContestRecord(one, file), lambda: None)
    whole = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*whole[:3], whole[3][:10]]), encoding="utf-8")
    played: list[int] = []
    arena.run(one, arena.ContestRecord(one, file), lambda: played.append(1))
    assert len(played) == 4
    file.write_text(file.read_text(encoding="utf-8")[:-5], encoding="utf-8")
    arena.run(one, arena.ContestRecord(one, file), lambda: played.append(1))
    assert len(played) == 5
    again = arena.ContestRecord(one, file)
    assert {json.dumps(line) for line in again.results.values()} == {
        json.dumps(json.loads(line)["shares"]) for line in whole[1:]
    }
    with pytest.raises(BadInput, match="another contest"):
        arena.ContestRecord(contest(3, bots=("random", "greedy")), file)
    file.write_text("{}\n{}\n", encoding="utf-8")
    with pytest.raises(BadInput, match="not a record of an arena"):
        arena.ContestRecord(one, file)


def test_intervals_grow_narrower_with_more_deals() -> None:
    rng = np.random.default_rng(1)
    widths = []
    for deals in (20, 500):
        wins = rng.integers(0, 2, deals).astype(float)
        found = ratings.standings(("a", "b"), [np.array([win, 1 - win]) for win in wins])
        widths.append(found[0].share_high - found[0].share_low)
    assert widths[0] > 2 * widths[1]


def test_a_bot_that_won_every_deal_has_an_interval_below_certainty() -> None:
    for deals, least in ((5, 0.5), (100, 0.95)):
        best, worst = ratings.standings(("a", "b"), [np.array([1.0, 0.0])] * deals)
        assert (best.share, worst.share) == (1.0, 0.0)
        assert least < best.share_low < 1.0
        assert 0.0 < worst.share_high < 1 - least


def test_a_plot_is_an_image() -> None:
    standing = ratings.Standing("<easy>", 0.6, 0.5, 0.7, 40, 10, 70)
    image = ET.fromstring(standings_chart.draw("A & B", [standing]))  # noqa: S314 - our own
    assert image.tag.endswith("svg")
    assert "<easy>" in [text.text for text in image.iter() if text.tag.endswith("text")]


def test_the_command_prints_a_table_writes_json_and_draws(run: Run, tmp_path: Path) -> None:
    args = ["arena", "cubosaurs", "--bots", "greedy,random", "--games", "4", "--seed", "1"]
    file = tmp_path / "plot.svg"
    told = run(*args, "--plot", str(file)).answer
    assert "cubosaurs, 2 players, 4 games" in told
    assert "greedy" in told
    assert file.read_text(encoding="utf-8").startswith("<svg")
    found = run(*args, "--json").data
    assert found["games"] == 4
    assert [row["bot"] for row in found["standings"]] == ["greedy", "random"]


def test_three_bots_sit_down_at_a_table_for_three(run: Run) -> None:
    told = run("arena", "cubosaurs", "--bots", "greedy,random,easy", "--games", "3").answer
    assert "cubosaurs, 3 players, 3 games" in told


# `menagerie`, but it says when a game begins.
TELLS_WHEN_A_GAME_BEGINS = """
from menagerie.bots import arena
from menagerie.cli import main

play = arena.play


def play_and_tell(*args):
    print("playing", flush=True)
    return play(*args)


arena.play = play_and_tell
main()
"""


def test_an_interrupted_run_says_how_it_can_be_resumed(tmp_path: Path) -> None:
    """Immediately, in the middle of a game that would take minutes."""
    file = tmp_path / "run.jsonl"
    contest = ["arena", "incubation", "--bots", "expert,hard:iterations=9000", "--games", "20"]
    program = [sys.executable, "-c", TELLS_WHEN_A_GAME_BEGINS]
    command = [*program, *contest, "--record", str(file)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "playing\n"
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    line = "menagerie: interrupted after 0 of 20 games; the same command resumes from there"
    assert said.splitlines()[-1:] == [line]
    assert len(file.read_text(encoding="utf-8").splitlines()) == 1


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["--bots", "greedy,genius"], "genius"),
        (["--bots", "greedy"], "two or more bots"),
        (["--bots", "greedy,random,easy", "--players", "2"], "they can share a table for 3"),
        (["--bots", "greedy,random,easy,hard,normal,expert"], "no other number would be fair"),
        (["--bots", "greedy,random", "--games", "0"], "games must be"),
        (["--bots", "greedy,random", "--players", "3"], "2 bots cannot share 3 seats fairly"),
        (["--bots", "greedy,random", "--games", "2", "--plot", "/no/such/place.svg"], "no folder"),
        (["--bots", "greedy,random", "--games", "2", "--plot", "plot.png"], "must end in .svg"),
        (["--bots", "greedy,random", "--games", "2", "--record", "."], "it is a folder"),
    ],
)
def test_bad_input_is_one_line(args: list[str], named: str, run: Run) -> None:
    assert named in run("arena", "cubosaurs", "--seed", "1", *args).complaint


def test_a_level_can_be_created_with_other_parameters() -> None:
    game = Header.create("cubosaurs", 2).game
    bot = levels.create("hard:margin=0:iterations=7:threads=2", game, bytes(16))
    assert isinstance(bot, SearchBot)
    assert (bot.style.margin, bot.budget.iterations, bot.budget.threads) == (0, 7, 2)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("hard:greed=0", "greed must be 1 to 100"),
        ("hard:margin=much", "margin must be 0 to 1"),
        ("hard:margin=nan", "margin must be 0 to 1"),
        ("hard:wisdom=2", "it has: iterations, seconds"),
        ("random:iterations=2", "random does not search"),
        ("genius:iterations=2", "there is no bot"),
    ],
)
def test_an_invalid_parameter_of_a_level_is_refused(name: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        levels.create(name, Header.create("cubosaurs", 2).game, bytes(16))
