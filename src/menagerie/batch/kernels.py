"""The passes over many tables, compiled. Several threads can share them: each takes some tables at
a time, while there are any. What happens at a table depends on it alone.

What belongs together comes from Python in one tuple, which is unpacked once: to take an array out
of a tuple inside the loop would cost more than a move. The tuples are

- `state`, kept from step to step: the legal moves and how many they are, the number of games begun,
  the chance of the other players, the seat that decides (or ANY);
- `how`, which never changes: the players, the options, the key of all games, and the settings
  AGAIN, REWARD and OTHERS;
- `room` of one thread: two spare tables, their bytes, points, and a key;
- `sight`: the mask of legal moves, the rows, the observed tables of which they are parts (or none,
  where a row is no part of a table), the last rows of games that ended, and which bytes of a table
  are kept in a row;
- `news`: the rewards, which games ended, and who is to move;
- `post`, by which threads know of each other (see worker_threads.py): the number of the step, how
  often tables were taken in it, the number of the last one that each has done; and whether it
  resets.
"""

from typing import Any

import numpy as np

from menagerie import generic
from menagerie.bots.greedy_bot import best_lead
from menagerie.bots.mcts import lead
from menagerie.bots.rng import pick
from menagerie.encoding import encode
from menagerie.kernel import Numbers, kernel
from menagerie.kernel.dice import siphash
from menagerie.kernel.memory import add_shared, fetch, load_shared, store_shared

ANY = -1  # whoever is to move decides
NEVER, NEXT_STEP, AT_ONCE = 0, 1, 2  # when a table that is over starts another game
SHARE, MARGIN = 0, 1  # what is rewarded
RANDOM, GREEDY = 0, 1  # how the others play

AGAIN, REWARD, OTHERS = 0, 1, 2  # places among the settings
TABLE_BITS = np.uint64(32)  # of the number of a game, above its count at that table
ONE = np.uint64(1)
LOOKS = 500_000  # for the next step, before a thread goes to sleep: about half a millisecond
LINE = 16  # so many words apart are the numbers by which threads know of each other
TAKEN, DONE = 1, 2  # lines: how often tables were taken, and what each thread has done
TOGETHER = 64  # tables that a thread takes at a time
HOME = -1  # the number of the step after the last
AHEAD = 4  # tables whose moves are fetched before it is their turn


@kernel
def serve(  # noqa: C901, PLR0912 - one loop, for speed
    done: int,
    post: tuple[Any, ...],
    me: int,
    moves: Numbers,
    tables: Any,
    state: tuple[Any, ...],
    how: tuple[Any, ...],
    room: tuple[Any, ...],
    sight: tuple[Any, ...],
    news: tuple[Any, ...],
) -> int:
    """Take part in each step: a move at every table, and what follows until the next decision.

    If it resets, there are no moves, but a 1 for each table that begins a new game. A game that
    asks the seat that decides nothing at all is not shown. What happens in every step stands here:
    to hand a dozen arrays to a function takes as long as a move. The number of the last step is
    returned, once there was none for a while; by the first thread, which gives the number out, at
    once.
    """
    numbers, asked = post
    legal, counts, games, chance, seats = state
    players, options, keys, settings = how
    spare, raw, points, key = room
    mask, rows, seen, finals, runs = sight
    rewards, ends, to_move = news
    again, others = int(settings[AGAIN]), int(settings[OTHERS])
    while True:
        number = await_change(numbers, 0, done)
        if number in (done, HOME):
            return number
        resets = int(load_shared(asked, 0)) != 0
        first = TOGETHER * int(add_shared(numbers, LINE * TAKEN, 1))
        while first < len(moves):
            last = min(first + TOGETHER, len(moves))
            for at in range(first, last):
                fetch_moves(at + AHEAD, len(moves), moves, legal, mask)
                if ends[at]:
                    forget_end(at, rewards, ends)
                if is_left_alone(int(moves[at]), resets, int(counts[at]), again):
                    continue
                seat = int(seats[at])
                goes_on = counts[at] > 0 and not resets
                mark(at, legal, counts, mask, False)
                if goes_on:
                    generic.apply(tables[at], int(moves[at]))
                    counts[at] = generic.legal(tables[at], legal[at])
                    if seat != ANY:
                        answer(at, tables, seat, others, chance, spare, points, key, legal, counts)
                    if counts[at] == 0:
                        end(at, tables, players, points, int(settings[REWARD]), rewards, ends)
                        if again == AT_ONCE:
                            look(at, tables, seat, spare, raw, runs, finals)
                else:
                    counts[at] = 0
                while counts[at] == 0 and not (goes_on and again != AT_ONCE):
                    begin(at, tables, players, options, keys, key, games)
                    answer(at, tables, seat, others, chance, spare, points, key, legal, counts)
                mark(at, legal, counts, mask, True)
                to_move[at] = tables[at].to_move
                seat = int(to_move[at]) if seat == ANY else seat
                if len(seen) == 0:
                    look(at, tables, seat, spare, raw, runs, rows)
                    continue
                seen[at] = tables[at]
                generic.observe(seen[at], seat)
                sign(at, seat, runs, rows)
            first = TOGETHER * int(add_shared(numbers, LINE * TAKEN, 1))
        store_shared(numbers, LINE * (DONE + me), number)
        done = number
        if me == 0:
            return number


@kernel
def announce(numbers: Numbers, asked: Numbers, number: int, resets: bool) -> None:
    """Let every thread begin a step.

    The number is stored last, and atomically: a thread that finds it finds all that was written
    before it too, on processors that reorder writes as well.
    """
    store_shared(asked, 0, int(resets))
    store_shared(numbers, LINE * TAKEN, 0)
    store_shared(numbers, 0, number)


@kernel
def await_change(numbers: Numbers, at: int, old: int) -> int:
    """Look until a number is another one, or for long enough; says what it is."""
    found = int(load_shared(numbers, at))
    looks = 0
    while found == old and looks < LOOKS:
        looks += 1
        found = int(load_shared(numbers, at))
    return found


@kernel
def fetch_moves(at: int, last: int, moves: Numbers, legal: Numbers, mask: Numbers) -> None:
    """Have at hand, when its turn comes, what a step reads first: memory is slow to answer."""
    if at < last:
        fetch(legal, at + AHEAD, 0)
        fetch(mask, at, int(legal[at, 0]))
        fetch(mask, at, int(moves[at]))


@kernel
def is_left_alone(move: int, resets: bool, count: int, again: int) -> bool:
    """Whether nothing happens at a table: it is not reset, or it is over for good."""
    if resets:
        return move == 0
    return count == 0 and again == NEVER


@kernel
def begin(
    at: int,
    tables: Any,
    players: int,
    options: Numbers,
    keys: Numbers,
    key: Numbers,
    games: Numbers,
) -> None:
    """Set up another game, whose key follows from the table and the number of its games."""
    number = (np.uint64(at) << TABLE_BITS | np.uint64(games[at])) << ONE
    key[0] = siphash(keys[0], keys[1], number)
    key[1] = siphash(keys[0], keys[1], number | ONE)
    games[at] += 1
    generic.setup(tables[at], players, options, key)


@kernel
def answer(
    at: int,
    tables: Any,
    seat: int,
    others: int,
    chance: Numbers,
    spare: Any,
    points: Numbers,
    key: Numbers,
    legal: Numbers,
    counts: Numbers,
) -> None:
    """Let the others move until whoever decides is to move; then list the legal moves."""
    moves = legal[at]
    count = generic.legal(tables[at], moves)
    while seat != ANY and count > 0 and tables[at].to_move != seat:
        if count == 1:
            move = int(moves[0])
        elif others == GREEDY:
            spare[0] = tables[at]
            generic.observe(spare[0], int(tables[at].to_move))
            move = best_lead(spare[:1], spare[1:], moves, points, chance[at], key)
        else:
            move = int(moves[pick(chance[at], count)])
        generic.apply(tables[at], move)
        count = generic.legal(tables[at], moves)
    counts[at] = count


@kernel
def end(
    at: int,
    tables: Any,
    players: int,
    points: Numbers,
    reward: int,
    rewards: Numbers,
    ends: Numbers,
) -> None:
    """What the end of a game brings to each player."""
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
def forget_end(at: int, rewards: Numbers, ends: Numbers) -> None:
    ends[at] = False
    for seat in range(rewards.shape[1]):
        rewards[at, seat] = 0.0


@kernel
def mark(at: int, legal: Numbers, counts: Numbers, mask: Numbers, yes: bool) -> None:
    """Enter the legal moves in the mask, or take them out: they are far fewer than all moves."""
    for i in range(counts[at]):
        mask[at, legal[at, i]] = yes


@kernel
def look(
    at: int,
    tables: Any,
    seat: int,
    spare: Any,
    raw: Numbers,
    runs: Numbers,
    rows: Numbers,
) -> None:
    """A row from what a seat observes, and from nothing else; from ANY, whoever is to move."""
    if seat == ANY:
        seat = int(tables[at].to_move)
    spare[0] = tables[at]
    generic.observe(spare[0], seat)
    encode(raw, 0, seat, runs, rows, at)


@kernel
def sign(at: int, seat: int, runs: Numbers, rows: Numbers) -> None:
    """Enter at the end of a row who observes."""
    end = int(runs[0, 1])
    for place in range(end, rows.shape[1]):
        rows[at, place] = int(place == end + seat)
