"""A socket as uvicorn serves it, with less to keep in memory: most of them just wait."""

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol


class Inbox:
    """What asyncio's queue does for one reader, in a tenth of the room."""

    __slots__ = ("_items", "_wake")

    def __init__(self) -> None:
        self._items: list[Any] = []
        self._wake: asyncio.Future[None] | None = None

    def put_nowait(self, item: Any) -> None:
        self._items.append(item)
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)

    def empty(self) -> bool:
        return not self._items

    async def get(self) -> Any:
        while not self._items:
            self._wake = asyncio.get_running_loop().create_future()
            try:
                await self._wake
            finally:
                self._wake = None
        return self._items.pop(0)


class LightSocket(WebSocketsSansIOProtocol):
    """Once a socket is open, nobody needs the request that opened it."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue = Inbox()  # type: ignore[assignment]

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":
            del self.request, self.response
            self.scope["headers"] = []
