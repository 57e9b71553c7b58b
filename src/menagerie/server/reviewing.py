"""What the coach thinks of a finished game: everybody's chances all along, and where it turned."""

from collections.abc import Callable
from dataclasses import dataclass

from menagerie import verdicts
from menagerie.bots import coach
from menagerie.bots.search_bot import Budget
from menagerie.header import Header
from menagerie.match import Line
from menagerie.position import Position
from menagerie.server.recounting import Review, TurningPoint
from menagerie.texts import LANGUAGES

WORK = 60_000  # iterations for all moves of a game together; each may need three times its share
LEAST, MOST = 80, 800  # iterations for one move
DIGITS = 3


class Stopped(Exception):  # noqa: N818 - nothing went wrong
    """The server stops; nobody will read this review."""


@dataclass(frozen=True)
class Course:
    """How a game went: every moment of it, and which of them led to its end."""

    moments: list[Position]  # by the number of the frame; a move that was taken back had one too
    finished: Position
    numbers: list[int]  # of the frame that each move of the finished game led to


def review(
    header: Header, lines: list[Line], on_step: Callable[[float], None]
) -> dict[str, Review]:
    """All that is told, in every language; `on_step` hears how much of it is done."""
    course = follow(header, lines)
    moves = course.finished.step
    share = max(LEAST, min(MOST, WORK // max(1, moves)))
    steps = moves + len(course.moments)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        on_step(done / steps)

    chances = _all_chances(course, Budget(iterations=share // header.players), step)
    found = coach.review(course.finished, Budget(iterations=share), "review", step)
    return {language: _tell(course, chances, found, language) for language in LANGUAGES}


def follow(header: Header, lines: list[Line]) -> Course:
    """Play a log again, and remember every moment."""
    position = Position(header)
    moments = [position.copy()]
    numbers: list[int] = []
    for number, line in enumerate(lines, 1):
        if line.kind == "undo":
            position.pop()
            numbers.pop()
        else:
            position.push(line.move or {})
            numbers.append(number)
        moments.append(position.copy())
    return Course(moments, position, numbers)


def _all_chances(course: Course, budget: Budget, step: Callable[[], None]) -> list[list[float]]:
    """Moment by moment; what was taken back leads to the same table again."""
    known: dict[bytes, list[float]] = {}
    found = []
    for moment in course.moments:
        table = moment.table.tobytes()
        if table not in known:
            known[table] = chances(moment, budget)
        found.append(known[table])
        step()
    return found


def chances(position: Position, budget: Budget) -> list[float]:
    """Everybody's chance to win, each found with that seat's own eyes; they add up to 1.

    So nobody's chance jumps only because somebody else, who knows other things, is to move.
    """
    seats = range(position.players)
    if position.is_over():
        won = position.winners()
        return [(seat in won) / len(won) for seat in seats]
    game, table = position.game, position.table
    own = [coach.chance(game, table, seat, budget, "chances").win for seat in seats]
    total = sum(own)
    return [round(win / total if total else 1 / len(own), DIGITS) for win in own]


def _tell(
    course: Course, chances: list[list[float]], found: list[coach.Verdict], language: str
) -> Review:
    seats, moves = range(course.finished.players), course.finished.moves
    points: list[TurningPoint] = [
        {
            "number": course.numbers[verdict.step],
            "seat": verdict.seat,
            "words": verdicts.tell(verdict, moves[verdict.step], language),
        }
        for verdict in coach.turning_points(found, verdicts.MOST_POINTS)
    ]
    return {
        "done": True,
        "chances": chances,
        "turning_points": points,
        "luck": [round(verdicts.luck(found, seat), DIGITS) for seat in seats],
        "lost": [round(verdicts.lost(found, seat), DIGITS) for seat in seats],
    }
