"""A table that is in use: its match, and who is around it."""

import asyncio
import contextlib
from collections import deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from menagerie import fairness
from menagerie.errors import BadInput
from menagerie.game import WATCHER
from menagerie.header import Header
from menagerie.match import Change, Line, Match, read_header
from menagerie.position import Position
from menagerie.server import sights, together
from menagerie.server.company import Company, Listener, WrongState
from menagerie.server.config import Config
from menagerie.server.describing import describe
from menagerie.server.dictation import Dictation
from menagerie.server.letters import Letters, write
from menagerie.server.logs import log
from menagerie.server.messages import Sight
from menagerie.server.seats import Seat
from menagerie.store import Conflict, Entry, Store, StoreError, TableRow

RECENT = 6  # lines that can be told again without replaying the game
By = Any  # "player", "bot" or "clock": who made a move


class Late(BadInput):
    """A move that answers to a view which is no longer the last one."""


class Due(NamedTuple):
    """A bot's next move, unless somebody moves before."""

    at: float
    number: int  # of the line
    level: str
    by: By


class Room(Company):
    def __init__(
        self,
        row: TableRow,
        seats: Iterable[Seat],
        store: Store,
        config: Config,
        dictation: Dictation,
    ) -> None:
        super().__init__(row, seats, config)
        self.store = store
        self.dictation = dictation
        self.match: Match | None = None
        self.refusal: str | None = None  # why the match cannot go on here
        self.by: list[By] = []
        self.recent: deque[Change] = deque(maxlen=RECENT)
        self.last_at = row.changed
        self.lock = asyncio.Lock()
        self.due: Due | None = None
        self.timer: asyncio.Task[None] | None = None  # until then

    @property
    def deadline(self) -> float | None:
        """When the clock of whoever is to move runs out."""
        return self._deadline(self.match.position, self.last_at) if self.match else None

    def _deadline(self, position: Position, since: float) -> float | None:
        limit = self.config.clocks[self.row.settings["clock"]]
        return None if limit is None or position.turn is None else since + limit

    def begin(self, header: dict[str, Any], entries: Iterable[Entry] = ()) -> None:
        """Take up the match where its log ends, or remember why that is not possible."""
        try:
            self.match = Match(read_header(header))
        except BadInput as error:
            self.refusal = str(error)
            return
        for entry in entries:
            try:
                self.take_up(entry)
            except BadInput as error:
                self.refusal = f"line {entry.number} of this game cannot be replayed: {error}"
                self.match = None
                return

    def take_up(self, entry: Entry) -> Change:
        """Carry out a line that is in the log."""
        change = self.playing.prepare(_line(entry))
        self._carry_out(change, entry)
        return change

    def _carry_out(self, change: Change, entry: Entry) -> None:
        self.playing.add(change)
        self.by.append(entry.data["by"])
        self.recent.append(change)
        self.last_at = entry.at

    @property
    def playing(self) -> Match:
        """The match, where there must be one."""
        if self.refusal is not None:
            raise WrongState(self.refusal)
        if self.match is None:
            raise WrongState("the game has not begun yet")
        return self.match

    async def play(self, seat: int, number: int, line: Line, by: By) -> None:
        """Write the next line, durably, then carry it out and tell everybody: see `finish`."""
        async with self.lock:
            match = self.playing
            if number > match.number:  # then they have seen more than we, at another server
                await together.catch_up(self)
            if number != match.number:
                raise Late(f"this answers to view {number}, but now there is {match.number}")
            change = match.prepare(line)
            entry = self._entry(change, seat, by)
            ordered = self._order(change, entry)
            try:
                await self.store.append(self.row.id, entry)
            except Conflict:
                await together.catch_up(self)
                raise Late("somebody else moved first, at another server") from None
            letters = await ordered if ordered is not None else None
            self._carry_out(change, entry)
            await self.close_if_over()
        self.tell(change, by, letters)

    def _order(self, change: Change, entry: Entry) -> asyncio.Future[Letters | None] | None:
        """Let the letters be written while the line is."""
        eyes = {(listener.seat, listener.language) for listener in self.listeners}
        deadline = self._deadline(change.position, entry.at)
        return self.dictation.order(change, entry.data["by"], deadline, eyes)

    def _entry(self, change: Change, seat: int, by: By) -> Entry:
        data: dict[str, Any] = {"by": by}
        if change.line.kind == "move":
            data["move"] = change.line.move
        return Entry(change.number, change.line.kind, seat, data, self.config.now())

    def was_played(self, number: int, line: Line) -> bool:
        """Whether this very line is in the log already, at that number."""
        lines = self.match.lines if self.match is not None else []
        return number < len(lines) and lines[number] == line

    async def close_if_over(self) -> None:
        """Write down that the game is over, if it is; the last line counts also without that."""
        over = self.match is not None and self.match.position.is_over()
        if not over or self.row.state != "playing":
            return
        try:
            with contextlib.suppress(Conflict):  # then somebody else wrote it
                await self.store.change_table(
                    self.row.id, expect_state="playing", at=self.config.now(), state="over"
                )
            self.row = await self.store.table(self.row.id)
        except StoreError as error:  # it is tried again when somebody comes or asks
            log.error("store", table=self.row.id, error=str(error))

    async def start(self) -> None:
        """Deal. From now on seats, options and words are fixed."""
        async with self.lock:
            await together.read(self)
            if self.row.state != "waiting":
                raise WrongState("the game has begun already")
            if free := self.players - len(self.seats):
                raise WrongState(f"{free} of the seats are still free")
            header = self._deal().to_json()
            now = self.config.now()
            await self.store.change_table(
                self.row.id, expect_state="waiting", at=now, state="playing", header=header
            )
            self.row = await self.store.table(self.row.id)
            self.last_at = self.row.changed
            self.begin(header)
        self.welcome_all()

    def _deal(self) -> Header:
        settings = self.row.settings
        return Header.create(
            self.row.game,
            self.players,
            seed=fairness.seed(self.row.secret, self.entropy),
            edition=settings["edition"],
            options=settings["options"],
        )

    def sight(self, seat: int, language: str) -> Sight | None:
        if self.match is None:
            return None
        return sights.sight(self.match, seat, language, self.deadline)

    def tell(self, change: Change, by: By, letters: Letters | None = None) -> None:
        """Send a line of the log to everybody; some letters may be written already."""
        made = letters or {}
        eyes = {(listener.seat, listener.language) for listener in self.listeners}
        made |= write(change, by, self.deadline, eyes - made.keys())
        for listener in list(self.listeners):
            listener.send_text(made[listener.seat, listener.language])
        if self.row.state == "over":
            self.tell_table()

    def welcome_all(self) -> None:
        for listener in list(self.listeners):
            listener.send(self.welcome(listener))

    def welcome(self, listener: Listener) -> dict[str, Any]:
        return {
            "type": "welcome",
            "seat": None if listener.seat == WATCHER else listener.seat,
            "table": describe(self),
            "sight": self.sight(listener.seat, listener.language),
            "now": self.config.now(),
        }

    def is_idle(self, before: float) -> bool:
        """Whether nobody is here, nothing is to happen, and that for long."""
        busy = self.listeners or self.timer is not None or self.lock.locked()
        return not busy and self.used_at < before

    def updates_since(self, since: int, seat: int, language: str) -> list[Any]:
        """The lines after that number once more, as a seat saw them."""
        found = []
        for change in self._changes_since(since):
            past = change.number + 1 < self.playing.number
            deadline = None if past else self.deadline
            telling = sights.Telling(change, self.by[change.number], deadline, past=past)
            found.append(telling.update(seat, language))
        return found

    def _changes_since(self, since: int) -> list[Change]:
        """The last few are at hand; for more the game is played again."""
        if self.recent and self.recent[0].number <= since:
            return [change for change in self.recent if change.number >= since]
        again = Match(self.playing.header)
        changes = []
        for line in self.playing.lines:
            changes.append(again.prepare(line))
            again.add(changes[-1])
        return changes[since:]


def _line(entry: Entry) -> Line:
    kind: Any = entry.kind
    return Line(kind, entry.seat, entry.data.get("move"))
