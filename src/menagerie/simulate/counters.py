"""The arrays that a simulation counts in, and the counts of all blocks together."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from menagerie import discovery
from menagerie.kernel import Numbers
from menagerie.simulate.kernels import GAME_FIELDS, LENGTHS, SCORES, TOTALS, Counters, Scratch
from menagerie.simulate.plan import Plan


@dataclass(frozen=True)
class Block:
    """The counts of a block of games, and the final tables of some of them."""

    counters: Counters
    sample: Numbers  # final tables


@dataclass(frozen=True)
class Tally:
    """The blocks of a plan, in order."""

    plan: Plan
    blocks: list[Block]

    def sums(self, part: str, *at: int) -> Numbers:
        """The count at one index, for each block."""
        return np.array([getattr(block.counters, part)[at] for block in self.blocks], np.float64)

    def counts(self, part: str) -> Numbers:
        """A histogram summed over all blocks."""
        total: Numbers = np.sum([getattr(block.counters, part) for block in self.blocks], axis=0)
        return total


def new_counters(plan: Plan) -> Counters:
    """Counters of zeros."""
    players, study = plan.header.players, plan.header.game.study
    sums = np.float64
    return Counters(
        totals=np.zeros(TOTALS, sums),
        seats=np.zeros((players, 2), sums),
        places=np.zeros((players, 2), sums),
        bots=np.zeros((players, 3), sums),
        things=np.zeros((study.THINGS, 3), sums),
        kinds=np.zeros((_kinds(plan), 2), sums),
        scores=np.zeros((players, 2, SCORES), np.int64),
        moves=np.zeros(LENGTHS, np.int64),
        turns=np.zeros(LENGTHS, np.int64),
        margins=np.zeros(LENGTHS, np.int64),
    )


def new_scratch(plan: Plan) -> Scratch:
    """Scratch buffers for one table."""
    game = plan.header.game
    return Scratch(
        legal=np.empty(game.max_legal_moves, np.int32),
        points=np.zeros(game.players[-1], np.int32),
        now=np.zeros((game.players[-1], game.study.THINGS), np.int32),
        had=np.zeros((game.players[-1], game.study.THINGS), np.int32),
        seen=np.zeros(_kinds(plan), np.int64),
        kind_of=_kind_of(game.name),
        game=np.zeros(GAME_FIELDS, np.int64),
    )


def _kinds(plan: Plan) -> int:
    return int(_kind_of(plan.header.game.name).max()) + 1


@cache
def _kind_of(name: str) -> Numbers:
    """The kind of every move of a game."""
    game = discovery.load(name)
    return np.array([game.study.kind_of(move) for move in range(game.move_count)], np.int16)
