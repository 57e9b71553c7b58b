"""A TCP proxy that simulates a cut network: it forwards nothing and closes nothing."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

CHUNK = 65_536
KEEPALIVE_S = 25.0  # until PostgreSQL drops a dead connection, as our session settings ask it to


class Proxy:
    """Between a store and the socket of a PostgreSQL server."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._is_cut = False
        self._cuts = 0
        self._silent = 0  # connections of which bytes were dropped since the last cut
        self._writers: set[asyncio.StreamWriter] = set()
        self._servers: set[asyncio.StreamWriter] = set()  # connections to PostgreSQL
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0

    def cut(self) -> None:
        """Drop all bytes from now on, also those of new connections.

        Only much later does PostgreSQL detect by its keepalives that a connection is gone.
        """
        self._is_cut = True
        self._cuts += 1
        self._silent = 0
        for server in self._servers:
            asyncio.get_running_loop().call_later(KEEPALIVE_S, server.transport.abort)
        self._servers.clear()

    def heal(self) -> None:
        """Let new connections work. Those from before the cut stay silent."""
        self._is_cut = False

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        if self._is_cut:
            self._silent += 1
            await _read_all(reader)
            return
        answers, server = await asyncio.open_unix_connection(str(self._target))
        self._writers.add(server)
        self._servers.add(server)
        for source, sink in ((reader, server), (answers, writer)):
            task = asyncio.create_task(self._forward(source, sink, self._cuts))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _forward(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, cuts: int
    ) -> None:
        """Forward until the network is cut; then never again, even once it is healed."""
        data = b""
        with contextlib.suppress(ConnectionError):
            while (data := await source.read(CHUNK)) and cuts == self._cuts:
                sink.write(data)
        if cuts == self._cuts:
            self._servers.discard(sink)
            sink.close()
        else:
            self._silent += bool(data)
            with contextlib.suppress(ConnectionError):
                await _read_all(source)

    async def until_silent(self, connections: int = 1) -> None:
        """Wait until so many connections hang: something was sent on them after the cut."""
        while self._silent < connections:  # noqa: ASYNC110 - a test may poll
            await asyncio.sleep(0.01)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for writer in self._writers:
            writer.transport.abort()
        await asyncio.sleep(0)


async def _read_all(source: asyncio.StreamReader) -> None:
    """Read and drop everything."""
    while await source.read(CHUNK):
        pass


@contextlib.asynccontextmanager
async def new_proxy(target: Path) -> AsyncIterator[Proxy]:
    proxy = Proxy(target)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await proxy.close()
