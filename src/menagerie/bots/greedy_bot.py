"""The bot that looks one move ahead and takes the largest lead in points."""

import numpy as np

from menagerie import generic
from menagerie.bots.mcts import lead
from menagerie.bots.rng import fill_key, pick
from menagerie.game import Game, MoveNumber, Table, key_as_uint64
from menagerie.kernel import Numbers, array_kernel, progress

SAMPLES = 4  # tables, sampled from what the seat knows, on which each move is tried


@array_kernel
def best_move_by_lead(
    observed: Numbers, scratch: Numbers, legal: Numbers, points: Numbers, rng: Numbers, key: Numbers
) -> MoveNumber:
    """The move with the largest average lead after it; ties are broken at random."""
    seat = int(observed[0].to_move)
    count = generic.legal(observed[0], legal)
    leads = np.zeros(count, np.float64)
    for _ in range(SAMPLES):
        fill_key(rng, key)
        for i in range(count):
            scratch[0] = observed[0]
            generic.imagine(scratch[0], seat, key)
            generic.apply(scratch[0], int(legal[i]))
            generic.points(scratch[0], points)
            leads[i] += lead(points, int(scratch[0].players), seat)
    best = leads.max()
    equal = 0
    for i in range(count):
        equal += int(leads[i] == best)
    at = pick(rng, equal)
    for i in range(count):
        if leads[i] == best:
            if at == 0:
                return int(legal[i])
            at -= 1
    return int(legal[0])


class GreedyBot:
    """Plays the move with the largest lead right after it."""

    def __init__(self, game: Game, key: bytes) -> None:
        self.game = game
        self.rng = key_as_uint64(key)
        self.key = key_as_uint64(key)
        self.legal = np.empty(game.max_legal_moves, np.int32)
        self.points = np.zeros(game.players[-1], np.int32)

    def choose(self, observed: Table) -> MoveNumber:
        tables = np.frombuffer(bytearray(observed.raw * 2), observed.array.dtype)
        buffers = (self.legal, self.points, self.rng, self.key)
        progress.once(
            f"{self.game.name} for the greedy bot",
            [
                (
                    "greedy",
                    lambda: best_move_by_lead(tables[:1], tables[1:].copy(), *_copies(buffers)),
                )
            ],
        )
        return int(best_move_by_lead(tables[:1], tables[1:], *buffers))


def _copies(buffers: tuple[Numbers, ...]) -> tuple[Numbers, ...]:
    """Copies for the warm-up call, which must not advance the random state."""
    return tuple(array.copy() for array in buffers)
