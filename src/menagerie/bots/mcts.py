"""Information-set Monte Carlo tree search, written once for every game.

It is given an observed table. Each iteration imagines the hidden part anew, follows the tree by
the moves alone (chance is not in it), adds a node, plays on at random, and tells every node on its
way what that brought to the player who chose it.
"""

from typing import Any

from menagerie import generic
from menagerie.bots.rng import fill_key, pick
from menagerie.bots.search_tree import add_child, best_child, mark_children, new_move
from menagerie.kernel import Numbers, kernel

# What a search is told, by its place among the settings.
EXPLORATION = 0  # how much is tried that looks worse
MARGIN = 1  # how much the margin counts beside the win, 0 to 1
WIDENING = 2  # children of a node: so many times the root of its visits; 0 for all
LENGTH = 3  # moves of a rollout, after which the points decide; 0 for all to the end
GREED = 4  # moves that are compared at each step of a rollout; 1 for any move
EVERY = 5  # 1 if the first move is never left untried

ALWAYS_TRIED = 12  # children that a node may have however seldom it was visited
DEEPEST = 512  # moves of a line that the tree remembers

# What an end brings to a player, by its place among the scores.
WORTH, WIN, POINTS = 0, 1, 2


@kernel
def iterate(
    observed: Any,
    scratch: Any,
    seat: int,
    nodes: Numbers,
    room: tuple[Numbers, ...],
    settings: Numbers,
    times: int,
) -> None:
    """So many iterations more, from what a seat observes."""
    used, slots, legal, path, movers, chance, key, scores, spread, points = room
    for _ in range(times):
        scratch[0] = observed[0]
        fill_key(chance, key)
        generic.imagine(scratch[0], seat, key)
        depth = descend(scratch[0], nodes, used, slots, legal, path, movers, chance, settings)
        roll_out(scratch, legal, points, chance, int(settings[LENGTH]), int(settings[GREED]))
        value(scratch[0], points, scores, spread, settings[MARGIN])
        nodes[0].visits += 1
        for i in range(depth):
            note(nodes, path[i], scores, movers[i], seat)


@kernel
def note(nodes: Numbers, node: int, scores: Numbers, mover: int, seat: int) -> None:
    """What an iteration brought: to whoever made the move, to all, to whoever is thinking."""
    nodes[node].visits += 1
    nodes[node].worth += scores[mover, WORTH]
    nodes[node].points += scores[seat, POINTS]
    for player in range(len(scores)):
        nodes[node].wins[player] += scores[player, WIN]


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
        every = depth == 0 and settings[EVERY] > 0
        widen = every or may_widen(nodes, node, settings[WIDENING])
        if widen and used[0] < len(nodes):
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
def roll_out(
    tables: Any, legal: Numbers, points: Numbers, chance: Numbers, length: int, greed: int
) -> None:
    """Play on, at random or nearly so, to the end of the game or for so many moves."""
    count = generic.legal(tables[0], legal)
    left = length
    while count > 0:
        move = legal[pick(chance, count)]
        if greed > 1 and count > 1:
            move = best_of(tables, legal, count, points, chance, greed)
        generic.apply(tables[0], int(move))
        left -= 1
        if left == 0:
            break
        count = generic.legal(tables[0], legal)


@kernel
def best_of(
    tables: Any, legal: Numbers, count: int, points: Numbers, chance: Numbers, greed: int
) -> int:
    """Of some legal moves the one that puts whoever makes it ahead the most, for now."""
    seat = int(tables[0].to_move)
    best = 0
    furthest = -(1 << 30)
    for _ in range(greed):
        move = int(legal[pick(chance, count)])
        tables[1] = tables[0]
        generic.apply(tables[1], move)
        generic.points(tables[1], points)
        ahead = lead(points, int(tables[1].players), seat)
        if ahead > furthest:
            furthest = ahead
            best = move
    return best


@kernel
def value(table: Any, points: Numbers, scores: Numbers, spread: Numbers, margin: float) -> None:
    """What the end is worth to each player: the share of the win, and how clear it was."""
    players = int(table.players)
    generic.points(table, points)
    won = generic.winners(table) if generic.is_over(table) else leaders(points, players)
    share = 0
    for seat in range(players):
        share += won >> seat & 1
    for seat in range(players):
        win = float(won >> seat & 1) / share
        clear = clearness(float(lead(points, players, seat)), spread)
        scores[seat, WORTH] = (1.0 - margin) * win + margin * clear
        scores[seat, WIN] = win
        scores[seat, POINTS] = points[seat]


@kernel
def leaders(points: Numbers, players: int) -> int:
    """Who has the most points, a bit for each seat."""
    found = 0
    for seat in range(players):
        if lead(points, players, seat) >= 0:
            found |= 1 << seat
    return found


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
