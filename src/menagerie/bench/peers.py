"""The speeds of peer libraries on one core, to set ours beside in the same run."""

from __future__ import annotations

import os
import random
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from typing import TYPE_CHECKING, Any

from menagerie.bench.timing import best_rate, random_play

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIMULATIONS = 5_000  # in one search of OpenSpiel's: some 50 ms, all of them in C++
UCT_C = 2.0  # how much that search explores
MEMORY_MB = 1_000  # more than it needs, so that it never throws nodes away
DEALS = 16  # that those searches take in turn
TOGETHER = 4_096  # environments of a vector


@dataclass(frozen=True)
class Peer:
    """A library to measure: `run` takes seconds and gives moves per second on one core."""

    id: str
    title: str
    package: str
    unit: str
    run: Callable[[float], float]


def rate(peer: Peer, seconds: float) -> float | None:
    """Measure one peer, or give None where it or a library it needs is not installed."""
    if find_spec(peer.package) is None:
        return None
    try:
        with _quiet():
            return peer.run(seconds)
    except ModuleNotFoundError:  # PettingZoo's games need pygame, but do not install it
        return None


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the peers' warnings and greetings off the terminal."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # Recorded as well as ignored, since Gymnasium puts a filter of its own before ours.
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("ignore")
        yield


def _generator() -> random.Random:
    """Give the generator of one peer's choices, the same in each run."""
    return random.Random(0)


def _openspiel_mcts(seconds: float) -> float:
    """Measure the moves that OpenSpiel's search in C++ makes."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("hearts", {"pass_cards": False})
    rng = _generator()
    roots = cycle([_search_root(game, rng) for _ in range(DEALS)])
    evaluator = spiel.RandomRolloutEvaluator(n_rollouts=1, seed=0)
    limits = (UCT_C, SIMULATIONS, MEMORY_MB)
    bot = spiel.MCTSBot(game, evaluator, *limits, solve=False, seed=0, verbose=False)

    # A simulation goes from the root to the end of the hand, in the tree and then at random.
    # Past the deal no chance is left and each card is one move, so each makes as many moves as
    # the root has cards to play. The root's own count tells how many simulations were made.
    def search() -> int:
        state, cards = next(roots)
        simulations: int = bot.mcts_search(state).explore_count
        return simulations * cards

    return best_rate(search, seconds)


def _search_root(game: Any, rng: random.Random) -> tuple[Any, int]:
    """Deal a hand and play what is forced; give the state and the cards left to play."""
    # The two of clubs leads, and from a root with one legal move the bot stops at once.
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(rng.choice(state.legal_actions()))
    return state, _play_out(state.clone(), rng)


def _play_out(state: Any, rng: random.Random) -> int:
    """Play a state of OpenSpiel's to its end at random; give the moves made, chance's too."""
    moves = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


def _openspiel_python(seconds: float) -> float:
    """Measure whole hands of hearts, the deal and the passing too, driven from Python."""
    game: Any = import_module("pyspiel").load_game("hearts")
    rng = _generator()
    return best_rate(lambda: _play_out(game.new_initial_state(), rng), seconds)


def _rlcard_uno(seconds: float) -> float:
    """Measure RLCard's Uno, for two players as it comes."""
    env: Any = import_module("rlcard").make("uno", config={"seed": 0})
    rng = _generator()

    def play() -> int:
        moves = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        return moves

    return best_rate(play, seconds)


def _pettingzoo_connect_four(seconds: float) -> float:
    """Measure PettingZoo's connect four, with the wrappers that it comes in."""
    env: Any = import_module("pettingzoo.classic.connect_four_v3").env()
    return best_rate(random_play(env), seconds)


def _gymnasium_cartpole(seconds: float) -> float:
    """Measure Gymnasium's CartPole as it vectorises it itself, many at a time."""
    kind = "vector_entry_point"
    env: Any = import_module("gymnasium").make_vec(
        "CartPole-v1", num_envs=TOGETHER, vectorization_mode=kind
    )
    env.reset(seed=0)
    env.action_space.seed(0)

    def play() -> int:
        env.step(env.action_space.sample())
        return TOGETHER

    return best_rate(play, seconds)


PEERS: tuple[Peer, ...] = (
    Peer(
        "openspiel_mcts",
        "OpenSpiel hearts, C++ MCTS with random rollouts",
        "pyspiel",
        "simulated moves/s",
        _openspiel_mcts,
    ),
    Peer(
        "openspiel_python",
        "OpenSpiel hearts driven from Python",
        "pyspiel",
        "moves/s",
        _openspiel_python,
    ),
    Peer("rlcard_uno", "RLCard Uno", "rlcard", "moves/s", _rlcard_uno),
    Peer(
        "pettingzoo_connect_four",
        "PettingZoo connect four",
        "pettingzoo",
        "moves/s",
        _pettingzoo_connect_four,
    ),
    Peer(
        "gymnasium_cartpole",
        f"Gymnasium CartPole, {TOGETHER:,} in one vector environment",
        "gymnasium",
        "steps/s",
        _gymnasium_cartpole,
    ),
)
