"""The coach: estimates each move for a seat, and finds the turning points of a finished game.

The coach knows only what the seat knows: every estimate comes from a search from its observed
table.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from math import hypot
from statistics import fmean, stdev

from menagerie.bots.search_bot import Budget, MoveEstimate, Style, precompile, search_moves
from menagerie.game import Game, MoveNumber, Seat, Table
from menagerie.header import derive_key
from menagerie.jsontext import Json
from menagerie.position import Position

MAX_VARIATION_MOVES = 8
SAMPLED_OUTCOMES = 8  # random outcomes, with which the real one is compared
OUTCOME_BUDGET_DIVISOR = 4  # each outcome gets this part of the budget
Z_95 = 1.96  # standard errors on each side of a mean, for a 95% interval
PROBABILITY_DIGITS = 3


# The names in JSON of fields that have another name here.
JSON_NAMES = {
    "half_width": "unsure",
    "loss_half_width": "unsure",
    "luck_half_width": "doubt",
}


def _to_json(estimate: "Advice | Verdict") -> Json:
    return {JSON_NAMES.get(name, name): value for name, value in asdict(estimate).items()}


@dataclass(frozen=True)
class Advice:
    """The coach's estimate of one legal move."""

    move: MoveNumber
    win: float  # the probability of a win; ties are shared
    half_width: float  # of the 95% interval around it
    points: float  # expected at the end
    wins: tuple[float, ...]  # the probability of a win for each seat
    visits: int

    def to_json(self) -> Json:
        return _to_json(self)


@dataclass(frozen=True)
class WinProbability:
    """The probability that a seat wins from a table."""

    win: float
    half_width: float  # of the 95% interval around it


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
    loss_half_width: float  # of the 95% interval around `loss`
    luck_half_width: float = 0.0  # of the 95% interval around `luck`

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
        return max(self.loss - self.loss_half_width, abs(self.luck) - self.luck_half_width)

    def to_json(self) -> Json:
        return _to_json(self)


def advise(game: Game, observed: Table, seat: Seat, budget: Budget, seed: str) -> list[Advice]:
    """Estimate every legal move of the seat to move, for the observing seat, best first.

    The ranking uses the search of the bots. Win probabilities need rollouts to the end of the game;
    so if the bots' rollouts are shorter, there is a second search with full ones. Then each of two
    searches gets half of the iterations, and the full time.
    """
    precompile(game)
    to_the_end = Style(greed=game.rollout_candidates, every=True)
    legal = game.legal_moves(observed) if seat == int(observed.to_move) else []
    enough = max(1, 2 * len(legal) * budget.threads)  # so that every thread tries every move
    if not game.rollout_length:
        whole = replace(budget, iterations=max(budget.iterations, enough))
        ranked = judged = search_moves(game, observed, seat, whole, to_the_end, seed)
    else:
        half = replace(budget, iterations=max(budget.iterations // 2, enough))
        as_bots = replace(Style.of(game), every=True)
        ranked = search_moves(game, observed, seat, half, as_bots, seed)
        judged = search_moves(game, observed, seat, half, to_the_end, f"{seed}/end")
    found = {estimate.move: estimate for estimate in judged}
    moves = [estimate.move for estimate in ranked if estimate.move in found] or list(found)
    return [_advice(found[move], seat) for move in moves]


def _advice(estimate: MoveEstimate, seat: Seat) -> Advice:
    win = estimate.wins[seat]
    visits = estimate.visits
    half_width = _half_width(win, visits)
    return Advice(estimate.move, win, half_width, estimate.points, estimate.wins, visits)


def _half_width(win: float, visits: float) -> float:
    """Half the width of the 95% interval, after adding one win and one loss (Agresti-Coull)."""
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
        is_predictable = not game.reveals_information(before, whole) and not game.is_over(whole)
        if not is_predictable or int(after.to_move) != seat:
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
        outcome_budget = replace(
            budget, iterations=max(1, budget.iterations // OUTCOME_BUDGET_DIVISOR)
        )
        result = win_probability(game, after.table_view, seat, outcome_budget, f"{seed}/after")
        expected = _average(game, observed, move, outcome_budget, f"{seed}/instead")
    return Verdict(
        step=before.step,
        seat=seat,
        move=move,
        best=best.move,
        before=best.win,
        chosen=made.win,
        expected=expected.win,
        after=result.win,
        loss_half_width=hypot(best.half_width, made.half_width),
        luck_half_width=hypot(expected.half_width, result.half_width),
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
        wins.append(win_probability(game, after, seat, budget, f"{seed}/{number}").win)
    return WinProbability(fmean(wins), Z_95 * stdev(wins) / SAMPLED_OUTCOMES**0.5)


def win_probability(
    game: Game, table: Table, seat: Seat, budget: Budget, seed: str
) -> WinProbability:
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
    visits = squares**2 / sum(one.visits**3 for one in advice)
    return WinProbability(win, _half_width(win, visits))


def turning_points(verdicts: list[Verdict], most: int) -> list[Verdict]:
    """The verdicts with the largest weight, in the order of the game."""
    heaviest = sorted(verdicts, key=lambda verdict: -verdict.weight)[:most]
    return sorted((v for v in heaviest if v.weight > 0), key=lambda verdict: verdict.step)


def win_probabilities(position: Position, budget: Budget) -> list[float]:
    """Each seat's win probability, estimated from its own view and normalised to sum to 1.

    Estimating only from the seat to move would make the curve jump between seats.
    """
    seats = range(position.players)
    if position.is_over():
        won = position.winners()
        return [(seat in won) / len(won) for seat in seats]
    game, table = position.game, position.table
    own = [win_probability(game, table, seat, budget, "chances").win for seat in seats]
    total = sum(own)
    return [round(win / total if total else 1 / len(own), PROBABILITY_DIGITS) for win in own]
