"""The coach: estimates each move for a seat, and finds the turning points of a finished game.

The coach knows only what the seat knows: every estimate comes from a search from its observed
table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev

from menagerie.bots.search_bot import Budget, MoveEstimate, Style, precompile, search_moves
from menagerie.game import Game, MoveNumber, Seat, Table
from menagerie.header import derive_key
from menagerie.position import Position

MAX_VARIATION_MOVES = 8
SAMPLED_OUTCOMES = 8  # of chance, with which the real outcome is compared
OUTCOME_BUDGET_DIVISOR = 4  # each outcome gets this part of the budget
Z_95 = 1.96  # standard errors on each side of a mean, for a 95% interval
CHANCE_DIGITS = 3


@dataclass(frozen=True)
class Advice:
    """The coach's estimate of one legal move."""

    move: MoveNumber
    win: float  # the probability of a win; ties are shared
    unsure: float  # half of the 95% interval around it
    points: float  # expected at the end
    wins: tuple[float, ...]  # the probability of a win for each seat
    visits: int


@dataclass(frozen=True)
class WinProbability:
    """The probability that a seat wins from a table."""

    win: float
    unsure: float  # half of the 95% interval around it


@dataclass(frozen=True)
class Verdict:
    """The coach's verdict on one move of a finished game, for the seat that made it."""

    step: int
    seat: Seat
    move: MoveNumber
    best: MoveNumber
    before: float  # the probability of a win with the best move
    chosen: float  # with the move that was made
    expected: float  # after the move, averaged over the outcomes of chance
    after: float  # after the real outcome
    unsure: float  # half of the 95% interval around `loss`
    doubt: float = 0.0  # half of the 95% interval around `luck`

    @property
    def loss(self) -> float:
        """The probability of a win that the move gave away."""
        return max(0.0, self.before - self.chosen)

    @property
    def luck(self) -> float:
        """The probability of a win that dice or draws added or took away."""
        return self.after - self.expected

    @property
    def weight(self) -> float:
        """The certain part of the loss or of the luck, whichever is larger."""
        return max(self.loss - self.unsure, abs(self.luck) - self.doubt)


def advise(game: Game, observed: Table, seat: Seat, budget: Budget, seed: str) -> list[Advice]:
    """Estimate every legal move of the seat to move, for the observing seat, best first.

    The ranking uses the search of the bots. Win probabilities need rollouts to the end of the game;
    so if the bots' rollouts are shorter, there is a second search with full ones. Then each of two
    searches gets half of the iterations, and the full time.
    """
    precompile(game)
    to_the_end = Style(greed=game.greed, every=True)
    legal = game.legal_moves(observed) if seat == int(observed.to_move) else []
    enough = max(1, 2 * len(legal) * budget.threads)  # so that every thread tries every move
    if not game.foresight:
        whole = replace(budget, iterations=max(budget.iterations, enough))
        ranked = judged = search_moves(game, observed, seat, whole, to_the_end, seed)
    else:
        half = replace(budget, iterations=max(budget.iterations // 2, enough))
        as_bots = replace(Style.of(game), every=True)
        ranked = search_moves(game, observed, seat, half, as_bots, seed)
        judged = search_moves(game, observed, seat, half, to_the_end, f"{seed}/end")
    found = {estimate.move: estimate for estimate in judged}
    both = [estimate.move for estimate in ranked if estimate.move in found] or list(found)
    return [_advice(found[move], seat) for move in both]


def _advice(estimate: MoveEstimate, seat: Seat) -> Advice:
    win = estimate.wins[seat]
    visits = estimate.visits
    return Advice(estimate.move, win, _unsure(win, visits), estimate.points, estimate.wins, visits)


def _unsure(win: float, visits: float) -> float:
    """Half of the 95% interval, after adding one win and one loss (Agresti-Coull)."""
    share = (win * visits + 1) / (visits + 2)
    return float(Z_95 * (share * (1 - share) / (visits + 2)) ** 0.5)


def best_variation(
    game: Game, observed: Table, seat: Seat, best: MoveNumber, budget: Budget, seed: str
) -> list[tuple[Table, MoveNumber]]:
    """The best move and its continuation, each move with the table before it.

    It goes on until the turn ends, something is revealed, or MAX_VARIATION_MOVES is reached.
    """
    variation = [(observed, best)]
    while len(variation) < MAX_VARIATION_MOVES:
        table, move = variation[-1]
        before = game.imagine(table, seat, derive_key(seed, "line"))
        whole = game.play(before, move)
        after = game.observe(whole, seat)
        silent = not game.reveals_information(before, whole) and not game.is_over(whole)
        if not silent or int(after.to_move) != seat:
            break
        next_best = advise(game, after, seat, budget, f"{seed}/{len(variation)}")[0].move
        variation.append((after, next_best))
    return variation


def review(
    finished: Position, budget: Budget, seed: str, on_move: Callable[[], object]
) -> list[Verdict]:
    """A verdict on each move of a finished game."""
    verdicts: list[Verdict] = []
    after = finished.copy()
    while after.step:
        before = after.copy()
        before.pop()
        verdicts.append(_judge(before, after, budget, f"{seed}/{before.step}"))
        after = before
        on_move()
    return verdicts[::-1]


def _judge(before: Position, after: Position, budget: Budget, seed: str) -> Verdict:
    """The verdict on the last move before `after`."""
    game, seat = before.game, before.table_view.to_move
    observed, move = before.observe(seat), after.moves[-1].number
    advice = advise(game, observed, seat, budget, seed)
    made = next(found for found in advice if found.move == move)
    best = max(advice[0], made, key=lambda found: found.win)
    expected = result = WinProbability(made.win, 0.0)
    if before.reveals_information(after):
        less = replace(budget, iterations=max(1, budget.iterations // OUTCOME_BUDGET_DIVISOR))
        result = chance(game, after.table_view, seat, less, f"{seed}/after")
        expected = _average(game, observed, move, less, f"{seed}/instead")
    unsure = (best.unsure**2 + made.unsure**2) ** 0.5
    return Verdict(
        step=before.step,
        seat=seat,
        move=move,
        best=best.move,
        before=best.win,
        chosen=made.win,
        expected=expected.win,
        after=result.win,
        unsure=unsure,
        doubt=(expected.unsure**2 + result.unsure**2) ** 0.5,
    )


def _average(
    game: Game, observed: Table, move: MoveNumber, budget: Budget, seed: str
) -> WinProbability:
    """The win probability of a seat after a move, averaged over sampled outcomes of chance."""
    seat = int(observed.to_move)
    wins = []
    for number in range(SAMPLED_OUTCOMES):
        table = game.imagine(observed, seat, derive_key(f"{seed}/{number}", "instead"))
        after = game.play(table, move)
        wins.append(chance(game, after, seat, budget, f"{seed}/{number}").win)
    return WinProbability(fmean(wins), Z_95 * stdev(wins) / SAMPLED_OUTCOMES**0.5)


def chance(game: Game, table: Table, seat: Seat, budget: Budget, seed: str) -> WinProbability:
    """The win probability of a seat at a table, given what it observes."""
    if game.is_over(table):
        won = game.winners(table)
        return WinProbability((seat in won) / len(won), 0.0)
    return _pool(advise(game, game.observe(table, seat), seat, budget, seed))


def _pool(advice: Sequence[Advice]) -> WinProbability:
    """Average all moves, weighted by the squares of their visits.

    After a short search, the best move alone has too few visits for a precise estimate. The squares
    give little weight to bad moves.
    """
    squares = sum(one.visits**2 for one in advice)
    win = sum(one.win * one.visits**2 for one in advice) / squares
    return WinProbability(win, _unsure(win, squares**2 / sum(one.visits**3 for one in advice)))


def turning_points(verdicts: list[Verdict], most: int) -> list[Verdict]:
    """The verdicts with the largest weight, in the order of the game."""
    heavy = sorted(verdicts, key=lambda verdict: -verdict.weight)[:most]
    return sorted((v for v in heavy if v.weight > 0), key=lambda verdict: verdict.step)


def chances(position: Position, budget: Budget) -> list[float]:
    """Everybody's chance to win, each estimated from what that seat observes; they add up to 1.

    Otherwise it would jump whenever another seat, which knows other things, is to move.
    """
    seats = range(position.players)
    if position.is_over():
        won = position.winners()
        return [(seat in won) / len(won) for seat in seats]
    game, table = position.game, position.table
    own = [chance(game, table, seat, budget, "chances").win for seat in seats]
    total = sum(own)
    return [round(win / total if total else 1 / len(own), CHANCE_DIGITS) for win in own]
