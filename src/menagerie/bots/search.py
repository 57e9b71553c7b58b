"""Information-set Monte Carlo tree search, written once for every game.

It is given an observed table. Each iteration imagines the hidden part anew, follows the tree by
the moves alone (chance is not in it), adds a node, plays on at random, and tells every node on its
way what that brought to the player who chose it.
"""

from typing import Any

import numpy as np

from menagerie import generic
from menagerie.bots.chance import fill_key, pick
from menagerie.bots.tree import add_child, best_child, mark_children, new_move
from menagerie.kernel import Numbers, kernel

# What a search is told, by its place among the settings.
EXPLORATION = 0  # how much is tried that looks worse
MARGIN = 1  # how much the margin counts beside the win, 0 to 1
WIDENING = 2  # children of a node: so many times the root of its visits; 0 for all

ALWAYS_TRIED = 12  # children that a node may have however seldom it was visited
DEEPEST = 512  # moves of a line that the tree remembers


@kernel
def iterate(
    observed: Any,
    scratch: Any,
    nodes: Numbers,
    room: tuple[Numbers, ...],
    settings: Numbers,
    times: int,
) -> None:
    """So many iterations more."""
    used, slots, legal, path, movers, chance, key, scores, spread = room
    seat = int(observed[0].to_move)
    for _ in range(times):
        scratch[0] = observed[0]
        fill_key(chance, key)
        generic.imagine(scratch[0], seat, key)
        depth = descend(scratch[0], nodes, used, slots, legal, path, movers, chance, settings)
        roll_out(scratch[0], legal, chance)
        value(scratch[0], scores, spread, settings[MARGIN])
        nodes[0].visits += 1
        for i in range(depth):
            nodes[path[i]].visits += 1
            nodes[path[i]].worth += scores[movers[i]]
            nodes[path[i]].points += scores[int(scratch[0].players) + movers[i]]


@kernel
def descend(
    table: Any,
    nodes: Numbers,
    used: Numbers,
    slots: Numbers,
    legal: Numbers,
    path: Numbers,
    movers: Numbers,
    chance: Numbers,
    settings: Numbers,
) -> int:
    """Follow the tree until a new node was added or the game is over; returns how deep that was."""
    node = 0
    depth = 0
    fresh = False
    while not fresh and depth < DEEPEST:
        count = generic.legal(table, legal)
        if count == 0:
            break
        mark_children(nodes, node, slots, False)
        move = -1
        if may_widen(nodes, node, settings[WIDENING]) and used[0] < len(nodes):
            move = new_move(legal, count, slots, chance)
        child = 0 if move >= 0 else best_child(nodes, legal, count, slots, settings[EXPLORATION])
        mark_children(nodes, node, slots, True)
        if move < 0 and child == 0:  # none of these moves is in the tree, and there is no room
            break
        fresh = move >= 0
        if fresh:
            child = add_child(nodes, used, node, move)
        path[depth] = child
        movers[depth] = table.to_move
        depth += 1
        generic.apply(table, int(nodes[child].move))
        node = child
    return depth


@kernel
def may_widen(nodes: Numbers, node: int, widening: float) -> bool:
    """Whether a node may have another child (progressive widening)."""
    children = float(nodes[node].children)
    if widening == 0 or children < ALWAYS_TRIED:
        return True
    return children * children < widening * widening * float(nodes[node].visits)


@kernel
def roll_out(table: Any, legal: Numbers, chance: Numbers) -> None:
    """Play on at random, to the end of the game."""
    count = generic.legal(table, legal)
    while count > 0:
        generic.apply(table, int(legal[pick(chance, count)]))
        count = generic.legal(table, legal)


@kernel
def value(table: Any, scores: Numbers, spread: Numbers, margin: float) -> None:
    """What the end is worth to each player: the share of the win, and how clear it was.

    Behind these values stand the points, for those who want to know them.
    """
    players = int(table.players)
    points = np.empty(players, np.int32)
    generic.points(table, points)
    won = generic.winners(table)
    share = 0
    for seat in range(players):
        share += won >> seat & 1
    for seat in range(players):
        win = float(won >> seat & 1) / share
        clear = clearness(float(lead(points, players, seat)), spread)
        scores[seat] = (1.0 - margin) * win + margin * clear
        scores[players + seat] = points[seat]


@kernel
def lead(points: Numbers, players: int, seat: int) -> int:
    """By how much a player is ahead of the best other one."""
    other = -(1 << 30)
    for i in range(players):
        if i != seat:
            other = max(other, int(points[i]))
    return int(points[seat]) - other


@kernel
def clearness(ahead: float, spread: Numbers) -> float:
    """A lead between 0, far behind, and 1, far ahead: what is far is learnt on the way."""
    spread[0] += abs(ahead)
    spread[1] += 1.0
    usual = 2.0 * spread[0] / spread[1] + 1e-9
    return float(0.5 + 0.5 * ahead / (abs(ahead) + usual))
