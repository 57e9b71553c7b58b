"""Information-set Monte Carlo tree search (IS-MCTS), the same for every game.

The search starts from an observed table. Each iteration samples the hidden information anew
(determinisation), descends the tree by moves alone (chance has no nodes), adds a node, plays a
rollout, and adds the result to every node on the path, as its value for the seat that moved there.
"""

from typing import Any

from menagerie import generic
from menagerie.bots.rng import fill_key, pick
from menagerie.bots.search_tree import add_child, best_child, mark_children, new_move
from menagerie.contract import MoveNumber, Seat
from menagerie.kernel import Numbers, kernel

# Indices into the settings of a search; see `search_bot.Style`.
EXPLORATION = 0  # the constant of UCB1
MARGIN = 1  # the weight of the margin against that of the win, 0 to 1
WIDENING = 2  # children per square root of visits; 0 for no limit
LENGTH = 3  # moves of a rollout, after which the points decide; 0 to play to the end
GREED = 4  # random moves compared at each step of a rollout; 1 for uniform rollouts
EVERY = 5  # 1 to try every move at the root

MIN_CHILDREN = 12  # that a node may have, whatever its visits
MAX_DEPTH = 512  # moves in the tree

# Indices into the scores of a seat.
WORTH, WIN, POINTS = 0, 1, 2


@kernel
def iterate(
    observed: Numbers,
    scratch: Numbers,
    seat: Seat,
    nodes: Numbers,
    buffers: tuple[Numbers, ...],
    settings: Numbers,
    times: int,
) -> None:
    """Run `times` more iterations from what a seat observes."""
    used, slots, legal, path, movers, rng, key, scores, spread, points = buffers
    for _ in range(times):
        scratch[0] = observed[0]
        fill_key(rng, key)
        generic.imagine(scratch[0], seat, key)
        depth = descend(scratch[0], nodes, used, slots, legal, path, movers, rng, settings)
        roll_out(scratch, legal, points, rng, int(settings[LENGTH]), int(settings[GREED]))
        score_rollout(scratch[0], points, scores, spread, settings[MARGIN])
        nodes[0].visits += 1
        for i in range(depth):
            update_node(nodes, path[i], scores, movers[i], seat)


@kernel
def update_node(nodes: Numbers, node: int, scores: Numbers, mover: Seat, seat: Seat) -> None:
    """Add the result of an iteration to one node of its path."""
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
    rng: Numbers,
    settings: Numbers,
) -> int:
    """Descend until a node is added or the game is over; return the depth."""
    node = 0
    depth = 0
    fresh = False
    while not fresh and depth < MAX_DEPTH:
        count = generic.legal(table, legal)
        if count == 0:
            break
        mark_children(nodes, node, slots, False)
        move = -1
        every = depth == 0 and settings[EVERY] > 0
        widen = every or may_widen(nodes, node, settings[WIDENING])
        if widen and used[0] < len(nodes):
            move = new_move(legal, count, slots, rng)
        child = 0 if move >= 0 else best_child(nodes, legal, count, slots, settings[EXPLORATION])
        mark_children(nodes, node, slots, True)
        if move < 0 and child == 0:  # no legal move is in the tree, and the tree is full
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
    if widening == 0 or children < MIN_CHILDREN:
        return True
    return children * children < widening * widening * float(nodes[node].visits)


@kernel
def roll_out(
    tables: Numbers, legal: Numbers, points: Numbers, rng: Numbers, length: int, greed: int
) -> None:
    """A rollout: play at random, or nearly so, to the end of the game or for `length` moves."""
    count = generic.legal(tables[0], legal)
    left = length
    while count > 0:
        move = legal[pick(rng, count)]
        if greed > 1 and count > 1:
            move = best_of(tables, legal, count, points, rng, greed)
        generic.apply(tables[0], int(move))
        left -= 1
        if left == 0:
            break
        count = generic.legal(tables[0], legal)


@kernel
def best_of(
    tables: Numbers, legal: Numbers, count: int, points: Numbers, rng: Numbers, greed: int
) -> MoveNumber:
    """The best of `greed` random legal moves, by the lead right after it."""
    seat = int(tables[0].to_move)
    best = 0
    best_lead = -(1 << 30)
    for _ in range(greed):
        move = int(legal[pick(rng, count)])
        tables[1] = tables[0]
        generic.apply(tables[1], move)
        generic.points(tables[1], points)
        move_lead = lead(points, int(tables[1].players), seat)
        if move_lead > best_lead:
            best_lead = move_lead
            best = move
    return best


@kernel
def score_rollout(
    table: Any, points: Numbers, scores: Numbers, spread: Numbers, margin: float
) -> None:
    """Score the end of a rollout for each seat: the share of the win, mixed with the margin."""
    players = int(table.players)
    generic.points(table, points)
    won = generic.winners(table) if generic.is_over(table) else leaders(points, players)
    share = 0
    for seat in range(players):
        share += won >> seat & 1
    for seat in range(players):
        win = float(won >> seat & 1) / share
        relative = relative_lead(float(lead(points, players, seat)), spread)
        scores[seat, WORTH] = (1.0 - margin) * win + margin * relative
        scores[seat, WIN] = win
        scores[seat, POINTS] = points[seat]


@kernel
def leaders(points: Numbers, players: int) -> int:
    """A bit mask of the seats with the most points."""
    found = 0
    for seat in range(players):
        if lead(points, players, seat) >= 0:
            found |= 1 << seat
    return found


@kernel
def lead(points: Numbers, players: int, seat: Seat) -> int:
    """A seat's lead in points over the best other seat; negative if it is behind."""
    other = -(1 << 30)
    for i in range(players):
        if i != seat:
            other = max(other, int(points[i]))
    return int(points[seat]) - other


@kernel
def relative_lead(ahead: float, spread: Numbers) -> float:
    """Map a lead to 0 (far behind) to 1 (far ahead), relative to the average lead so far."""
    spread[0] += abs(ahead)
    spread[1] += 1.0
    scale = 2.0 * spread[0] / spread[1] + 1e-9
    return float(0.5 + 0.5 * ahead / (abs(ahead) + scale))
