"""The coach's review of a finished game: everybody's chances at each step, and turning points."""

from collections.abc import Callable, Sequence

from menagerie import verdicts
from menagerie.bots import coach
from menagerie.bots.search_bot import Budget
from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.server.schemas.history import Review, TurningPoint
from menagerie.server.tables.log_replay import Timeline, replay_timeline
from menagerie.texts import LANGUAGES

ITERATIONS = 60_000  # for the whole game; one move may use up to three times its share
MIN_ITERATIONS, MAX_ITERATIONS = 80, 800  # for one move
DIGITS = 3


class ReviewCancelled(Exception):  # noqa: N818 - nothing went wrong
    """The server is stopping."""


def review(
    header: Header, entries: Sequence[LogEntry], on_progress: Callable[[float], None]
) -> dict[str, Review]:
    """The review in every language; `on_progress` receives the share that is done."""
    timeline = replay_timeline(header, entries)
    moves = timeline.finished.step
    share = max(MIN_ITERATIONS, min(MAX_ITERATIONS, ITERATIONS // max(1, moves)))
    steps = moves + len(timeline.moments)
    done = 0

    def count_step() -> None:
        nonlocal done
        done += 1
        on_progress(done / steps)

    chances = _all_chances(timeline, Budget(iterations=share // header.players), count_step)
    found = coach.review(timeline.finished, Budget(iterations=share), "review", count_step)
    return {language: _describe(timeline, chances, found, language) for language in LANGUAGES}


def _all_chances(
    timeline: Timeline, budget: Budget, on_step: Callable[[], None]
) -> list[list[float]]:
    """For each moment; memoised, because an undo leads back to an earlier table."""
    known: dict[bytes, list[float]] = {}
    found = []
    for moment in timeline.moments:
        table = moment.table.tobytes()
        if table not in known:
            known[table] = coach.win_probabilities(moment, budget)
        found.append(known[table])
        on_step()
    return found


def _describe(
    timeline: Timeline, chances: list[list[float]], found: list[coach.Verdict], language: str
) -> Review:
    seats, moves = range(timeline.finished.players), timeline.finished.moves
    points: list[TurningPoint] = [
        {
            "number": timeline.numbers[verdict.step],
            "seat": verdict.seat,
            "words": verdicts.tell(verdict, moves[verdict.step], language),
        }
        for verdict in coach.turning_points(found, verdicts.MAX_TURNING_POINTS)
    ]
    return {
        "done": True,
        "chances": chances,
        "turning_points": points,
        "luck": [round(verdicts.luck(found, seat), DIGITS) for seat in seats],
        "lost": [round(verdicts.lost(found, seat), DIGITS) for seat in seats],
    }
