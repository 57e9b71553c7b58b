"""Previews and hints, computed in the bots' thread pool and cached by view."""

from menagerie.asyncio_tools import SingleFlightCache
from menagerie.match import Match
from menagerie.server.background.thread_pool import FairThreadPool
from menagerie.server.errors import StaleRequest, WrongState
from menagerie.server.tables.session import TableSession
from menagerie.server.views import assistance
from menagerie.server.views.assistance import Hint

MAX_CACHED = 200  # answers, for clients that ask again


class HintService:
    """Computes each preview and each hint once, however often it is asked for."""

    def __init__(self, pool: FairThreadPool) -> None:
        self.pool = pool
        self._previews: SingleFlightCache[list[int | None]] = SingleFlightCache(MAX_CACHED)
        self._hints: SingleFlightCache[Hint] = SingleFlightCache(MAX_CACHED)

    async def preview(
        self, session: TableSession, seat: int, number: int, owner: str
    ) -> list[int | None]:
        """The seat's points right after each of its legal moves."""
        match = _check_turn(session, seat, number)
        game, observed = match.header.game, match.position.observe(seat)
        return await self._previews.get(
            (session.row.id, number, seat),
            lambda: self.pool.run(
                "preview", owner, lambda: assistance.preview(game, observed, seat)
            ),
        )

    async def hint(self, session: TableSession, seat: int, number: int, owner: str) -> Hint:
        """What the coach would play."""
        match = _check_turn(session, seat, number)
        if not session.row.settings["hints"]:
            raise WrongState("at this table no hints are given")
        game, observed = match.header.game, match.position.observe(seat)
        hint = await self._hints.get(
            (session.row.id, number, seat),
            lambda: self.pool.run(
                "hint", owner, lambda: assistance.find_hint(game, observed, seat)
            ),
        )
        _check_turn(session, seat, number)  # somebody may have moved meanwhile
        return hint


def _check_turn(session: TableSession, seat: int, number: int) -> Match:
    """The match, if this is its latest view and the seat is to decide."""
    match = session.playing
    if number != match.number:
        raise StaleRequest(f"this asks about view {number}, but now there is {match.number}")
    if match.position.turn != seat:
        raise WrongState("it is not your turn")
    return match
