"""Room for counting, and what all blocks of a simulation came to together."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from menagerie import discovery
from menagerie.kernel import Numbers
from menagerie.simulate.kernels import GAME_FIELDS, LENGTHS, SCORES, TOTALS, Counters, Room
from menagerie.simulate.plan import Plan


@dataclass(frozen=True)
class Block:
    """What a block of games came to, and how some of them ended."""

    counters: Counters
    sample: Any  # tables


@dataclass(frozen=True)
class Tally:
    """All blocks of a plan, in their order."""

    plan: Plan
    blocks: list[Block]

    def sums(self, part: str, *at: int) -> Numbers:
        """Of every block, what was counted at one place."""
        return np.array([getattr(block.counters, part)[at] for block in self.blocks], np.float64)

    def counts(self, part: str) -> Numbers:
        """A histogram of all blocks together."""
        total: Numbers = np.sum([getattr(block.counters, part) for block in self.blocks], axis=0)
        return total


def counters(plan: Plan) -> Counters:
    """Nothing counted yet."""
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


def room(plan: Plan) -> Room:
    """For one table."""
    game = plan.header.game
    return Room(
        legal=np.empty(game.most_legal, np.int32),
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
