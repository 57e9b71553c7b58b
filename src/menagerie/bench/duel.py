"""A duel: our expert against OpenSpiel's IS-MCTS in Python, with the same time for every move."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from menagerie.bots import create
from menagerie.bots.ratings import standings
from menagerie.errors import BadInput
from menagerie.header import derive_key
from menagerie.research.openspiel import PREFIX
from menagerie.research.optional_imports import optional_import
from menagerie.research.trajectory import CHANCE_NODES, CHANCE_OUTCOMES

with optional_import("the duel", "OpenSpiel"):
    import pyspiel
    from open_spiel.python.algorithms import ismcts, mcts

OURS, THEIRS = "expert", "OpenSpiel's IS-MCTS"
PLAYERS = 2
UCT_C = 2.0  # how much theirs explores; returns are from -1 to 1
MOST_GAMES = 100_000
THINKING = (0.01, 60.0)  # seconds for a move, from the least to the most


class TimeIsUpError(Exception):
    """Ends a search of theirs."""


class TimedBot(ismcts.ISMCTSBot):  # type: ignore[misc] # OpenSpiel has no types
    """Theirs as it is; but it searches for a time, and not for a number of simulations."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        rng = np.random.RandomState(seed)
        evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
        super().__init__(game, evaluator, UCT_C, max_simulations=1 << 30, random_state=rng)
        self.seconds = seconds
        self.deadline = 0.0
        self.searches = self.simulations = 0

    def run_search(self, state: Any) -> list[tuple[int, float]]:
        self.deadline = perf_counter() + self.seconds
        found: list[tuple[int, float]]
        try:
            found = super().run_search(state)  # at once, where there is no choice
        except TimeIsUpError:
            self.searches += 1
            found = self.get_final_policy(state, self._root_node)
        return found

    def sample_root_state(self, state: Any) -> Any:
        if perf_counter() >= self.deadline and self._root_node.total_visits > 0:
            raise TimeIsUpError
        self.simulations += 1
        return super().sample_root_state(state)


@dataclass(frozen=True)
class Outcome:
    """How a duel ended: our share of the wins, and between what it lies with 95% certainty."""

    game: str
    games: int
    think: float
    share: float
    low: float
    high: float
    simulations: float  # of theirs, for a move


@dataclass(frozen=True)
class Duel:
    """What is played: each deal twice, the second time with the seats swapped."""

    name: str
    games: int
    think: float
    seed: int = 1

    def check(self) -> None:
        games, (low, high) = self.games, THINKING
        if games not in range(PLAYERS, MOST_GAMES + 1) or games % PLAYERS:
            raise BadInput(f"a duel has an even number of games up to {MOST_GAMES}, not {games}")
        if not low <= self.think <= high:
            raise BadInput(f"think must be {low:g} to {high:g} seconds, not {self.think:g}")

    def fight(self, on_game: Callable[[], object]) -> Outcome:
        """Play all of it; `on_game` is called after each game."""
        game = pyspiel.load_game(PREFIX + self.name, {"players": PLAYERS})
        chance = random.Random(self.seed)
        deals, searches, simulations = [], 0, 0
        for _ in range(self.games // PLAYERS):
            chances = [chance.randrange(CHANCE_OUTCOMES) for _ in range(CHANCE_NODES)]
            shares = []
            for seat in range(PLAYERS):
                theirs = TimedBot(game, self.think, chance.getrandbits(32))
                shares.append(self._play(game, chances, seat, theirs))
                searches, simulations = searches + theirs.searches, simulations + theirs.simulations
                on_game()
            deals.append(np.array([np.mean(shares), 1 - np.mean(shares)]))
        ours = standings((OURS, THEIRS), deals)[0]
        found = (ours.share, ours.share_low, ours.share_high, simulations / max(searches, 1))
        return Outcome(self.name, self.games, self.think, *found)

    def _play(self, game: Any, chances: list[int], seat: int, theirs: TimedBot) -> float:
        """One game with ours at that seat: our share of the win."""
        state = game.new_initial_state()
        for choice in chances:
            state.apply_action(choice)
        key = derive_key(f"{state.trajectory.seed}/{seat}", "duel")
        ours = create(f"{OURS}:seconds={self.think}", state.trajectory.header.game, key)
        while not state.is_terminal():
            if state.current_player() == seat:
                state.apply_action(ours.choose(state.trajectory.observe(seat)))
            else:
                state.apply_action(int(theirs.step(state)))
        return (float(state.returns()[seat]) + 1) / 2
