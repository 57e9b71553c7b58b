"""Random games checked by an independent referee."""

from collections.abc import Callable
from typing import Any, Protocol

from support.random_games import play

from menagerie import Position, jsontext
from menagerie.header import Header

State = Callable[[Position], dict[str, Any]]


class Referee(Protocol):
    """Judges positions and moves by their JSON documents alone."""

    def check_start(self, position: dict[str, Any]) -> None: ...
    def check_step(
        self, before: dict[str, Any], move: dict[str, Any], after: dict[str, Any]
    ) -> None: ...
    def legal(self, position: dict[str, Any]) -> list[dict[str, Any]]: ...
    def points(self, position: dict[str, Any]) -> list[int]: ...
    def winners(self, position: dict[str, Any]) -> list[int]: ...


def judge_position(referee: Referee, position: Position, there: dict[str, Any]) -> None:
    """Compare the legal moves, the points and the winners."""
    legal = sorted(jsontext.canonical(move.to_json()) for move in position.legal_moves)
    assert legal == sorted(jsontext.canonical(move) for move in referee.legal(there))
    assert position.scores() == referee.points(there)
    if position.is_over():
        assert position.winners() == referee.winners(there)


def judge_game(referee: Referee, header: Header, seed: int, state: State, every: int = 1) -> None:
    """Check a whole random game; compare all legal moves at every n-th position."""
    before = None
    for position in play(header, seed, eager=0.5):
        after = state(position)
        if before is None:
            referee.check_start(after)
        else:
            referee.check_step(before, position.moves[-1].to_json(), after)
        if position.step % every == 0 or position.is_over():
            judge_position(referee, position, after)
        before = after


def judge_moves(
    referee: Referee, position: Position, state: State, choose: Callable[[Any], Any], count: int
) -> None:
    """Play and check some moves from a position on."""
    for _ in range(count):
        before = state(position)
        judge_position(referee, position, before)
        if position.is_over():
            return
        move = position.push(choose(position.legal_moves))
        referee.check_step(before, move.to_json(), state(position))
