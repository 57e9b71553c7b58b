"""Creating tables: join codes that are taken, and two servers that create the same rematch."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from support.runs import compiled_only
from support.server.live_server import FAST_CONFIG, Visitor

from menagerie.server.schemas.requests import NewTable
from menagerie.server.services import Services
from menagerie.server.tables import registry
from menagerie.server.tables.session import TableSession
from menagerie.store import Missing, SeatRow, Store, TableRow

pytestmark = compiled_only


def test_if_no_free_code_is_found_the_client_may_try_again(
    ada: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as unlucky:
        unlucky.setattr(registry, "new_code", lambda: "BBBBBB")
        assert ada.make_table()["code"] == "BBBBBB"
        asked = {"game": "cubosaurs", "players": 2, "name": "Ada"}
        refusal = ada.ask("post", "/api/tables", 503, asked)
    assert refusal == {"error": "no free join code was found; try again"}
    ada.make_table()


async def finished_table(services: Services) -> TableSession:
    """A table whose game is over."""
    asked = NewTable(game="cubosaurs", players=2, name="Ada", bots={"1": "easy"})
    session = await services.registry.create(asked, b"x" * 32, "192.0.2.1")
    await session.start()
    await services.store.change_table(
        session.row.id, expect_state="playing", at=1.0, state="over", code=None
    )
    session.row = await services.store.table(session.row.id)
    return session


def test_a_rematch_that_another_server_created_first_is_a_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other server creates it between the check and the insertion."""

    async def race() -> tuple[str, str, int]:
        config = replace(FAST_CONFIG, bot_pause_s=1000.0)
        url = f"sqlite:///{tmp_path}/race.db"
        one, two = [Services(await Store.open(url), config) for _ in range(2)]
        session = await finished_table(one)
        table, add_table = one.store.table, one.store.add_table
        created: list[str] = []
        attempts = 0

        async def miss_the_rematch(table_id: str) -> TableRow:
            if table_id == session.row.id or created:
                return await table(table_id)
            there = await two.registry.rematch(await two.registry.get(session.row.id))
            created.append(there.row.id)
            raise Missing(table_id)

        async def count_attempts(row: TableRow, seats: list[SeatRow]) -> None:
            nonlocal attempts
            attempts += 1
            await add_table(row, seats)

        monkeypatch.setattr(one.store, "table", miss_the_rematch)
        monkeypatch.setattr(one.store, "add_table", count_attempts)
        here = await one.registry.rematch(session)
        await one.close()
        await two.close()
        return here.row.id, created[0], attempts

    here, there, attempts = asyncio.run(race())
    assert here == there
    assert attempts == 1
