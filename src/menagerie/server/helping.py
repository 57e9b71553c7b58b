"""Help for a seat: what moves would bring, what the coach would play, what the score is made of.

All of it follows from what the seat observes. What is imagined behind that is imagined with keys
that everybody could know, so that an answer tells nothing of what really lies there.
"""

from dataclasses import dataclass

from menagerie.bots import coach
from menagerie.bots.search_bot import Budget
from menagerie.game import Game, Table, words_of
from menagerie.header import derive_key
from menagerie.kernel import copy
from menagerie.match import Match
from menagerie.server.company import WrongState
from menagerie.server.messages import AdvisedMove
from menagerie.server.recounting import SheetSeat
from menagerie.server.room import Late, Room
from menagerie.server.shelf import Shelf
from menagerie.server.thinking_pool import ThinkingPool
from menagerie.texts import Text

HINT = Budget(iterations=1_500, seconds=0.35)  # twice at most, where bots look less far
LINE = Budget(iterations=300, seconds=0.02)  # likewise, for each further move
SAMPLES = 12  # tables that could be there, with which a preview is tried
KEPT = 200  # answers, for those who ask again
DIGITS = 4


@dataclass(frozen=True)
class Advice:
    """What the coach found, not yet in words."""

    game: Game
    observed: Table
    moves: list[coach.Advice]
    line: list[tuple[Table, int]]


def preview(game: Game, observed: Table, seat: int) -> list[int | None]:
    """The seat's points right after each legal move; None where they are not certain."""
    worlds = [_imagine(game, observed, seat, number) for number in range(SAMPLES)]
    return [_points_after(game, worlds, seat, move) for move in game.legal(observed)]


def _imagine(game: Game, observed: Table, seat: int, number: int) -> Table:
    world = copy(observed)
    game.secrets.imagine(world, seat, words_of(derive_key(str(number), "preview")))
    return world


def _points_after(game: Game, worlds: list[Table], seat: int, move: int) -> int | None:
    """Where nothing comes out one world says it; else all of them must say the same."""
    found: set[int | None] = set()
    for world in worlds:
        after = copy(world)
        game.rules.apply(after, move)
        found.add(game.points(game.observe(after, seat))[seat])
        if not game.secrets.came_out(world, after):
            break
        if len(found) > 1:
            return None
    return found.pop() if len(found) == 1 else None


def think(game: Game, observed: Table, seat: int) -> Advice:
    """What the coach would play."""
    moves = coach.advise(game, observed, seat, HINT, "hint")
    line = coach.best_variation(game, observed, seat, moves[0].move, LINE, "hint")
    return Advice(game, observed, moves, line)


def in_words(advice: Advice, language: str) -> tuple[list[AdvisedMove], list[str]]:
    """The moves, the best first; and the line of the best one."""
    game, text = advice.game, advice.game.text(language)
    moves: list[AdvisedMove] = [
        {
            "move": game.move.to_json(advice.observed, one.move),
            "words": game.move.to_words(advice.observed, one.move, text),
            "win": round(one.win, DIGITS),
            "unsure": round(one.unsure, DIGITS),
            "points": round(one.points, DIGITS),
        }
        for one in advice.moves
    ]
    return moves, [game.move.to_words(table, move, text) for table, move in advice.line]


def open_up(game: Game, observed: Table, text: Text) -> list[SheetSeat]:
    """The score as it stands, seat by seat."""
    return [
        {
            "total": None if parts is None else sum(part.points for part in parts),
            "parts": None
            if parts is None
            else [{"name": p.name, "label": p.label, "points": p.points} for p in parts],
        }
        for parts in game.scorer.open_up(observed, text)
    ]


class Helper:
    """Thinks for people where bots think, once for each view however often it is asked."""

    def __init__(self, pool: ThinkingPool) -> None:
        self.pool = pool
        self._previews: Shelf[list[int | None]] = Shelf(KEPT)
        self._hints: Shelf[Advice] = Shelf(KEPT)

    async def preview(self, room: Room, seat: int, number: int, owner: str) -> list[int | None]:
        match = _check_turn(room, seat, number)
        game, observed = match.header.game, match.position.observe(seat)
        return await self._previews.get(
            (room.row.id, number, seat),
            lambda: self.pool.run("preview", owner, lambda: preview(game, observed, seat)),
        )

    async def hint(self, room: Room, seat: int, number: int, owner: str) -> Advice:
        match = _check_turn(room, seat, number)
        if not room.row.settings["hints"]:
            raise WrongState("at this table no hints are given")
        game, observed = match.header.game, match.position.observe(seat)
        advice = await self._hints.get(
            (room.row.id, number, seat),
            lambda: self.pool.run("hint", owner, lambda: think(game, observed, seat)),
        )
        _check_turn(room, seat, number)  # somebody may have moved while it was thinking
        return advice


def _check_turn(room: Room, seat: int, number: int) -> Match:
    """The match, if this is its view and the seat is to decide."""
    match = room.playing
    if number != match.number:
        raise Late(f"this asks about view {number}, but now there is {match.number}")
    if match.position.turn != seat:
        raise WrongState("it is not your turn")
    return match
