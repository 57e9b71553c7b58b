"""What the coach has to say about a finished game, in words and in sums."""

from collections.abc import Sequence

from menagerie import texts
from menagerie.bots.coach import Verdict
from menagerie.position import Move
from menagerie.wording import player

MOST_POINTS = 10  # turning points that are told


def lost(verdicts: Sequence[Verdict], seat: int) -> float:
    """The wins that a seat gave away."""
    return sum(verdict.loss for verdict in verdicts if verdict.seat == seat)


def luck(verdicts: Sequence[Verdict], seat: int) -> float:
    """The wins that chance gave to a seat, or took."""
    return sum(verdict.luck for verdict in verdicts if verdict.seat == seat)


def tell(verdict: Verdict, move: Move, language: str) -> list[str]:
    """A turning point: the move, what it lost, what chance did."""
    text = texts.ours(language)
    who = player(verdict.seat, move.game.text(language))
    lines = [text("coach.made", number=verdict.step + 1, player=who, move=move.words(language))]
    if verdict.loss > verdict.unsure:
        better = move.instead(verdict.best).words(language)
        chances = {"before": _percent(verdict.before), "after": _percent(verdict.chosen)}
        lines.append(text("coach.better", better=better, **chances))
    if abs(verdict.luck) > verdict.doubt:
        kind = "coach.good_luck" if verdict.luck > 0 else "coach.bad_luck"
        chances = {"before": _percent(verdict.expected), "after": _percent(verdict.after)}
        lines.append(text(kind, **chances))
    return lines


def _percent(share: float) -> str:
    return f"{100 * share:.0f}"
