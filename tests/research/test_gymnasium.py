"""The single-seat environments: Gymnasium's own checks, and our documented behaviour."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support.research_games import forms

import menagerie
from menagerie import BadInput, discovery
from menagerie.encoding import layout
from menagerie.research.gymnasium import SeatEnv, env_id

each = pytest.mark.parametrize("game", discovery.names())


def play(env: Any, seed: int) -> tuple[float, dict[str, Any], int]:
    """Play a random game; return the last reward, the last info, and the number of steps."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    steps, over = 0, False
    while not over:
        masks = env.get_wrapper_attr("action_masks")()
        _, reward, over, truncated, info = env.step(rng.choice(np.flatnonzero(masks)))
        assert not truncated
        assert over or reward == 0
        steps += 1
    return reward, info, steps


@each
def test_it_passes_the_check_of_the_library(game: str) -> None:
    for form in forms(game):
        env = gymnasium.make(env_id(game), bots="random", options=form, render_mode="rgb_array")
        check_env(env.unwrapped)
        env.close()


@each
def test_a_game_is_played_to_its_end(game: str) -> None:
    env = gymnasium.make(env_id(game), players=3, bots="random", seat=1)
    reward, info, steps = play(env, seed=3)
    assert steps > 5
    assert info["seat"] == 1
    assert (reward == max(reward, 0.25)) == (1 in info["winners"])
    assert len(info["scores"]) == 3
    assert not info["action_mask"].any()
    assert play(env, seed=3)[0] == reward


def test_the_seat_may_be_drawn_for_each_game() -> None:
    env = SeatEnv("catbox", players=3, bots="random", seat=None)
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(20)}
    assert seats == {0, 1, 2}
    assert env.session.turn == env.seat


@each
def test_it_sees_what_its_seat_sees(game: str) -> None:
    env = SeatEnv(game, bots="random", seat=0)
    seen, info = env.reset(seed=5)
    position = menagerie.new(game, seed=5)
    if position.turn == 0:
        expected = layout(position.game).encode(position.observe(0), 0)
        assert np.array_equal(seen, expected)
        assert [env.words(int(move)) for move in np.flatnonzero(info["action_mask"])] == [
            move.words() for move in position.legal_moves
        ]
    assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))


def test_an_illegal_move_ends_the_game_with_the_reason() -> None:
    env = SeatEnv(bots="random")
    _, info = env.reset(seed=1)
    legal, illegal = (np.flatnonzero(info["action_mask"] == allowed)[0] for allowed in (1, 0))
    _, reward, over, _, info = env.step(illegal)
    assert (reward, over) == (-1.0, True)
    assert "(CUB-" in info["illegal"]
    with pytest.raises(BadInput, match="the game is over: call reset"):
        env.step(legal)
    env.reset(seed=1)
    assert env.step(legal)[1] == 0


def test_after_the_end_comes_a_reset() -> None:
    env = SeatEnv(bots="random", options={"rounds": 1})
    play(gymnasium.wrappers.OrderEnforcing(env), seed=1)
    with pytest.raises(BadInput, match="the game is over: call reset"):
        env.step(0)


def test_bots_that_think_play_too() -> None:
    env = SeatEnv("cubosaurs", bots="easy:iterations=2", options={"rounds": 1}, rewards="margin")
    reward, info, _ = play(gymnasium.wrappers.OrderEnforcing(env), seed=2)
    assert reward == info["scores"][0] - info["scores"][1]


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"bots": "genius"}, "there is no bot"),
        ({"seat": 2}, "seat must be None or 0 to 1"),
        ({"rewards": "fame"}, "rewards must be one of"),
    ],
)
def test_an_invalid_argument_is_one_line(wrong: dict[str, Any], line: str) -> None:
    with pytest.raises(BadInput, match=line):
        SeatEnv(**wrong)
