"""Previews and hints, computed in the bots' thread pool and cached by what the seat observes."""

from menagerie.asyncio_tools import SingleFlightCache
from menagerie.game import Seat
from menagerie.server.background.thread_pool import FairThreadPool
from menagerie.server.errors import WrongState
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
        self, session: TableSession, seat: Seat, number: int, owner: str
    ) -> list[int | None]:
        """The seat's points right after each of its legal moves."""
        session.check_turn(seat, number)
        game, observed = session.observe(seat)
        return await self._previews.get(
            (session.row.id, seat, observed.raw),
            lambda: self.pool.run(
                "preview", owner, lambda: assistance.preview(game, observed, seat)
            ),
        )

    async def hint(self, session: TableSession, seat: Seat, number: int, owner: str) -> Hint:
        """What the coach would play."""
        session.check_turn(seat, number)
        if not session.row.settings["hints"]:
            raise WrongState("hints are switched off at this table")
        game, observed = session.observe(seat)
        hint = await self._hints.get(
            (session.row.id, seat, observed.raw),
            lambda: self.pool.run(
                "hint", owner, lambda: assistance.find_hint(game, observed, seat)
            ),
        )
        session.check_turn(seat, number)  # somebody may have moved in the meantime
        return hint
