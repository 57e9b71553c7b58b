"""`shielded`: the work runs to its end, whether or not its caller is cancelled."""

import asyncio

import pytest

from menagerie.asyncio_tools import shielded


def test_the_result_and_the_error_reach_the_caller() -> None:
    async def work(number: int) -> int:
        await asyncio.sleep(0)
        return 10 // number

    errors: list[Exception] = []

    async def main() -> None:
        assert await shielded(work(5), errors.append) == 2
        with pytest.raises(ZeroDivisionError):
            await shielded(work(0), errors.append)

    asyncio.run(main())
    assert errors == []  # the caller saw it


@pytest.mark.parametrize("fails", [False, True])
def test_the_work_continues_after_its_caller_is_cancelled(fails: bool) -> None:
    ended: list[str] = []
    errors: list[Exception] = []

    async def work() -> None:
        await asyncio.sleep(0.01)
        ended.append("work")
        if fails:
            raise ValueError("late")

    async def main() -> None:
        caller = asyncio.create_task(shielded(work(), errors.append))
        await asyncio.sleep(0)
        caller.cancel()
        with pytest.raises(asyncio.CancelledError):
            await caller
        assert ended == []
        await asyncio.sleep(0.05)

    asyncio.run(main())
    assert ended == ["work"]
    assert [str(error) for error in errors] == ["late"] * fails


def test_cancelled_work_cancels_its_caller_and_is_not_an_error() -> None:
    errors: list[Exception] = []

    async def work() -> None:
        raise asyncio.CancelledError

    async def main() -> None:
        with pytest.raises(asyncio.CancelledError):
            await shielded(work(), errors.append)

    asyncio.run(main())
    assert errors == []
