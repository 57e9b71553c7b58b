"""Caches of previews, hints, replays and reviews: a restored backup does not bring old answers."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from support.runs import compiled_only
from support.server.live_server import FAST_CONFIG, TIMEOUT_S

from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.server.history import archive
from menagerie.server.history.replay import replay_steps
from menagerie.server.schemas.requests import NewTable
from menagerie.server.services import Services
from menagerie.server.tables.log_replay import ReplayedLog
from menagerie.server.tables.session import TableSession
from menagerie.server.views import assistance
from menagerie.store import Store

pytestmark = compiled_only


@asynccontextmanager
async def one_table(folder: Path) -> AsyncIterator[tuple[Services, TableSession]]:
    """The services of a server, and a table for two in memory."""
    services = Services(await Store.open(f"sqlite:///{folder}/cached.db"), FAST_CONFIG)
    asked = NewTable(game="cubosaurs", players=2, name="Ada")
    yield services, await services.registry.create(asked, b"x" * 32, "192.0.2.1")
    await services.close()


def matches_with_other_previews() -> list[Match]:
    """Two deals with the same seat to move, but other previews of its moves."""
    found: dict[int | None, Match] = {}
    for seed in range(100):
        match = Match(Header.create("cubosaurs", 2, seed=str(seed)))
        turn = match.position.turn
        other = found.setdefault(turn, match)
        if previews_of(match) != previews_of(other):
            return [other, match]
    raise AssertionError("all previews are the same")


def previews_of(match: Match) -> list[int | None]:
    turn = match.position.turn or 0
    return assistance.preview(match.header.game, match.position.observe(turn), turn)


def finished_match(seed: str) -> Match:
    match, rng = Match(Header.create("cubosaurs", 2, seed=seed)), random.Random(seed)
    while (turn := match.position.turn) is not None:
        move = rng.choice(match.position.legal_moves).to_json()
        match.add(match.prepare(LogEntry("move", turn, move)))
    return match


def test_a_restored_table_gets_previews_of_its_own(tmp_path: Path) -> None:
    matches = matches_with_other_previews()

    async def ask() -> list[list[int | None]]:
        answers = []
        async with one_table(tmp_path) as (services, session):
            for match in matches:
                session.adopt(ReplayedLog(match))
                seat = match.position.turn or 0
                answers.append(await services.hints.preview(session, seat, 0, "192.0.2.1"))
        return answers

    assert asyncio.run(ask()) == [previews_of(match) for match in matches]


def test_a_restored_table_gets_hints_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = matches_with_other_previews()
    monkeypatch.setattr(assistance, "find_hint", lambda _game, observed, _seat: observed.raw)

    async def ask() -> list[Any]:
        answers: list[Any] = []
        async with one_table(tmp_path) as (services, session):
            for match in matches:
                session.adopt(ReplayedLog(match))
                seat = match.position.turn or 0
                answers.append(await services.hints.hint(session, seat, 0, "192.0.2.1"))
        return answers

    expected = [match.position.observe(match.position.turn or 0).raw for match in matches]
    assert asyncio.run(ask()) == expected


def test_a_restored_game_that_ends_differently_gets_its_own_replay_and_review(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [finished_match("a"), finished_match("b")]

    def review(_header: Header, entries: Sequence[LogEntry], _progress: object) -> dict[str, Any]:
        return {"en": {"done": True, "chances": [[len(entries), id(entries[0].move)]]}}

    monkeypatch.setattr(archive, "review", review)

    async def ask() -> list[tuple[bytes, Any]]:
        answers = []
        async with one_table(tmp_path) as (services, session):
            session.row = replace(session.row, state="over")
            for match in matches:
                session.adopt(ReplayedLog(match))
                end = time.monotonic() + TIMEOUT_S
                while not (found := services.archive.review(session, "en"))["done"]:
                    assert time.monotonic() < end
                    await asyncio.sleep(0.01)
                answers.append((await services.archive.replay(session, "en"), found))
        return answers

    assert asyncio.run(ask()) == [
        (
            orjson.dumps({"frames": replay_steps(match.header, match.entries, "en")}),
            review(match.header, match.entries, None)["en"],
        )
        for match in matches
    ]
