"""Games played in the background while a test attacks other tables."""

import random
import threading
from collections.abc import Callable
from typing import Any, Self

from support.server.live_server import Socket, Visitor

from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match


def play_out(
    sockets: list[Socket], rng: random.Random, on_move: Callable[[], None] = lambda: None
) -> list[dict[str, Any]]:
    """Play at random to the end; return the last view of each socket."""
    sights = [socket.receive("welcome")["sight"] for socket in sockets]
    while not sights[0]["over"]:
        turn = sights[0]["turn"]
        move = rng.choice(sights[turn]["legal"])["move"]
        sockets[turn].move(sights[turn]["number"], move)
        sights = [socket.receive("update")["sight"] for socket in sockets]
        on_move()
    return sights


def play_a_game(
    ada: Visitor,
    bob: Visitor,
    seed: int = 1,
    on_move: Callable[[], None] = lambda: None,
    **more: Any,
) -> None:
    """Play a whole game from creating the table to its log, which must match what was seen."""
    table = ada.make_table(**more)["id"]
    bob.sit(table)
    ada.start(table)
    with ada.connect(table) as one, bob.connect(table, "it") as two:
        last, _ = play_out([one, two], random.Random(seed), on_move)
    log = ada.ask("get", f"/api/tables/{table}/log")
    lines = [LogEntry(line["kind"], line["seat"], line["move"]) for line in log["lines"]]
    match = Match(Header.from_json(log["header"]), lines)
    assert match.number == last["number"]
    assert match.position.winners() == last["winners"]
    assert [line["by"] for line in log["lines"]] == ["player"] * match.number


class BackgroundGames:
    """Plays games one after another in a thread; on exit, finishes the last one and joins."""

    def __init__(self, address: str) -> None:
        self.cleo, self.dan = Visitor(address, "Cleo"), Visitor(address, "Dan")
        self.stopping = threading.Event()
        self.played = self.moves = 0
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._play)

    def _play(self) -> None:
        try:
            while not self.stopping.is_set():
                play_a_game(self.cleo, self.dan, self.played, self._count, options={"rounds": 1})
                self.played += 1
        except BaseException as error:  # noqa: BLE001 - raised again in __exit__
            self.error = error

    def _count(self) -> None:
        self.moves += 1

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stopping.set()
        self.thread.join()
        for visitor in (self.cleo, self.dan):
            visitor.http.close()
        if self.error is not None:
            raise self.error
        assert self.played
