"""Help for a seat: previews of its moves, the coach's hint, and what the score is made of.

It uses only what the seat observes. Hidden information is sampled with fixed keys, so an answer
reveals nothing about the real table.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from menagerie.bots import coach
from menagerie.bots.search_bot import Budget
from menagerie.game import Game, MoveNumber, Seat, Table
from menagerie.header import derive_key
from menagerie.server.schemas.history import SheetSeat
from menagerie.server.schemas.replies import HintMove
from menagerie.texts import Text

HINT_BUDGET = Budget(iterations=1_500, seconds=0.35)  # twice that if the bots' rollouts are short
VARIATION_BUDGET = Budget(iterations=300, seconds=0.02)  # for each further move of the variation
SAMPLES = 12  # of the hidden information, for each preview
DIGITS = 4


@dataclass(frozen=True)
class Hint:
    """What the coach found, not yet in words."""

    game: Game
    observed: Table
    moves: list[coach.Advice]
    variation: list[tuple[Table, MoveNumber]]


def preview(game: Game, observed: Table, seat: Seat) -> list[int | None]:
    """The seat's points right after each legal move; None where they are not certain."""
    keys = [derive_key(str(number), "preview") for number in range(SAMPLES)]
    samples = [game.imagine(observed, seat, key) for key in keys]
    return [_points_after(game, samples, seat, move) for move in game.legal_moves(observed)]


def _points_after(game: Game, samples: Sequence[Table], seat: Seat, move: MoveNumber) -> int | None:
    """The points, if they are certain: if the move reveals information, all samples must agree."""
    found: set[int | None] = set()
    for sample in samples:
        after = game.play(sample, move)
        found.add(game.points(game.observe(after, seat))[seat])
        if not game.reveals_information(sample, after):
            break
        if len(found) > 1:
            return None
    return found.pop() if len(found) == 1 else None


def find_hint(game: Game, observed: Table, seat: Seat) -> Hint:
    """What the coach would play."""
    moves = coach.advise(game, observed, seat, HINT_BUDGET, "hint")
    best = moves[0].move
    variation = coach.best_variation(game, observed, seat, best, VARIATION_BUDGET, "hint")
    return Hint(game, observed, moves, variation)


def in_words(hint: Hint, language: str) -> tuple[list[HintMove], list[str]]:
    """The moves, the best first; and the variation that follows the best one."""
    game, text = hint.game, hint.game.text(language)
    moves: list[HintMove] = [
        {
            "move": game.move_codec.to_json(hint.observed, one.move),
            "words": game.move_codec.to_words(hint.observed, one.move, text),
            "win": round(one.win, DIGITS),
            "unsure": round(one.half_width, DIGITS),
            "points": round(one.points, DIGITS),
        }
        for one in hint.moves
    ]
    return moves, [game.move_codec.to_words(table, move, text) for table, move in hint.variation]


def score_sheet(game: Game, observed: Table, text: Text) -> list[SheetSeat]:
    """Each seat's points by source, as far as the observer may know them."""
    return [
        {
            "total": None if parts is None else sum(part.points for part in parts),
            "parts": None
            if parts is None
            else [{"name": p.name, "label": p.label, "points": p.points} for p in parts],
        }
        for parts in game.score_sheet.points_by_source(observed, text)
    ]
