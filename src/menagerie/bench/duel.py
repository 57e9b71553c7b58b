"""A duel: our expert bot against OpenSpiel's IS-MCTS in Python, with the same time per move."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

import numpy as np

from menagerie.bots import create
from menagerie.bots.ratings import standings
from menagerie.contract import Seat
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
UCT_C = 2.0  # exploration constant of theirs; returns are from -1 to 1
MAX_GAMES = 100_000
MIN_THINK_S, MAX_THINK_S = 0.01, 60.0  # per move


class SearchTimeoutError(Exception):
    """Ends a search of OpenSpiel."""


class TimedBot(ismcts.ISMCTSBot):  # type: ignore[misc] # OpenSpiel has no types
    """OpenSpiel's bot with a time limit instead of a number of simulations."""

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
            found = super().run_search(state)  # returns at once if there is no choice
        except SearchTimeoutError:
            self.searches += 1
            found = self.get_final_policy(state, self._root_node)
        return found

    def sample_root_state(self, state: Any) -> Any:
        if perf_counter() >= self.deadline and self._root_node.total_visits > 0:
            raise SearchTimeoutError
        self.simulations += 1
        return super().sample_root_state(state)


@dataclass(frozen=True)
class Outcome:
    """The result of a duel: our share of the wins, with its 95% confidence interval."""

    game: str
    games: int
    think: float
    share: float
    low: float
    high: float
    simulations: float  # of OpenSpiel, per move


@dataclass(frozen=True)
class Duel:
    """A series of games: each deal is played twice, the second time with seats swapped."""

    name: str
    games: int
    think: float
    seed: int = 1

    def check(self) -> None:
        games = self.games
        if games not in range(PLAYERS, MAX_GAMES + 1) or games % PLAYERS:
            raise BadInput(f"a duel has an even number of games up to {MAX_GAMES}, not {games}")
        if not MIN_THINK_S <= self.think <= MAX_THINK_S:
            limits = f"{MIN_THINK_S:g} to {MAX_THINK_S:g}"
            raise BadInput(f"think must be {limits} seconds, not {self.think:g}")

    def play(self, on_game: Callable[[], object]) -> Outcome:
        """Play all games; `on_game` is called after each."""
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

    def _play(self, game: Any, chances: list[int], seat: Seat, theirs: TimedBot) -> float:
        """Play one game with our bot at `seat`; return our share of the win."""
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
