"""The AEC environments: PettingZoo's own tests, and our documented behaviour."""

import importlib
import pickle
import random
from functools import partial
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.utils.conversions import turn_based_aec_to_parallel
from support.random_games import some
from support.research_games import (
    Setting,
    api_test,
    forms,
    label,
    parallel_api_test,
    render_test,
    seed_test,
    settings,
    walk,
)

import menagerie
import menagerie.research
from menagerie import BadInput, discovery
from menagerie.encoding import layout
from menagerie.research.pettingzoo import env, raw_env

every = pytest.mark.parametrize("setting", settings(), ids=label)
each = pytest.mark.parametrize("game", discovery.names())

# PettingZoo expects an array for an observation; with a mask it is a dictionary, as in its own
# games, whose names it knows.
ITS_OWN = [
    pytest.mark.filterwarnings(f"ignore:{line}:UserWarning")
    for line in (
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be",
        "Action mask numpy array is all zeros",
    )
]


def its_own(test: Any) -> Any:
    for mark in ITS_OWN:
        test = mark(test)
    return test


def environment(setting: Setting, **settings: Any) -> Any:
    name, players, form = setting
    return env(name, players=players, options=form, **settings)


@its_own
@every
def test_it_passes_the_tests_of_the_interface(setting: Setting) -> None:
    api_test(environment(setting), num_cycles=8)
    seed_test(partial(environment, setting), num_cycles=8)


@its_own
@each
def test_a_whole_game_passes_the_test_of_the_interface(game: str) -> None:
    api_test(env(game), num_cycles=1_000)


@each
def test_it_can_be_rendered_in_every_mode(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for form in forms(game):
        render_test(partial(env, game, options=form))
    assert capsys.readouterr().out  # what people see is printed


@every
def test_rewards_come_at_the_end_and_are_shares_of_the_win_or_margins(setting: Setting) -> None:
    one = environment(setting)
    for _ in walk(one, seed=1):
        assert not any(one.rewards.values())
    won, scores = one.infos["player_0"]["winners"], one.infos["player_0"]["scores"]
    shares = [1 / len(won) if seat in won else 0 for seat in range(setting[1])]
    assert list(one.rewards.values()) == shares
    other = environment(setting, rewards="margin")
    list(walk(other, seed=1))
    assert list(other.rewards.values()) == [
        points - max(scores[:seat] + scores[seat + 1 :]) for seat, points in enumerate(scores)
    ]


@each
def test_a_seed_gives_the_game_that_it_gives_everywhere(game: str) -> None:
    one = env(game, players=3)
    position = menagerie.new(game, players=3, seed=7)
    rng = random.Random(0)
    one.reset(seed=7)
    for _ in range(30):
        seat = position.turn
        assert seat is not None
        seen, *_ = one.last()
        assert one.agent_selection == f"player_{seat}"
        expected = layout(position.game).encode(position.observe(seat), seat)
        assert np.array_equal(seen["observation"], expected)
        legal = [move.number for move in position.legal_moves]
        assert seen["action_mask"].nonzero()[0].tolist() == legal
        move = rng.choice(position.legal_moves)
        assert one.unwrapped.words(move.number) == move.words()
        position.push(move)
        one.step(move.number)


def test_without_a_seed_games_differ_and_follow_from_the_last_seed() -> None:
    one = env()

    def deals() -> list[bytes]:
        found = []
        for seed in (3, None, None):
            one.reset(seed=seed)
            found.append(one.state().tobytes())
        return found

    first = deals()
    assert len(set(first)) == 3
    assert deals() == first


@each
def test_others_see_their_own_and_have_no_legal_moves(game: str) -> None:
    one = env(game, players=3)
    one.reset(seed=2)
    for agent in one.agents:
        seen = one.observe(agent)
        assert seen["action_mask"].any() == (agent == one.agent_selection)
        assert seen["observation"][-5:].tolist().index(1) == int(agent[-1])


@each
def test_observations_can_be_kept(game: str) -> None:
    one = env(game)
    seen = list(walk(one, seed=4, moves=20))
    again = [{name: row.copy() for name, row in kept.items()} for kept in walk(env(game), 4, 20)]
    for kept, copied in zip(seen, again, strict=True):
        for name, row in copied.items():
            assert np.array_equal(kept[name], row)


def test_an_illegal_move_ends_the_game() -> None:
    one = env()
    one.reset(seed=1)
    seen, *_ = one.last()
    illegal = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    agent = one.agent_selection
    one.step(illegal)
    assert one.rewards[agent] == -1
    assert all(one.terminations.values())


def test_the_environment_itself_names_the_rule() -> None:
    one = raw_env()
    one.reset(seed=1)
    illegal = int(np.flatnonzero(one.session.mask == 0)[0])
    with pytest.raises(menagerie.IllegalMove, match=r"is not allowed: .* \(CUB-"):
        one.step(illegal)


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"game": "chess"}, "there is no game"),
        ({"players": 9}, "is for 2 to 5 players"),
        ({"options": {"rules": 1}}, "has no option"),
        ({"rewards": "fame"}, "rewards must be one of share, margin"),
        ({"render_mode": "smell"}, "render_mode must be one of"),
        ({"show_to": 2}, "show_to must be watcher, acting or a seat from 0 to 1"),
    ],
)
def test_an_invalid_argument_is_one_line(wrong: dict[str, Any], line: str) -> None:
    with pytest.raises(BadInput, match=line):
        env(**{"game": "cubosaurs", **wrong})


def test_before_the_first_reset_there_is_nothing() -> None:
    one = env()
    with pytest.raises(AttributeError, match="rewards cannot be accessed before reset"):
        _ = one.rewards
    with pytest.raises(AttributeError, match="agents cannot be accessed before reset"):
        _ = one.agents


@each
def test_each_game_has_a_module_and_is_registered(game: str) -> None:
    module = importlib.import_module(f"menagerie.research.{game}_v0")
    assert module is getattr(menagerie.research, f"{game}_v0")
    registered: Any = pettingzoo.make("aec", f"menagerie/{game}_v0", players=3)
    for one in (module.env(players=3), module.raw_env(players=3), registered):
        assert str(one) == f"{game}_v0"
        assert one.possible_agents == ["player_0", "player_1", "player_2"]


def test_a_module_of_no_game_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("menagerie.research.chess_v0")


def test_it_can_be_pickled() -> None:
    one = pickle.loads(pickle.dumps(raw_env("catbox", players=3)))  # noqa: S301 - our own
    one.reset(seed=1)
    assert one.metadata["name"] == "catbox_v0"
    assert one.num_agents == 3


@pytest.mark.filterwarnings("ignore:No agents present:UserWarning")
@pytest.mark.parametrize("game", some(discovery.names()))
def test_it_can_be_turned_into_a_parallel_one(game: str) -> None:
    parallel_api_test(turn_based_aec_to_parallel(raw_env(game)), num_cycles=20)
