"""The compiled part of a simulation: plays random games, and counts what happens in any game."""

from typing import Any, NamedTuple

import numpy as np

from menagerie import generic
from menagerie.bots.rng import pick
from menagerie.contract import Seat
from menagerie.kernel import Numbers, array_kernel, kernel
from menagerie.kernel.dice import siphash

# Indices into `Counters.totals`.
GAMES = 0
MOVES = 1
TURNS = 2
SHARED_WINS = 3  # games with several winners
EQUAL_POINTS = 4  # games in which the best two have equal points
MARGIN = 5  # points between the best two
BEST_POINTS = 6  # points of the best
PLAYER_SCORINGS = 7  # players, counted once in each scoring
PLAYER_SCORINGS_POINTS = 8  # their final points
TOTALS = 9

WINS = 0  # indices into the counters of seats, places, bots and things
POINTS = 1
SEATED = 2
HAD = 2  # of things only
OFFERED = 0  # indices into the counters of kinds of moves
CHOSEN = 1

LOWEST = -256  # points; the first and last bins also count everything beyond them
SCORES = 1024
LENGTHS = 4096  # bins for the lengths of games and for margins; the last counts all above

# Indices into `Scratch.game`, the state of the current game.
MOVED = 0
TURNED = 1
LAST = 2  # the seat that moved last
FIRST = 3  # the seat that decided first
SCORINGS = 4
DECISION = 5  # a counter that runs through all games
LEGAL = 6  # the number of legal moves
GAME_FIELDS = 7

PLAY_RANDOM = -1  # instead of a move: see `play`
START = -2


class Counters(NamedTuple):
    """The counts of a block of games."""

    totals: Numbers
    seats: Numbers  # [seat, WINS or POINTS]
    places: Numbers  # the same by place, which is the seat counted from the one that decides first
    bots: Numbers  # the same by bot of the plan, and SEATED
    things: Numbers  # [thing, WINS, POINTS or HAD]: of players that had it in a scoring
    kinds: Numbers  # [kind of move, OFFERED or CHOSEN]
    scores: Numbers  # [seat, lost or won, points above LOWEST]
    moves: Numbers  # games by their number of moves
    turns: Numbers
    margins: Numbers


class Scratch(NamedTuple):
    """Scratch buffers for counting while a game is played."""

    legal: Numbers
    points: Numbers
    now: Numbers  # [seat, thing] at the last scoring
    had: Numbers  # [seat, thing]: the scorings of this game in which the seat had it
    seen: Numbers  # for each kind of move, the last decision in which it was legal
    kind_of: Numbers  # for each move
    game: Numbers


@kernel
def fill_keys(keys: Numbers, game: int, key: Numbers, rng: Numbers) -> None:
    """Derive the key of a game's dice, and the random state of its random players."""
    number = np.uint64(4 * game)
    key[0] = siphash(keys[0], keys[1], number)
    key[1] = siphash(keys[0], keys[1], number + np.uint64(1))
    rng[0] = siphash(keys[0], keys[1], number + np.uint64(2))
    rng[1] = siphash(keys[0], keys[1], number + np.uint64(3))


@kernel
def begin(tables: Numbers, scratch: Scratch) -> None:
    """Reset the scratch buffers after a game has been set up."""
    scratch.had[:] = 0
    scratch.game[MOVED] = 0
    scratch.game[TURNED] = 0
    scratch.game[SCORINGS] = 0
    scratch.game[LAST] = -1
    scratch.game[FIRST] = tables[0].to_move


@kernel
def finish(
    tables: Numbers, rotation: int, scratch: Scratch, counters: Counters, sample: Numbers
) -> None:
    """Count a finished game. The bots were rotated by `rotation` seats."""
    table = tables[0]
    players = int(table.players)
    totals = counters.totals
    if totals[GAMES] < len(sample):
        sample[int(totals[GAMES])] = tables[0]
    generic.points(table, scratch.points)
    winners = generic.winners(table)
    won = 0
    for seat in range(players):
        won += winners >> seat & 1
    for seat in range(players):
        share = (winners >> seat & 1) / won
        count_player(seat, rotation, players, share, scratch, counters)
    count_game(players, won, scratch, counters)


@kernel
def count_player(
    seat: Seat, rotation: int, players: int, share: float, scratch: Scratch, counters: Counters
) -> None:
    """Count the result of one seat, and the things it had."""
    points = int(scratch.points[seat])
    place = (seat - scratch.game[FIRST]) % players
    bot = (seat + rotation) % players
    counters.seats[seat, WINS] += share
    counters.seats[seat, POINTS] += points
    counters.places[place, WINS] += share
    counters.places[place, POINTS] += points
    counters.bots[bot, WINS] += share
    counters.bots[bot, POINTS] += points
    counters.bots[bot, SEATED] += 1
    counters.scores[seat, int(share > 0), min(max(points - LOWEST, 0), SCORES - 1)] += 1
    counters.totals[PLAYER_SCORINGS] += scratch.game[SCORINGS]
    counters.totals[PLAYER_SCORINGS_POINTS] += scratch.game[SCORINGS] * points
    for thing in range(scratch.had.shape[1]):
        had = scratch.had[seat, thing]
        if had > 0:
            counters.things[thing, WINS] += had * share
            counters.things[thing, POINTS] += had * points
            counters.things[thing, HAD] += had


@kernel
def count_game(players: int, won: int, scratch: Scratch, counters: Counters) -> None:
    """Count the length, margin and ties of a game."""
    best = scratch.points[0]
    second = best
    for seat in range(1, players):
        points = scratch.points[seat]
        if points > best:
            second = best
            best = points
        elif seat == 1 or points > second:
            second = points
    moves, turns = scratch.game[MOVED], scratch.game[TURNED]
    margin = int(best) - int(second)
    totals = counters.totals
    totals[GAMES] += 1
    totals[MOVES] += moves
    totals[TURNS] += turns
    totals[SHARED_WINS] += int(won > 1)
    totals[EQUAL_POINTS] += int(margin == 0)
    totals[MARGIN] += margin
    totals[BEST_POINTS] += best
    counters.moves[min(moves, LENGTHS - 1)] += 1
    counters.turns[min(turns, LENGTHS - 1)] += 1
    counters.margins[min(margin, LENGTHS - 1)] += 1


@array_kernel
def play(  # noqa: C901, PLR0912 - one function, see below
    tables: Numbers,
    settings: tuple[Any, ...],
    forced_move: int,
    games: tuple[int, int],
    scratch: Scratch,
    counters: Counters,
    sample: Numbers,
) -> int:
    """Play and count: whole games by random players (PLAY_RANDOM), or one game move by move.

    START sets up a game, and any other `forced_move` is applied to it. Both return the number of
    legal moves and write them into the scratch buffers; the last move counts the game. The random
    numbers of a game depend only on its number. This is one function because passing these arrays
    on would take longer than a move, and because compiling the rules of a game twice is slow.
    """
    players, options, keys, rotates = settings
    legal, state, now, had = scratch.legal, scratch.game, scratch.now, scratch.had
    kind_of, seen, kinds = scratch.kind_of, scratch.seen, counters.kinds
    key = np.empty(2, np.uint64)
    rng = np.empty(2, np.uint64)
    for game in range(games[0], games[1]):
        if forced_move < 0:
            fill_keys(keys, game, key, rng)
            generic.setup(tables[0], players, options, key)
            begin(tables, scratch)
        next_move = forced_move
        while True:
            if next_move < 0:
                count = generic.legal(tables[0], legal)
                state[LEGAL] = count
                if count == 0:
                    break
                if forced_move != PLAY_RANDOM:
                    return count
                move = int(legal[pick(rng, count)])
            else:
                count = state[LEGAL]
                move = next_move
                next_move = START
            seat = int(tables[0].to_move)
            state[MOVED] += 1
            state[TURNED] += int(seat != state[LAST])
            state[LAST] = seat
            if count > 1:  # a forced move is not a decision
                state[DECISION] += 1
                for i in range(count):
                    kind = kind_of[legal[i]]
                    if seen[kind] != state[DECISION]:
                        seen[kind] = state[DECISION]
                        kinds[kind, OFFERED] += 1
                kinds[kind_of[move], CHOSEN] += 1
            tables[1] = tables[0]
            generic.apply(tables[0], move)
            if generic.count(tables[1], move, tables[0], now):
                state[SCORINGS] += 1
                for player in range(had.shape[0]):
                    for thing in range(had.shape[1]):
                        had[player, thing] += int(now[player, thing] > 0)
        finish(tables, game * rotates % players, scratch, counters, sample)
    return 0
