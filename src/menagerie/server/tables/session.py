"""A table that is in use: its match, and who is around it."""

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from menagerie import fairness
from menagerie.errors import BadInput
from menagerie.game import WATCHER
from menagerie.header import Header
from menagerie.match import Change, Line, Match
from menagerie.position import Position
from menagerie.server.config import Config
from menagerie.server.ops.logs import log
from menagerie.server.schemas.messages import Sight
from menagerie.server.tables import remote_changes
from menagerie.server.tables.audience import Company, Listener, WrongState
from menagerie.server.tables.lock import RoomLock
from menagerie.server.tables.log_replay import By, Replayed, line_of, replay
from menagerie.server.tables.seats import Seat
from menagerie.server.views import seat_view
from menagerie.server.views.rendering.client import Dictation
from menagerie.server.views.rendering.updates import Letters, write
from menagerie.server.views.table_info import describe
from menagerie.store import Conflict, Entry, Missing, Store, StoreError, TableRow


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
        self.match: Match | None
        self.refusal: str | None  # why the match cannot go on here
        self.adopt(Replayed())
        self.lock = RoomLock()
        self.due: Due | None = None
        self.timer: asyncio.Task[None] | None = None  # until then

    @property
    def deadline(self) -> float | None:
        """When the clock of whoever is to move runs out."""
        return self._deadline(self.match.position, self.last_at) if self.match else None

    def _deadline(self, position: Position, since: float) -> float | None:
        limit = self.config.clocks[self.row.settings["clock"]]
        return None if limit is None or position.turn is None else since + limit

    def adopt(self, replayed: Replayed) -> None:
        """Take up the match where its log ends, or remember why that is not possible."""
        self.match, self.refusal = replayed.match, replayed.refusal
        self.by, self.recent = replayed.by, replayed.recent
        last_at = self.row.changed if replayed.last_at is None else replayed.last_at
        self.last_at = self._plausible(last_at)
        self.time_up_at: int | None = None  # the number of the line that a clock ran out for

    def _plausible(self, at: float) -> float:
        """When the last line was written, also if a clock that was wrong says "in the future".

        Then the clock of whoever is to move began when the table was first loaded since; `due`
        tells of that when it is loaded again.
        """
        now, due = self.config.now(), self.row.due
        if at <= now:
            return at
        limit = self.config.clocks[self.row.settings["clock"]]
        return now if limit is None or due is None or due <= limit else min(now, due - limit)

    def correct_times(self) -> None:
        """Nothing has happened in the future: if it seems so, the system clock was set back."""
        now = self.config.now()
        self.last_at, self.used_at = min(self.last_at, now), min(self.used_at, now)
        for seat in self.seats.values():
            seat.away_since = min(seat.away_since, now)

    def take_up(self, entry: Entry) -> Change:
        """Carry out a line that is in the log."""
        change = self.playing.prepare(line_of(entry), recorded=True)
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
            # They have seen more than we, at another server; or the deal may have been lost.
            if number > match.number or number == 0:
                await remote_changes.catch_up(self)
                match = self.playing
            if number != match.number:
                raise Late(f"this answers to view {number}, but now there is {match.number}")
            if by == "player" and number == self.time_up_at:
                raise Late("the time is up; a bot makes this move")
            change = match.prepare(line)
            await self._mark_due()
            entry = self._entry(change, seat, by)
            ordered = self._order(change, entry)
            try:
                await self.store.append(self.row.id, entry)
            except (Conflict, Missing):
                await remote_changes.catch_up(self)
                if self.was_played(number, line):
                    return  # by an attempt before, of which nobody knew whether it was written
                raise Late("somebody else moved first, or the table was restored") from None
            letters = await ordered if ordered is not None else None
            self._carry_out(change, entry)
            await self.close_if_over()
        self.tell(change, by, letters)

    async def _mark_due(self) -> None:
        """Let a server that starts anew look at this table at once: it may be a bot's turn then.

        Written once for each time that the table is loaded, before the first move.
        """
        now = self.config.now()
        if self.has_bots and (self.row.due is None or self.row.due > now):
            await self._set_due(now)

    async def note_due(self) -> None:
        """Before the table leaves memory: when it must be looked at again, if at all."""
        due = None if self.due is None else self.due.at
        if self.row.state == "playing" and self.match is not None and due != self.row.due:
            await self._set_due(due)

    async def _set_due(self, due: float | None) -> None:
        await self.store.set_due(self.row.id, due)
        self.row = replace(self.row, due=due)

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
                    self.row.id,
                    expect_state="playing",
                    at=self.config.now(),
                    state="over",
                    code=None,  # for another table
                )
            self.row = await self.store.table(self.row.id)
        except StoreError as error:  # it is tried again when somebody comes or asks
            log.error("store", table=self.row.id, error=str(error))

    async def start(self) -> None:
        """Deal. From now on seats, options and words are fixed."""
        async with self.lock:
            await remote_changes.read(self)
            if self.row.state != "waiting":
                raise WrongState("the game has begun already")
            if free := self.players - len(self.seats):
                raise WrongState(f"{free} of the seats are still free")
            header = self._deal().to_json()
            now = self.config.now()
            await self.store.change_table(
                self.row.id,
                expect_state="waiting",
                at=now,
                state="playing",
                header=header,
                due=self._first_due(now),
            )
            self.row = await self.store.table(self.row.id)
            self.adopt(replay(header, ()))
        self.welcome_all()

    def _first_due(self, now: float) -> float | None:
        if self.has_bots:
            return now
        limit = self.config.clocks[self.row.settings["clock"]]
        return None if limit is None else now + limit

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
        return seat_view.sight(self.match, seat, language, self.deadline)

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
            if self.refusal is not None:
                listener.refuse("state", self.refusal)

    def welcome(self, listener: Listener) -> dict[str, Any]:
        return {
            "type": "welcome",
            "seat": None if listener.seat == WATCHER else listener.seat,
            "table": describe(self),
            "sight": self.sight(listener.seat, listener.language),
            "now": self.config.now(),
        }

    def is_idle(self, before: float, soon: float) -> bool:
        """Whether nobody has been here since `before`, and nothing is due until `soon`."""
        awaited = self.due is not None and self.due.at < soon
        return not self.listeners and not awaited and self.used_at < before

    def updates_since(self, since: int, seat: int, language: str) -> list[Any] | None:
        """The lines after that number once more, as a seat saw them; None if not at hand."""
        if not self.recent or since < self.recent[0].number or since > self.playing.number:
            return None
        found = []
        for change in self.recent:
            if change.number < since:
                continue
            past = change.number + 1 < self.playing.number
            deadline = None if past else self.deadline
            telling = seat_view.Telling(change, self.by[change.number], deadline, past=past)
            found.append(telling.update(seat, language))
        return found
