"""The tree of a search: one node for each sequence of moves that was tried."""

import math

import numpy as np

from menagerie.bots.rng import pick
from menagerie.contract import MoveNumber
from menagerie.kernel import Numbers, kernel

MAX_SEATS = 5  # of any game
LOGS = np.array([0.0] + [math.log(count) for count in range(1, 1 << 14)])  # a lookup table

NODE = np.dtype(  # 64 bytes, the size of a cache line
    [
        ("move", "i4"),  # the move that leads here
        ("first", "i4"),  # the newest child, or 0
        ("sibling", "i4"),  # the next older child of the same parent, or 0
        ("children", "i4"),
        ("visits", "i4"),
        ("offered", "i4"),  # the availability count of IS-MCTS: how often the move was legal
        ("worth", "f8"),  # the sum of its values for the seat that made the move
        ("points", "f8"),  # the sum of the searching seat's points at the end of the rollouts
        ("wins", "f4", MAX_SEATS),  # the sum of the shares of the win of each seat
        ("spare", "u4"),
    ]
)


def allocate(capacity: int) -> Numbers:
    """An array of nodes, each aligned to a cache line."""
    size = NODE.itemsize
    raw = np.zeros((capacity + 1) * size, np.uint8)
    start = -raw.ctypes.data % size
    return raw[start : start + capacity * size].view(NODE)


@kernel
def add_child(nodes: Numbers, used: Numbers, parent: int, move: MoveNumber) -> int:
    child = int(used[0])
    used[0] += 1
    nodes[child].move = move
    nodes[child].first = 0
    nodes[child].children = 0
    nodes[child].visits = 0
    nodes[child].offered = 1
    nodes[child].worth = 0.0
    nodes[child].points = 0.0
    for seat in range(MAX_SEATS):
        nodes[child].wins[seat] = 0.0
    nodes[child].sibling = nodes[parent].first
    nodes[parent].first = child
    nodes[parent].children += 1
    return child


@kernel
def mark_children(nodes: Numbers, parent: int, slots: Numbers, wipe: bool) -> None:
    """Write the child of each move into `slots`; or with `wipe` clear them again."""
    child = int(nodes[parent].first)
    while child != 0:
        slots[nodes[child].move] = 0 if wipe else child
        child = int(nodes[child].sibling)


@kernel
def new_move(legal: Numbers, count: int, slots: Numbers, rng: Numbers) -> MoveNumber:
    """A random legal move that has no node yet; -1 if all have one."""
    missing = 0
    for i in range(count):
        if slots[legal[i]] == 0:
            missing += 1
    if missing == 0:
        return -1
    at = pick(rng, missing)
    for i in range(count):
        if slots[legal[i]] == 0:
            if at == 0:
                return int(legal[i])
            at -= 1
    return -1


@kernel
def log(count: int) -> float:
    return float(LOGS[count]) if count < len(LOGS) else math.log(float(count))


@kernel
def best_child(
    nodes: Numbers, legal: Numbers, count: int, slots: Numbers, exploration: float
) -> int:
    """The legal child with the highest upper confidence bound (UCB1)."""
    best = 0
    highest = -1e30
    for i in range(count):
        child = int(slots[legal[i]])
        if child == 0:
            continue
        visits = float(nodes[child].visits)
        nodes[child].offered += 1
        bound = nodes[child].worth / visits
        bound += exploration * math.sqrt(log(nodes[child].offered) / visits)
        if bound > highest:
            highest = bound
            best = child
    return best
