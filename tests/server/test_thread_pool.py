"""The thread pool of bots and hints: priorities, and fair shares for each address."""

import asyncio
import threading

import pytest

from menagerie.server.background.thread_pool import FairThreadPool
from menagerie.server.errors import RateLimited


def test_bots_come_first_and_addresses_take_turns() -> None:
    done: list[str] = []

    async def run() -> None:
        pool = FairThreadPool(1)
        begin = threading.Event()
        jobs = [asyncio.create_task(pool.run("bot", "x", begin.wait))]
        await asyncio.sleep(0)
        wanted = [("hint", "a", "hint a"), ("preview", "a", "preview a")]
        wanted += [("bot", "a", f"bot a{number}") for number in range(3)]
        wanted += [("bot", "b", "bot b")]
        for kind, owner, name in wanted:
            work = lambda name=name: done.append(name)  # noqa: E731
            jobs.append(asyncio.create_task(pool.run(kind, owner, work)))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        begin.set()
        await asyncio.gather(*jobs)
        pool.close()

    asyncio.run(run())
    assert done == ["bot a0", "bot b", "bot a1", "bot a2", "preview a", "hint a"]


def test_an_address_gets_one_hint_at_a_time_and_few_may_wait() -> None:
    running: list[str] = []
    most: list[int] = []

    async def run() -> None:
        pool = FairThreadPool(4)
        enough = threading.Event()

        def think() -> None:
            running.append("a")
            most.append(len(running))
            enough.wait(5)
            running.remove("a")

        jobs = [asyncio.create_task(pool.run("hint", "a", think)) for _ in range(6)]
        await asyncio.sleep(0.05)
        with pytest.raises(RateLimited):
            await pool.run("hint", "a", think)
        enough.set()
        await asyncio.gather(*jobs)
        pool.close()

    asyncio.run(run())
    assert max(most) == 1
    assert len(most) == 6
