"""Players that play at random, reconnect after any failure, and record all updates."""

import asyncio
import json
import random
import secrets
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

CONNECTION_ERRORS = (OSError, EOFError, TimeoutError, WebSocketException, httpx.TransportError)
MAX_THINKING_S = 0.05  # before a move
RECONNECT_DELAY_S = 0.05  # plus or minus half
NotedEntry = tuple[str, int, dict[str, Any]]  # kind, seat, move


@dataclass
class PersistentPlayer:
    """A player at a seat."""

    address: str
    server_up: asyncio.Event  # cleared during a restart: no connection attempts then
    table: str
    seat: int
    token: str
    rng: random.Random
    noted: dict[int, NotedEntry] = field(default_factory=dict)  # received updates, by number
    asked: dict[int, dict[str, Any]] = field(default_factory=dict)  # sent messages, by number
    accepted: set[int] = field(default_factory=set)  # resent and acknowledged
    number: int = 0  # of the next update
    sight: dict[str, Any] = field(default_factory=dict)
    unanswered: dict[str, Any] | None = None
    resent: int = 0

    @property
    def over(self) -> bool:
        return bool(self.sight.get("over")) and self.number == self.sight["number"]

    async def play(self) -> None:
        """Play until the game is over, across restarts of the server."""
        while not self.over:
            await self.server_up.wait()
            try:
                async with self.connect() as socket:
                    await self._play_session(socket)
            except CONNECTION_ERRORS:
                await asyncio.sleep(RECONNECT_DELAY_S * self.rng.uniform(0.5, 1.5))

    def connect(self) -> connect:
        url = f"ws://{self.address}/api/tables/{self.table}/socket"
        headers = {"Authorization": f"Bearer {self.token}"}
        return connect(url, additional_headers=headers, proxy=None)

    async def _play_session(self, socket: ClientConnection) -> None:
        self._on_welcome(json.loads(await socket.recv()))
        await send(socket, {"type": "again", "since": self.number})
        if self.unanswered is not None:
            self.resent += 1
            await send(socket, self.unanswered)
        while not self.over:
            await self._move_if_due(socket)
            self._receive(json.loads(await socket.recv()))

    async def _move_if_due(self, socket: ClientConnection) -> None:
        if self.sight["legal"] and self.unanswered is None:
            await asyncio.sleep(self.rng.uniform(0, MAX_THINKING_S))
            await self._ask(socket, self._choose())

    async def _ask(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        self.unanswered = self.asked[message["number"]] = message
        await send(socket, message)

    def _on_welcome(self, welcome: dict[str, Any]) -> None:
        assert (welcome["type"], welcome["seat"]) == ("welcome", self.seat)
        assert welcome["sight"]["number"] >= self.number, "the server has forgotten a move"
        self.sight = welcome["sight"]

    def _choose(self) -> dict[str, Any]:
        number = self.sight["number"]
        if self.sight["may_undo"] and self.rng.random() < 0.2:
            return {"type": "undo", "number": number}
        move = self.rng.choice(self.sight["legal"])["move"]
        return {"type": "move", "number": number, "move": move}

    def _receive(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "update":
                self._note(message["events"][0], message["sight"])
            case "accepted":
                number = message["number"] - 1
                assert number in self.asked
                self.accepted.add(number)
                self._mark_answered(number)
            case "table":
                pass
            case _:
                raise AssertionError(message)

    def _note(self, event: dict[str, Any], sight: dict[str, Any]) -> None:
        number = sight["number"] - 1
        entry = (event["kind"], event["seat"], event["move"])
        assert self.noted.setdefault(number, entry) == entry, "a log entry has changed"
        while self.number in self.noted:
            self.number += 1
        self._mark_answered(number)
        if sight["number"] > self.sight["number"]:
            self.sight = sight

    def _mark_answered(self, number: int) -> None:
        if self.unanswered is not None and self.unanswered["number"] == number:
            self.unanswered = None


async def send(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(json.dumps(message))


async def start_game(
    http: httpx.AsyncClient, server_up: asyncio.Event, game: str, rng: random.Random
) -> list[PersistentPlayer]:
    """Create a table, seat two players, and start the game."""
    tokens = [secrets.token_urlsafe(16) for _ in range(2)]

    async def ask(path: str, token: str, data: object = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"}
        answer = await http.post(f"/api/tables{path}", json=data, headers=headers)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    asked = {"game": game, "players": 2, "name": "Ada"}
    table = (await ask("", tokens[0], asked))["table"]["id"]
    await ask(f"/{table}/seats", tokens[1], {"name": "Bob"})
    await ask(f"/{table}/start", tokens[0])
    return [
        PersistentPlayer(
            http.base_url.netloc.decode(),
            server_up,
            table,
            seat,
            token,
            random.Random(rng.random()),
        )
        for seat, token in enumerate(tokens)
    ]
