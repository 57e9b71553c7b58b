"""Two-player games at a live server, for tests of hints, score sheets, replays and reviews."""

import random
from typing import Any, Self

from support.server.live_server import Server, Socket, Visitor


class TwoPlayerGame:
    """Two players at one table, and their sockets."""

    def __init__(self, server: Server, game: str = "cubosaurs", **more: Any) -> None:
        self.people = [Visitor(server.address, name) for name in ("Ada", "Bob")]
        self.table = self.people[0].make_table(game, 2, **more)["id"]
        self.people[1].sit(self.table)
        self.sockets: list[Socket] = []
        self.undoable = 0  # times that an undo was possible

    def __enter__(self) -> Self:
        self.people[0].start(self.table)
        self.sockets = [person.connect(self.table) for person in self.people]
        self.sights = [socket.receive("welcome")["sight"] for socket in self.sockets]
        return self

    def __exit__(self, *_: object) -> None:
        for socket in self.sockets:
            socket.close()
        for person in self.people:
            person.http.close()

    @property
    def turn(self) -> int:
        return int(self.sights[0]["turn"])

    @property
    def number(self) -> int:
        return int(self.sights[0]["number"])

    @property
    def mover(self) -> Socket:
        return self.sockets[self.turn]

    @property
    def legal(self) -> list[Any]:
        return list(self.sights[self.turn]["legal"])

    def move(self, move: dict[str, Any]) -> None:
        self.mover.move(self.number, move)
        self._see()

    def undo(self) -> None:
        self.mover.send(type="undo", number=self.number)
        self._see()

    def _see(self) -> None:
        self.sights = [socket.receive("update")["sight"] for socket in self.sockets]

    def play(self, moves: int = 100_000, *, seed: int = 0, undoing: float = 0.0) -> None:
        """Play up to `moves` random moves and undos, or to the end."""
        rng = random.Random(seed)
        while moves and not self.sights[0]["over"]:
            moves -= 1
            may_undo = bool(undoing and self.sights[self.turn]["may_undo"])
            self.undoable += may_undo
            if may_undo and (self.undoable == 1 or rng.random() < undoing):
                self.undo()
            else:
                self.move(rng.choice(self.legal)["move"])
        if self.sights[0]["over"]:
            for socket in self.sockets:
                socket.receive("table")
