"""The compiled part of a simulation: games at random, and counting while any game is played."""

from typing import Any, NamedTuple

import numpy as np

from menagerie import generic
from menagerie.bots.rng import pick
from menagerie.kernel import Numbers, array_kernel, kernel
from menagerie.kernel.dice import siphash

# What stands where in `Counters.totals`.
GAMES = 0
MOVES = 1
TURNS = 2
SHARED = 3  # games with several winners
LEVEL = 4  # games whose best two had equal points
MARGIN = 5  # points between the best two
BEST = 6  # points of the best
HOLDERS = 7  # players, once for each scoring
HOLDERS_POINTS = 8  # their points at the end of the game
TOTALS = 9

WINS = 0  # in what is counted of seats, places and bots
POINTS = 1
SEATED = 2
HAD = 2  # of things, beside their holders' wins and points
OFFERED = 0  # of kinds of moves
CHOSEN = 1

LOWEST = -256  # points; whatever is below or above is counted at the end
SCORES = 1024
LENGTHS = 4096  # of games, and of margins; the last one stands for all above

# In `Room.game`: what is known of the game that is being played.
MOVED = 0
TURNED = 1
LAST = 2  # who moved last
FIRST = 3  # who decided first
SCORINGS = 4
DECISION = 5  # counted through all games
LEGAL = 6  # how many moves are legal now
GAME_FIELDS = 7

ANY = -1  # in place of a move: see `play`
START = -2


class Counters(NamedTuple):
    """What a block of games came to."""

    totals: Numbers
    seats: Numbers  # [seat, WINS or POINTS]
    places: Numbers  # the same, the seats counted from who decides first
    bots: Numbers  # the same of each bot of the plan, and how often it was seated
    things: Numbers  # [thing, WINS, POINTS or HAD]: of players who had it in a scoring
    kinds: Numbers  # [kind of move, OFFERED or CHOSEN]
    scores: Numbers  # [seat, lost or won, points above LOWEST]
    moves: Numbers  # how many games had so many
    turns: Numbers
    margins: Numbers


class Room(NamedTuple):
    """What counting needs while a game is played."""

    legal: Numbers
    points: Numbers
    now: Numbers  # [seat, thing] at the last scoring
    had: Numbers  # [seat, thing]: in how many scorings of this game
    seen: Numbers  # for each kind of move, the last decision in which it was legal
    kind_of: Numbers  # for each move
    game: Numbers


@kernel
def fill_keys(keys: Numbers, game: int, key: Numbers, chance: Numbers) -> None:
    """The dice of a game, and the chance of those who play it at random."""
    number = np.uint64(4 * game)
    key[0] = siphash(keys[0], keys[1], number)
    key[1] = siphash(keys[0], keys[1], number + np.uint64(1))
    chance[0] = siphash(keys[0], keys[1], number + np.uint64(2))
    chance[1] = siphash(keys[0], keys[1], number + np.uint64(3))


@kernel
def begin(tables: Any, room: Room) -> None:
    """A game has been set up."""
    room.had[:] = 0
    room.game[MOVED] = 0
    room.game[TURNED] = 0
    room.game[SCORINGS] = 0
    room.game[LAST] = -1
    room.game[FIRST] = tables[0].to_move


@kernel
def finish(tables: Any, turned: int, room: Room, counters: Counters, sample: Any) -> None:
    """A game is over. The bots sat `turned` seats further than in the plan."""
    table = tables[0]
    players = int(table.players)
    totals = counters.totals
    if totals[GAMES] < len(sample):
        sample[int(totals[GAMES])] = tables[0]
    generic.points(table, room.points)
    winners = generic.winners(table)
    won = 0
    for seat in range(players):
        won += winners >> seat & 1
    for seat in range(players):
        share = (winners >> seat & 1) / won
        note_player(seat, turned, players, share, room, counters)
    note_end(players, won, room, counters)


@kernel
def note_player(
    seat: int, turned: int, players: int, share: float, room: Room, counters: Counters
) -> None:
    """What one player won, and with what."""
    points = int(room.points[seat])
    place = (seat - room.game[FIRST]) % players
    bot = (seat + turned) % players
    counters.seats[seat, WINS] += share
    counters.seats[seat, POINTS] += points
    counters.places[place, WINS] += share
    counters.places[place, POINTS] += points
    counters.bots[bot, WINS] += share
    counters.bots[bot, POINTS] += points
    counters.bots[bot, SEATED] += 1
    counters.scores[seat, int(share > 0), min(max(points - LOWEST, 0), SCORES - 1)] += 1
    counters.totals[HOLDERS] += room.game[SCORINGS]
    counters.totals[HOLDERS_POINTS] += room.game[SCORINGS] * points
    for thing in range(room.had.shape[1]):
        had = room.had[seat, thing]
        if had > 0:
            counters.things[thing, WINS] += had * share
            counters.things[thing, POINTS] += had * points
            counters.things[thing, HAD] += had


@kernel
def note_end(players: int, won: int, room: Room, counters: Counters) -> None:
    """What the game was as a whole."""
    best = room.points[0]
    second = best
    for seat in range(1, players):
        points = room.points[seat]
        if points > best:
            second = best
            best = points
        elif seat == 1 or points > second:
            second = points
    moves, turns = room.game[MOVED], room.game[TURNED]
    margin = int(best) - int(second)
    totals = counters.totals
    totals[GAMES] += 1
    totals[MOVES] += moves
    totals[TURNS] += turns
    totals[SHARED] += int(won > 1)
    totals[LEVEL] += int(margin == 0)
    totals[MARGIN] += margin
    totals[BEST] += best
    counters.moves[min(moves, LENGTHS - 1)] += 1
    counters.turns[min(turns, LENGTHS - 1)] += 1
    counters.margins[min(margin, LENGTHS - 1)] += 1


@array_kernel
def play(  # noqa: C901, PLR0912 - all stands in one piece, as said below
    tables: Any,
    settings: tuple[Any, ...],
    given: int,
    games: tuple[int, int],
    room: Room,
    counters: Counters,
    sample: Any,
) -> int:
    """Play and count: whole games by random players (ANY), or one game move by move.

    START sets a game up; a move that is given then is carried out. Both say how many moves are
    legal after that, and write them in the room; with the last move the game is counted. The
    game's number alone decides on its chance. All stands in one piece, for handing these arrays on
    would take longer than a move, and to compile a game's rules twice takes long too.
    """
    players, options, keys, turning = settings
    legal, known, now, had = room.legal, room.game, room.now, room.had
    kind_of, seen, kinds = room.kind_of, room.seen, counters.kinds
    key = np.empty(2, np.uint64)
    chance = np.empty(2, np.uint64)
    for game in range(games[0], games[1]):
        if given < 0:
            fill_keys(keys, game, key, chance)
            generic.setup(tables[0], players, options, key)
            begin(tables, room)
        left = given
        while True:
            if left < 0:
                count = generic.legal(tables[0], legal)
                known[LEGAL] = count
                if count == 0:
                    break
                if given != ANY:
                    return count
                move = int(legal[pick(chance, count)])
            else:
                count = known[LEGAL]
                move = left
                left = START
            seat = int(tables[0].to_move)
            known[MOVED] += 1
            known[TURNED] += int(seat != known[LAST])
            known[LAST] = seat
            if count > 1:  # only then there is something to choose
                known[DECISION] += 1
                for i in range(count):
                    kind = kind_of[legal[i]]
                    if seen[kind] != known[DECISION]:
                        seen[kind] = known[DECISION]
                        kinds[kind, OFFERED] += 1
                kinds[kind_of[move], CHOSEN] += 1
            tables[1] = tables[0]
            generic.apply(tables[0], move)
            if generic.count(tables[1], move, tables[0], now):
                known[SCORINGS] += 1
                for holder in range(had.shape[0]):
                    for thing in range(had.shape[1]):
                        had[holder, thing] += int(now[holder, thing] > 0)
        finish(tables, game * turning % players, room, counters, sample)
    return 0
