"""The vector environment follows Gymnasium's definition of each autoreset mode."""

import builtins
import importlib
import re
import sys
from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from menagerie import discovery
from menagerie.errors import BadInput
from menagerie.research.vector import TableVectorEnv

GAMES = discovery.names()
SAME, NEXT, DISABLED = AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP, AutoresetMode.DISABLED


def legal(env: TableVectorEnv) -> Any:
    """The first legal move of each table; 0 if there is none."""
    return env.action_masks().argmax(axis=1)


@pytest.mark.parametrize("game", GAMES)
def test_everything_is_in_its_space(game: str) -> None:
    env = TableVectorEnv(game, 6, 3)
    assert isinstance(env.single_observation_space, Box)
    assert env.single_action_space == Discrete(env.batch.game.move_count)
    assert env.observation_space.shape == (6, env.batch.layout.size)
    assert env.action_space == MultiDiscrete([env.batch.game.move_count] * 6)
    assert env.metadata["autoreset_mode"] is SAME
    seen, infos = env.reset(seed=1)
    for _ in range(40):
        assert env.observation_space.contains(seen)
        assert (infos["action_mask"] == env.action_masks()).all()
        assert (seen.view(env.batch.layout.record)["observer"][:, 0].argmax(1) == env.seats).all()
        actions = env.batch.sample()
        assert env.action_space.contains(actions)
        assert all(env.single_action_space.contains(action) for action in actions)
        seen, rewards, terminations, truncations, infos = env.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (6,)
        assert not truncations.any()
    assert env.seats.tolist() == [0, 1, 2, 0, 1, 2]
    env.close()


def test_a_seed_gives_the_same_games_again() -> None:
    env = TableVectorEnv("cubosaurs", 5)
    stories = []
    for seed in (1, 1, 2):
        seen, _ = env.reset(seed=seed)
        stories.append(np.array([seen, *(env.step(legal(env))[0] for _ in range(50))]))
    assert (stories[0] == stories[1]).all()
    assert (stories[0] != stories[2]).any()
    first, _ = env.reset()
    assert (first != env.reset()[0]).any()  # without a seed, games go on to new ones


def play_to_an_end(env: TableVectorEnv) -> tuple[Any, ...]:
    env.reset(seed=3)
    while True:
        told = env.step(legal(env))
        if told[2].any():
            return told


def test_in_the_same_step_a_new_game_is_seen_and_the_last_sight_is_in_the_infos() -> None:
    env = TableVectorEnv("cubosaurs", 9, autoreset_mode=SAME)
    seen, rewards, ended, _, infos = play_to_an_end(env)
    assert (infos["_final_obs"] == ended).all()
    assert (infos["_final_info"] == ended).all()
    read = env.batch.layout.record
    assert (infos["final_obs"][ended].view(read)["phase"] == 9).all()  # over
    assert (seen[ended].view(read)["round_number"] == 1).all()
    assert (rewards[~ended] == 0).all()
    assert set(rewards[ended].tolist()) <= {0.0, 0.5, 1.0}
    assert env.action_masks().any(axis=1).all()
    _, _, ended, _, infos = env.step(legal(env))
    assert ("final_obs" in infos) == ended.any()


def test_in_the_next_step_actions_of_tables_that_are_over_are_ignored() -> None:
    env = TableVectorEnv("cubosaurs", 9, autoreset_mode=NEXT)
    seen, _, ended, _, infos = play_to_an_end(env)
    read = env.batch.layout.record
    assert "final_obs" not in infos
    assert (seen[ended].view(read)["phase"] == 9).all()
    assert not infos["action_mask"][ended].any()
    seen, rewards, again, _, _ = env.step(np.where(ended, 645, legal(env)))
    assert (seen[ended].view(read)["round_number"] == 1).all()
    assert (rewards[ended] == 0).all()
    assert not again[ended].any()
    assert env.action_masks()[ended].any(axis=1).all()


def test_without_autoreset_tables_wait_to_be_reset() -> None:
    env = TableVectorEnv("cubosaurs", 9, autoreset_mode=DISABLED)
    seen, _, ended, _, _ = play_to_an_end(env)
    with pytest.raises(BadInput, match=f"table {ended.argmax()} is over; reset it first"):
        env.step(legal(env))
    after, _ = env.reset(options={"reset_mask": ended})
    assert (after[~ended] == seen[~ended]).all()
    assert (after[ended].view(env.batch.layout.record)["round_number"] == 1).all()
    env.step(legal(env))


def test_wrappers_of_gymnasium_work() -> None:
    env = TableVectorEnv("cubosaurs", 4, autoreset_mode=NEXT)
    counting = DictInfoToList(RecordEpisodeStatistics(env))
    counting.reset(seed=1)
    lengths: list[int] = []
    while len(lengths) < 4:
        infos = counting.step(legal(env))[4]
        assert [info["action_mask"].shape for info in infos] == [(646,)] * 4
        lengths += [int(info["episode"]["l"]) for info in infos if "episode" in info]
    assert min(lengths) > 5


def test_arrays_are_copies_unless_one_says_otherwise() -> None:
    for copy in (True, False):
        env = TableVectorEnv("cubosaurs", 4, seat=1, copy=copy)
        first, _ = env.reset(seed=1)
        kept = first.copy()
        env.step(legal(env))
        assert (first == kept).all() == copy
        assert env.seats.tolist() == [1] * 4


def test_the_greedy_are_harder_to_beat() -> None:
    won = {}
    for others in ("random", "greedy"):
        env = TableVectorEnv("cubosaurs", 100, others=others)
        env.reset(seed=1)
        won[others] = sum(env.step(env.batch.sample())[1].sum() for _ in range(100))
    assert won["greedy"] < 0.3 * won["random"]


def test_an_illegal_action_names_its_table() -> None:
    env = TableVectorEnv("cubosaurs", 4)
    env.reset(seed=1)
    with pytest.raises(BadInput, match="table 0: 645 is not a legal move"):
        env.step(np.full(4, 645))
    with pytest.raises(BadInput, match="table 0: there is no seat 7"):
        TableVectorEnv("cubosaurs", 4, seat=7)
    with pytest.raises(BadInput, match="there is no autoreset mode"):
        TableVectorEnv("cubosaurs", 4, autoreset_mode="SameStep")  # type: ignore[arg-type]


def test_without_gymnasium_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "menagerie.research.vector")
    real = builtins.__import__

    def without(name: str, *rest: Any) -> Any:
        if name.startswith("gymnasium"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    command = ".venv/bin/python -m pip install -e '.[research]'"
    line = f"menagerie.research.vector needs Gymnasium; in the project's folder, run {command}"
    with pytest.raises(ImportError, match=re.escape(line)):
        importlib.import_module("menagerie.research.vector")
