"""Small helpers for asyncio that the store and the server share."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
ErrorHandler = Callable[[BaseException], None]

_orphans: set[asyncio.Task[Any]] = set()  # the event loop itself keeps only weak references


async def shielded(
    work: Coroutine[Any, Any, T] | asyncio.Task[T], on_orphan_error: ErrorHandler | None = None
) -> T:
    """Await `work`, which runs to its end even if the caller is cancelled.

    After a cancellation nobody awaits the result any more. `on_orphan_error` then receives the
    exception that `work` raises, if any.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        if not task.done():
            _orphans.add(task)
            task.add_done_callback(_orphans.discard)
        if on_orphan_error is not None:
            task.add_done_callback(lambda done: _report(done, on_orphan_error))
        raise


def _report(task: asyncio.Task[Any], handle: ErrorHandler) -> None:
    error = None if task.cancelled() else task.exception()
    if error is not None:
        handle(error)
