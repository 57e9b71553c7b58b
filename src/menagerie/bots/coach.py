"""The coach: what each move is worth to a seat, and what a finished game turned on.

It knows what the seat knows: whatever it says is found by a search from an observed table.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev

from menagerie.bots.thinking import Budget, Opinion, Style, consider, prepare
from menagerie.game import Game, Table
from menagerie.header import derive_key
from menagerie.position import Position

LONGEST_LINE = 8  # moves
OUTCOMES = 8  # that chance could have brought, with which the real one is compared
LESS = 4  # times less thinking for each of them
NORMAL_95 = 1.96  # standard errors on each side of a mean, for 95 in 100
CHANCE_DIGITS = 3


@dataclass(frozen=True)
class Advice:
    """What the coach thinks of one move."""

    move: int
    win: float  # the chance to win, ties shared
    unsure: float  # half of the 95% interval around it
    points: float  # expected in the end
    wins: tuple[float, ...]  # everybody's chance
    visits: int


@dataclass(frozen=True)
class Chance:
    """A seat's chance to win, whatever will be played."""

    win: float
    unsure: float  # half of the 95% interval around it


@dataclass(frozen=True)
class Verdict:
    """What the coach thinks of one move of a finished game, for whoever made it."""

    step: int
    seat: int
    move: int
    best: int
    before: float  # the chance to win with the best move
    chosen: float  # with the one that was made
    expected: float  # when chance has had its say, on average
    after: float  # when it really had
    unsure: float  # half of the 95% interval around what was lost
    doubt: float = 0.0  # and around what chance did

    @property
    def loss(self) -> float:
        """The chance to win that the move gave away."""
        return max(0.0, self.before - self.chosen)

    @property
    def luck(self) -> float:
        """The chance to win that dice or draw added, or took."""
        return self.after - self.expected

    @property
    def weight(self) -> float:
        """How much the game turned here, as far as that is sure."""
        return max(self.loss - self.unsure, abs(self.luck) - self.doubt)


def advise(game: Game, observed: Table, seat: int, budget: Budget, seed: str) -> list[Advice]:
    """Every legal move of whoever is to move, for the seat that observes; the best first.

    Which move is best is found as bots find it. Chances to win are counted where games end, so
    where bots look less far, half of the thinking is done once more, to the end.
    """
    prepare(game)
    to_the_end = Style(greed=game.greed, every=True)
    if not game.foresight:
        ranked = judged = consider(game, observed, seat, budget, to_the_end, seed)
    else:
        legal = game.legal_moves(observed) if seat == int(observed.to_move) else []
        half = replace(budget, iterations=max(1, budget.iterations // 2, 2 * len(legal)))
        as_bots = replace(Style.of(game), every=True)
        ranked = consider(game, observed, seat, half, as_bots, seed)
        judged = consider(game, observed, seat, half, to_the_end, f"{seed}/end")
    found = {opinion.move: opinion for opinion in judged}
    both = [opinion.move for opinion in ranked if opinion.move in found] or list(found)
    return [_advice(found[move], seat) for move in both]


def _advice(opinion: Opinion, seat: int) -> Advice:
    win = opinion.wins[seat]
    visits = opinion.visits
    return Advice(opinion.move, win, _unsure(win, visits), opinion.points, opinion.wins, visits)


def _unsure(win: float, visits: float) -> float:
    """With one win and one defeat more: what always won so far is not certain."""
    share = (win * visits + 1) / (visits + 2)
    return float(NORMAL_95 * (share * (1 - share) / (visits + 2)) ** 0.5)


def best_line(
    game: Game, observed: Table, seat: int, best: int, budget: Budget, seed: str
) -> list[tuple[Table, int]]:
    """The best move, and those after it until chance has a say; each with the table before it."""
    line = [(observed, best)]
    while len(line) < LONGEST_LINE:
        table, move = line[-1]
        before = game.imagine(table, seat, derive_key(seed, "line"))
        whole = game.play(before, move)
        after = game.observe(whole, seat)
        silent = not game.reveals_information(before, whole) and not game.is_over(whole)
        if not silent or int(after.to_move) != seat:
            break
        line.append((after, advise(game, after, seat, budget, f"{seed}/{len(line)}")[0].move))
    return line


def review(
    finished: Position, budget: Budget, seed: str, on_move: Callable[[], object]
) -> list[Verdict]:
    """Each move of a finished game, with what it lost and what chance did."""
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
    """One move: the last one before `after`."""
    game, seat = before.game, before.table_view.to_move
    observed, move = before.observe(seat), after.moves[-1].number
    advice = advise(game, observed, seat, budget, seed)
    made = next(found for found in advice if found.move == move)
    best = max(advice[0], made, key=lambda found: found.win)
    expected = result = Chance(made.win, 0.0)
    if before.reveals_information(after):
        less = replace(budget, iterations=max(1, budget.iterations // LESS))
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


def _average(game: Game, observed: Table, move: int, budget: Budget, seed: str) -> Chance:
    """A seat's chance to win after a move, over what could have come out."""
    seat = int(observed.to_move)
    wins = []
    for number in range(OUTCOMES):
        table = game.imagine(observed, seat, derive_key(f"{seed}/{number}", "instead"))
        after = game.play(table, move)
        wins.append(chance(game, after, seat, budget, f"{seed}/{number}").win)
    return Chance(fmean(wins), NORMAL_95 * stdev(wins) / OUTCOMES**0.5)


def chance(game: Game, table: Table, seat: int, budget: Budget, seed: str) -> Chance:
    """A seat's chance to win at a table, from its own eyes."""
    if game.is_over(table):
        won = game.winners(table)
        return Chance((seat in won) / len(won), 0.0)
    return _together(advise(game, game.observe(table, seat), seat, budget, seed))


def _together(advice: Sequence[Advice]) -> Chance:
    """What all moves together tell, each with the square of how often it was tried.

    After a short search the best move alone was tried too seldom to tell much. The square leaves
    little weight to moves that nobody would make.
    """
    squares = sum(one.visits**2 for one in advice)
    win = sum(one.win * one.visits**2 for one in advice) / squares
    return Chance(win, _unsure(win, squares**2 / sum(one.visits**3 for one in advice)))


def turning_points(verdicts: list[Verdict], most: int) -> list[Verdict]:
    """The moves at which the game turned most, in the order of the game."""
    heavy = sorted(verdicts, key=lambda verdict: -verdict.weight)[:most]
    return sorted((v for v in heavy if v.weight > 0), key=lambda verdict: verdict.step)


def chances(position: Position, budget: Budget) -> list[float]:
    """Everybody's chance to win, each estimated from what that seat observes; they add up to 1.

    So a chance does not jump only because another seat, which knows other things, is to move.
    """
    seats = range(position.players)
    if position.is_over():
        won = position.winners()
        return [(seat in won) / len(won) for seat in seats]
    game, table = position.game, position.table
    own = [chance(game, table, seat, budget, "chances").win for seat in seats]
    total = sum(own)
    return [round(win / total if total else 1 / len(own), CHANCE_DIGITS) for win in own]
