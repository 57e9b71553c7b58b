"""The WebSocket servers that websocket_load.py compares, each with the same small application.

For each move, the server sends an update of 1.4 KB to both sockets of a pair.
"""

import resource
import sys
from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import orjson
import uvicorn
import uvloop
from websockets.asyncio.server import ServerConnection, serve

HOST, PORT, PING_INTERVAL_S = "127.0.0.1", 8765, 20.0
BOARD = [{"card": card, "owner": card % 2, "place": card * 37 % 101} for card in range(35)]
pairs: defaultdict[str, list[Any]] = defaultdict(list)  # in the server: sockets by path


def update_for(move: str | bytes) -> bytes:
    return orjson.dumps({"sent": orjson.loads(move)["sent"], "board": BOARD})


class AsgiApp:
    """The application of every ASGI server; sends without a task where the server offers that."""

    state = SimpleNamespace()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "websocket":
            raise NotImplementedError
        await receive()
        await send({"type": "websocket.accept"})
        offered = scope.get("extensions", {}).get("menagerie.send_nowait", {})
        pair = pairs[scope["path"]]
        pair.append((offered.get("send", lambda _update: False), send))
        while (message := await receive())["type"] == "websocket.receive":
            update = update_for(message["text"])
            for send_nowait, send_later in pair:
                if not send_nowait(update):
                    await send_later({"type": "websocket.send", "text": update.decode()})


app = AsgiApp()  # Granian imports it


def serve_uvicorn(http: Any = "h11", ws: Any = "websockets-sansio") -> None:
    uvicorn.run(
        app, host=HOST, port=PORT, http=http, ws=ws, loop="uvloop", log_config=None,
        ws_per_message_deflate=False, ws_ping_interval=PING_INTERVAL_S,
    )  # fmt: skip


def serve_hardened() -> None:
    from menagerie.server.access.connection_limits import ConnectionLimits
    from menagerie.server.transport.http_protocol import HardenedHttpProtocol
    from menagerie.server.transport.websocket_protocol import HardenedWebSocketProtocol

    app.state.connections = ConnectionLimits(1_000_000)
    serve_uvicorn(HardenedHttpProtocol, HardenedWebSocketProtocol)


def serve_websockets() -> None:
    async def handle(socket: ServerConnection) -> None:
        pair = pairs[socket.request.path if socket.request else ""]
        pair.append(socket)
        async for move in socket:
            update = update_for(move)
            for each in pair:
                await each.send(update, text=True)

    async def run() -> None:
        options: Any = {"compression": None, "ping_interval": PING_INTERVAL_S}
        async with serve(handle, HOST, PORT, **options) as server:
            await server.serve_forever()

    uvloop.run(run())


def serve_picows() -> None:
    picows = import_module("picows")

    def on_ws_frame(self: Any, _transport: Any, frame: Any) -> None:
        if frame.msg_type == picows.WSMsgType.TEXT:
            update = update_for(frame.get_payload_as_bytes())
            for each in self.pair:
                each.send(picows.WSMsgType.TEXT, update)

    def on_ws_connected(self: Any, transport: Any) -> None:
        self.pair = pairs[transport.request.path.decode()]
        self.pair.append(transport)

    methods = {"on_ws_frame": on_ws_frame, "on_ws_connected": on_ws_connected}
    listener: Any = type("Listener", (picows.WSListener,), methods)
    options = {"enable_auto_ping": True, "auto_ping_idle_timeout": PING_INTERVAL_S}

    async def run() -> None:
        server = await picows.ws_create_server(
            lambda _request: listener(), HOST, PORT, read_buffer_init_size=2048, **options
        )
        await server.serve_forever()

    uvloop.run(run())


def serve_granian() -> None:
    options = {"interface": "asginl", "loop": "uvloop", "log_enabled": False}
    import_module("granian").Granian(f"{Path(__file__).stem}:app", HOST, PORT, **options).serve()


def serve_hypercorn() -> None:
    config = import_module("hypercorn.config").Config()
    config.bind, config.websocket_ping_interval = [f"{HOST}:{PORT}"], PING_INTERVAL_S
    uvloop.run(import_module("hypercorn.asyncio").serve(app, config))


SERVERS: dict[str, Callable[[], None]] = {
    "hardened": serve_hardened, "uvicorn": serve_uvicorn, "websockets": serve_websockets,
    "picows": serve_picows, "granian": serve_granian, "hypercorn": serve_hypercorn,
}  # fmt: skip


if __name__ == "__main__":
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))
    SERVERS[sys.argv[1]]()
