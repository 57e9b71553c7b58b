"""The counts: independent of the number of threads, and equal to an independent recount."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from support.simulate.plans import plan, run, same
from support.simulate.recount import Game, had, play_again

from menagerie import BadInput, discovery
from menagerie.header import Header
from menagerie.simulate import kernels
from menagerie.simulate.counters import Tally
from menagerie.simulate.kernels import CHOSEN, HAD, OFFERED, POINTS, SEATED, WINS
from menagerie.simulate.plan import Plan

GAMES = discovery.names()


def test_the_number_of_threads_changes_nothing() -> None:
    simulated = plan("cubosaurs", 4, 2000, advanced=True)
    assert same(run(simulated, 1), run(simulated, 3))


def test_another_seed_gives_other_games() -> None:
    first = plan("cubosaurs", 4, 50)
    other = replace(first, header=Header.create("cubosaurs", 4, seed=6))
    assert not same(run(first), run(other))


def test_games_are_the_same_however_many_there_are() -> None:
    """A game depends only on its number, so a longer run begins with the shorter one."""
    short, long = run(plan("incubation", games=20)), run(plan("incubation", games=40))
    assert same(short, Tally(short.plan, long.blocks[:20]))


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_counted_once(game: str) -> None:
    simulated = plan(game, 4, 300)
    tally = run(simulated, 2)
    games, turned = simulated.games, tally.counts("totals")
    assert turned[kernels.GAMES] == games
    for part in ("moves", "turns", "margins"):
        assert tally.counts(part).sum() == games
    assert tally.counts("scores").sum() == games * 4
    assert (tally.counts("scores").sum(axis=(1, 2)) == games).all()
    for part in ("seats", "places", "bots"):
        assert tally.counts(part)[:, WINS].sum() == pytest.approx(games)
    assert (tally.counts("bots")[:, SEATED] == games).all()
    moves = np.arange(kernels.LENGTHS) @ tally.counts("moves")
    assert moves == turned[kernels.MOVES]
    worth = kernels.LOWEST + np.arange(kernels.SCORES)
    assert tally.counts("scores").sum(axis=(0, 1)) @ worth == tally.counts("seats")[:, POINTS].sum()
    things = tally.counts("things")
    assert (things[:, HAD] <= turned[kernels.PLAYER_SCORINGS]).all()
    assert (things[:, WINS] <= things[:, HAD]).all()
    kinds = tally.counts("kinds")
    assert (kinds[:, CHOSEN] <= kinds[:, OFFERED]).all()
    assert kinds[:, CHOSEN].sum() <= turned[kernels.MOVES]


@pytest.mark.parametrize("advanced", [False, True])
@pytest.mark.parametrize("game", GAMES)
def test_a_few_games_counted_by_hand_give_the_same(game: str, advanced: bool) -> None:
    has_forms = any(option.name == "advanced" for option in discovery.load(game).options)
    if advanced and not has_forms:
        pytest.skip("it has no advanced form")
    options = {"advanced": advanced} if has_forms else {}
    simulated = plan(game, 3, 4, "random", **options)
    tally, again = run(simulated), list(play_again(simulated))
    totals = tally.counts("totals")
    assert totals[kernels.MOVES] == sum(len(found.moments) for found in again)
    assert totals[kernels.TURNS] == sum(found.turns for found in again)
    scores = [sorted(found.end.scores(), reverse=True) for found in again]
    assert totals[kernels.BEST_POINTS] == sum(own[0] or 0 for own in scores)
    assert totals[kernels.MARGIN] == sum((own[0] or 0) - (own[1] or 0) for own in scores)
    assert totals[kernels.EQUAL_POINTS] == sum(own[0] == own[1] for own in scores)
    assert totals[kernels.SHARED_WINS] == sum(len(found.end.winners()) > 1 for found in again)
    wins = np.sum([found.shares for found in again], axis=0)
    assert tally.counts("seats")[:, WINS].tolist() == wins.tolist()
    places = np.sum([np.roll(found.shares, -found.first) for found in again], axis=0)
    assert tally.counts("places")[:, WINS].tolist() == places.tolist()
    _kinds_are_the_same(tally, again)
    _things_are_the_same(tally, again)


def _kinds_are_the_same(tally: Tally, again: list[Game]) -> None:
    """By verb: the choices of all kinds of a verb are summed."""
    game, chosen = tally.plan.header.game, Counter[str]()
    table = again[0].end.table
    verbs = {
        game.study.kind_of(move): game.move_codec.to_json(table, move)["do"]
        for move in range(game.move_count)
    }
    for kind, count in enumerate(tally.counts("kinds")[:, CHOSEN].tolist()):
        chosen[verbs[kind]] += int(count)
    assert chosen == sum((found.chosen for found in again), Counter[str]())
    alone = [kind for kind, verb in verbs.items() if list(verbs.values()).count(verb) == 1]
    offered = sum((found.offered for found in again), Counter[str]())
    assert alone
    for kind in alone:
        assert tally.counts("kinds")[kind, OFFERED] == offered[verbs[kind]]


def _things_are_the_same(tally: Tally, again: list[Game]) -> None:
    expected: dict[str, list[float]] = {}
    holders = 0
    for found in again:
        scores = found.end.scores()
        for seats in had(found):
            holders += len(seats)
            for seat, names in enumerate(seats):
                for name in names:
                    sums = expected.setdefault(name, [0.0, 0.0, 0.0])
                    for at, more in ((WINS, found.shares[seat]), (POINTS, scores[seat]), (HAD, 1)):
                        sums[at] += more
    assert tally.counts("totals")[kernels.PLAYER_SCORINGS] == holders
    things = tally.plan.things(tally.plan.header.game.text("en"))
    counted = {
        thing.name: sums
        for thing, sums in zip(things, tally.counts("things").tolist(), strict=True)
        if thing is not None and sums[HAD]
    }
    assert counted == expected


def test_bots_of_other_levels_are_counted_alike_and_threads_change_nothing() -> None:
    mixed = plan("cubosaurs", 2, 6, "greedy,random")
    one, other = run(mixed, 1), run(mixed, 2)
    assert same(one, other)
    greedy, at_random = one.counts("bots")
    assert one.counts("totals")[kernels.GAMES] == 6
    assert greedy[SEATED] == at_random[SEATED] == 6
    assert greedy[WINS] > at_random[WINS]


def test_bots_move_on_by_a_seat_unless_they_are_fixed() -> None:
    header = Header.create("cubosaurs", 2, seed=5)
    turning = Plan.create(header, "greedy,random", 6)
    fixed = Plan.create(header, "greedy,random", 6, rotate=False)
    assert [turning.rotation(game) for game in range(4)] == [0, 1, 0, 1]
    assert [fixed.rotation(game) for game in range(4)] == [0, 0, 0, 0]
    tally = run(fixed)
    assert tally.counts("seats").tolist() == tally.counts("bots")[:, :2].tolist()


@pytest.mark.parametrize(
    ("bots", "games", "words"),
    [
        ("random,easy", 10, "3 seats cannot be shared by 2 bots"),
        ("genius", 10, "there is no bot"),
        ("", 10, "there is no bot"),
        ("random", 0, "games must be 1 to"),
        ("random", 10**12, "games must be 1 to"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(bots: str, games: int, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        plan("cubosaurs", 3, games, bots)


def test_a_plan_survives_json() -> None:
    simulated = plan("catbox", 4, 10, "easy,random", advanced=True)
    assert Plan.from_json(simulated.to_json()) == simulated
    assert [len(block) for block in replace(simulated, games=1000).blocks].count(4) > 200
    assert sum(len(block) for block in replace(simulated, games=1000).blocks) == 1000
