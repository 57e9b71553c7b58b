"""FailFastLock: if the holder fails, the tasks waiting for the lock fail at once."""

import asyncio
from collections.abc import Awaitable

import pytest

from menagerie.asyncio_tools import FailFastLock
from menagerie.store import StoreError


class LockUsers:
    """Coroutines that share one lock; `done` lists those that acquired it."""

    def __init__(self) -> None:
        self.lock = FailFastLock(StoreError, "failed for somebody else")
        self.done: list[str] = []

    async def use(self, name: str, error: Exception | None = None) -> None:
        async with self.lock:
            await asyncio.sleep(0.01)
            self.done.append(name)
            if error is not None:
                raise error


async def _outcomes(*uses: Awaitable[None]) -> list[type]:
    return [type(result) for result in await asyncio.gather(*uses, return_exceptions=True)]


def test_waiters_fail_with_the_holder_if_the_database_fails() -> None:
    async def run() -> None:
        users = LockUsers()
        waiters = [users.use("waiter") for _ in range(5)]
        kinds = await _outcomes(users.use("first", StoreError("no answer")), *waiters)
        assert (kinds, users.done) == ([StoreError] * 6, ["first"])
        await users.use("later")  # a new caller tries again
        assert users.done == ["first", "later"]
        assert not users.lock.locked()

    asyncio.run(run())


@pytest.mark.parametrize("error", [None, ValueError("a mistake of theirs")])
def test_otherwise_waiters_acquire_the_lock_in_order(error: Exception | None) -> None:
    async def run() -> None:
        users = LockUsers()
        waiters = [users.use(name) for name in "bcd"]
        kinds = await _outcomes(users.use("a", error), *waiters)
        assert kinds == [type(error)] + [type(None)] * 3
        assert users.done == ["a", "b", "c", "d"]

    asyncio.run(run())


def test_a_cancelled_waiter_leaves_the_lock_to_others() -> None:
    async def run() -> None:
        users = LockUsers()
        async with users.lock:
            waiting = asyncio.create_task(users.use("waiter"))
            await asyncio.sleep(0.01)
            waiting.cancel()
            assert await _outcomes(waiting) == [asyncio.CancelledError]
        await users.use("later")
        assert users.done == ["later"]

    asyncio.run(run())
