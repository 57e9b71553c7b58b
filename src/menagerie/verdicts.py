"""The coach's review of a finished game, in words and in totals."""

from collections.abc import Sequence

from menagerie import texts
from menagerie.bots.coach import Verdict
from menagerie.contract import Seat
from menagerie.position import Move
from menagerie.wording import player

MAX_TURNING_POINTS = 10  # shown in a review


def lost(verdicts: Sequence[Verdict], seat: Seat) -> float:
    """The win probability that a seat gave away by its moves, summed over the game."""
    return sum(verdict.loss for verdict in verdicts if verdict.seat == seat)


def luck(verdicts: Sequence[Verdict], seat: Seat) -> float:
    """The win probability that chance gave to a seat or took from it, summed over the game."""
    return sum(verdict.luck for verdict in verdicts if verdict.seat == seat)


def tell(verdict: Verdict, move: Move, language: str) -> list[str]:
    """Describe a turning point: the move, what it cost, and what chance did."""
    text = texts.ours(language)
    who = player(verdict.seat, move.game.text(language))
    lines = [text("coach.made", number=verdict.step + 1, player=who, move=move.words(language))]
    if verdict.loss > verdict.loss_half_width:
        better = move.instead(verdict.best).words(language)
        chances = {"before": _percent(verdict.before), "after": _percent(verdict.chosen)}
        lines.append(text("coach.better", better=better, **chances))
    if abs(verdict.luck) > verdict.luck_half_width:
        kind = "coach.good_luck" if verdict.luck > 0 else "coach.bad_luck"
        chances = {"before": _percent(verdict.expected), "after": _percent(verdict.after)}
        lines.append(text(kind, **chances))
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
