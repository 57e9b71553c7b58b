"""The compiled pass over many tables. What happens at a table depends on that table alone.

Python passes the arrays grouped into tuples, which are unpacked once: taking an array out of a
tuple inside the loop would cost more than a move. The tuples are

- `state`, kept from step to step: the legal moves and their counts, the number of games started,
  the random state of the other players, and the seat that decides (or ANY);
- `config`, which never changes: the players, the options, the key of all games, and the settings
  RESTART, REWARD and OTHERS;
- `scratch`, one for each thread: two spare tables, their bytes, points, and a key;
- `views`: the mask of legal moves, the rows, the observed tables that contain the rows (empty if
  rows are stored separately), the last rows of finished games, and the byte ranges of a table that
  make up a row;
- `outputs`: the rewards, which games ended, and the seat to move.
"""

from typing import Any

import numpy as np

from menagerie import generic
from menagerie.bots.greedy_bot import best_move_by_lead
from menagerie.bots.mcts import lead
from menagerie.bots.rng import pick
from menagerie.contract import MoveNumber, Seat
from menagerie.encoding import encode
from menagerie.kernel import Numbers, kernel
from menagerie.kernel.dice import siphash
from menagerie.kernel.intrinsics import prefetch

ANY = -1  # instead of a seat: the seat to move decides
NEVER, NEXT_STEP, AT_ONCE = 0, 1, 2  # when a finished game restarts
SHARE, MARGIN = 0, 1  # kinds of rewards
RANDOM, GREEDY = 0, 1  # how the other seats play

RESTART, REWARD, OTHERS = 0, 1, 2  # indices into the settings
TABLE_SHIFT = np.uint64(32)  # a game's number: the table above these bits, its count below
ONE = np.uint64(1)
PREFETCH_DISTANCE = 4  # tables


@kernel
def step_tables(
    first: int,
    last: int,
    resets: bool,
    moves: Numbers,
    tables: Numbers,
    state: tuple[Any, ...],
    config: tuple[Any, ...],
    scratch: tuple[Any, ...],
    views: tuple[Any, ...],
    outputs: tuple[Any, ...],
) -> None:
    """Make one move at each table from `first` to `last`, and play on to the next decision.

    With `resets`, `moves` holds a 1 for each table that starts a new game. A game in which the
    deciding seat never has a decision is skipped. The loop body is one function because passing a
    dozen arrays to another one takes as long as a move.
    """
    legal, counts, games, rng, seats = state
    players, options, keys, settings = config
    spare, raw, points, key = scratch
    mask, rows, seen, finals, runs = views
    rewards, ends, to_move = outputs
    restart, others = int(settings[RESTART]), int(settings[OTHERS])
    for at in range(first, last):
        prefetch_moves(at + PREFETCH_DISTANCE, len(moves), moves, legal, mask)
        if ends[at]:
            clear_end(at, rewards, ends)
        if is_unchanged(int(moves[at]), resets, int(counts[at]), restart):
            continue
        seat = int(seats[at])
        continues = counts[at] > 0 and not resets
        set_mask(at, legal, counts, mask, False)
        if continues:
            generic.apply(tables[at], int(moves[at]))
            counts[at] = generic.legal(tables[at], legal[at])
            if seat != ANY:
                play_others(at, tables, seat, others, rng, spare, points, key, legal, counts)
            if counts[at] == 0:
                end(at, tables, players, points, int(settings[REWARD]), rewards, ends)
                if restart == AT_ONCE:
                    observe(at, tables, seat, spare, raw, runs, finals)
        else:
            counts[at] = 0
        while counts[at] == 0 and not (continues and restart != AT_ONCE):
            begin(at, tables, players, options, keys, key, games)
            play_others(at, tables, seat, others, rng, spare, points, key, legal, counts)
        set_mask(at, legal, counts, mask, True)
        to_move[at] = tables[at].to_move
        seat = int(to_move[at]) if seat == ANY else seat
        if len(seen) == 0:
            observe(at, tables, seat, spare, raw, runs, rows)
            continue
        seen[at] = tables[at]
        generic.observe(seen[at], seat)
        write_observer(at, seat, runs, rows)


@kernel
def prefetch_moves(at: int, last: int, moves: Numbers, legal: Numbers, mask: Numbers) -> None:
    """Prefetch what a step reads first, to hide the latency of memory."""
    if at < last:
        prefetch(legal, at + PREFETCH_DISTANCE, 0)
        prefetch(mask, at, int(legal[at, 0]))
        prefetch(mask, at, int(moves[at]))


@kernel
def is_unchanged(move: MoveNumber, resets: bool, count: int, restart: int) -> bool:
    """Whether a step leaves a table as it is: not reset, or over for good."""
    if resets:
        return move == 0
    return count == 0 and restart == NEVER


@kernel
def begin(
    at: int,
    tables: Numbers,
    players: int,
    options: Numbers,
    keys: Numbers,
    key: Numbers,
    games: Numbers,
) -> None:
    """Start a game. Its key is derived from the table and the number of games before it."""
    number = (np.uint64(at) << TABLE_SHIFT | np.uint64(games[at])) << ONE
    key[0] = siphash(keys[0], keys[1], number)
    key[1] = siphash(keys[0], keys[1], number | ONE)
    games[at] += 1
    generic.setup(tables[at], players, options, key)


@kernel
def play_others(
    at: int,
    tables: Numbers,
    seat: Seat,
    others: int,
    rng: Numbers,
    spare: Numbers,
    points: Numbers,
    key: Numbers,
    legal: Numbers,
    counts: Numbers,
) -> None:
    """Let the other seats move until the deciding seat is to move; then list its legal moves."""
    moves = legal[at]
    count = generic.legal(tables[at], moves)
    while seat != ANY and count > 0 and tables[at].to_move != seat:
        if count == 1:
            move = int(moves[0])
        elif others == GREEDY:
            spare[0] = tables[at]
            generic.observe(spare[0], int(tables[at].to_move))
            move = best_move_by_lead(spare[:1], spare[1:], moves, points, rng[at], key)
        else:
            move = int(moves[pick(rng[at], count)])
        generic.apply(tables[at], move)
        count = generic.legal(tables[at], moves)
    counts[at] = count


@kernel
def end(
    at: int,
    tables: Numbers,
    players: int,
    points: Numbers,
    reward: int,
    rewards: Numbers,
    ends: Numbers,
) -> None:
    """Write the rewards of a finished game."""
    ends[at] = True
    if reward == MARGIN:
        generic.points(tables[at], points)
        for seat in range(players):
            rewards[at, seat] = lead(points, players, seat)
        return
    won = generic.winners(tables[at])
    winners = 0
    for seat in range(players):
        winners += won >> seat & 1
    for seat in range(players):
        rewards[at, seat] = float(won >> seat & 1) / winners


@kernel
def clear_end(at: int, rewards: Numbers, ends: Numbers) -> None:
    """Clear the outputs of a game that ended in the previous step."""
    ends[at] = False
    for seat in range(rewards.shape[1]):
        rewards[at, seat] = 0.0


@kernel
def set_mask(at: int, legal: Numbers, counts: Numbers, mask: Numbers, value: bool) -> None:
    """Set or clear only the legal moves in the mask: they are far fewer than all moves."""
    for i in range(counts[at]):
        mask[at, legal[at, i]] = value


@kernel
def observe(
    at: int,
    tables: Numbers,
    seat: Seat,
    spare: Numbers,
    raw: Numbers,
    runs: Numbers,
    rows: Numbers,
) -> None:
    """Encode what a seat observes, and nothing else, as a row; ANY means the seat to move."""
    if seat == ANY:
        seat = int(tables[at].to_move)
    spare[0] = tables[at]
    generic.observe(spare[0], seat)
    encode(raw, 0, seat, runs, rows, at)


@kernel
def write_observer(at: int, seat: Seat, runs: Numbers, rows: Numbers) -> None:
    """Write the one-hot observing seat at the end of a row."""
    end = int(runs[0, 1])
    for place in range(end, rows.shape[1]):
        rows[at, place] = int(place == end + seat)
