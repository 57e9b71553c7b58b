"""The speed of peer libraries on one core, measured in the same run as ours."""

import os
import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import cycle
from typing import Any

from menagerie.bench.timing import best_rate, random_play

SIMULATIONS = 5_000  # per search of OpenSpiel: about 50 ms, all in C++
UCT_C = 2.0  # exploration constant
MEMORY_MB = 1_000  # more than needed, so that the search never discards nodes
DEALS = 16  # that the searches start from, in turn
VECTOR_SIZE = 4_096  # environments in one vector


@dataclass(frozen=True)
class Peer:
    """A library to measure: `run(seconds)` returns moves per second on one core."""

    id: str
    title: str
    package: str
    unit: str
    run: Callable[[float], float]


def measure(peer: Peer, seconds: float) -> float | None:
    """The rate of one peer; None if it, or a library that it needs, is not installed."""
    if find_spec(peer.package) is None:
        return None
    try:
        with _quiet():
            return peer.run(seconds)
    except ModuleNotFoundError:  # PettingZoo's games need pygame, which it does not install
        return None


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress the warnings and banners of the peers."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    # `record` as well, since Gymnasium installs a filter that overrides ours.
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("ignore")
        yield


def _generator() -> random.Random:
    """The random generator of one peer, the same in each run."""
    return random.Random(0)


def _openspiel_mcts(seconds: float) -> float:
    """Simulated moves per second of OpenSpiel's tree search in C++."""
    spiel: Any = import_module("pyspiel")
    game = spiel.load_game("hearts", {"pass_cards": False})
    rng = _generator()
    roots = cycle([_search_root(game, rng) for _ in range(DEALS)])
    evaluator = spiel.RandomRolloutEvaluator(n_rollouts=1, seed=0)
    limits = (UCT_C, SIMULATIONS, MEMORY_MB)
    bot = spiel.MCTSBot(game, evaluator, *limits, solve=False, seed=0, verbose=False)

    # A simulation plays from the root to the end of the hand, first in the tree, then at random.
    # After the deal there is no chance, and each card is one move. So a simulation makes as many
    # moves as there are cards left at the root, whose visit count is the number of simulations.
    def search() -> int:
        state, cards = next(roots)
        simulations: int = bot.mcts_search(state).explore_count
        return simulations * cards

    return best_rate(search, seconds)


def _search_root(game: Any, rng: random.Random) -> tuple[Any, int]:
    """Deal a hand and play forced moves; return the state and the number of cards left."""
    # The two of clubs must lead, and at a root with one legal move the bot does not search.
    state = game.new_initial_state()
    while state.is_chance_node() or len(state.legal_actions()) == 1:
        state.apply_action(rng.choice(state.legal_actions()))
    return state, _play_out(state.clone(), rng)


def _play_out(state: Any, rng: random.Random) -> int:
    """Play at random to the end; return the number of moves, including those of chance."""
    moves = 0
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        moves += 1
    return moves


def _openspiel_python(seconds: float) -> float:
    """Moves per second of whole hands of hearts, with deal and passing, driven from Python."""
    game: Any = import_module("pyspiel").load_game("hearts")
    rng = _generator()
    return best_rate(lambda: _play_out(game.new_initial_state(), rng), seconds)


def _rlcard_uno(seconds: float) -> float:
    """Moves per second of RLCard's Uno, with its default of two players."""
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
    """Moves per second of PettingZoo's connect four, with its default wrappers."""
    env: Any = import_module("pettingzoo.classic.connect_four_v3").env()
    return best_rate(random_play(env), seconds)


def _gymnasium_cartpole(seconds: float) -> float:
    """Steps per second of Gymnasium's own vectorised CartPole."""
    kind = "vector_entry_point"
    env: Any = import_module("gymnasium").make_vec(
        "CartPole-v1", num_envs=VECTOR_SIZE, vectorization_mode=kind
    )
    env.reset(seed=0)
    env.action_space.seed(0)

    def play() -> int:
        env.step(env.action_space.sample())
        return VECTOR_SIZE

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
        f"Gymnasium CartPole, {VECTOR_SIZE:,} in one vector environment",
        "gymnasium",
        "steps/s",
        _gymnasium_cartpole,
    ),
)
