"""What was begun comes to its end, whoever waits for it."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from menagerie.errors import BadInput
from menagerie.server.ops.logs import log


async def finish(doing: Coroutine[Any, Any, None]) -> None:
    """Do something to its end, even if whoever asked for it is gone before."""
    task = asyncio.ensure_future(doing)
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        task.add_done_callback(_note)
        raise


def _note(task: asyncio.Task[None]) -> None:
    """How something ended that nobody waits for any more; being too late is no news."""
    error = None if task.cancelled() else task.exception()
    if isinstance(error, Exception) and not isinstance(error, BadInput):
        log.fault("play", error)
