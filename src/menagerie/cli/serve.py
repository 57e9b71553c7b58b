"""Running the server, and copying what it keeps."""

import asyncio
import gc
import os
import socket
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer
import uvicorn
from platformdirs import user_data_path

from menagerie import bots, discovery
from menagerie.errors import BadInput
from menagerie.header import Header
from menagerie.jsontext import shorten
from menagerie.position import Position
from menagerie.server import logs
from menagerie.server.app import create_app
from menagerie.server.config import Config, Limits
from menagerie.server.light import LightSocket
from menagerie.store import Store, StoreError

VARIABLE = "MENAGERIE_DATABASE"
GOODBYE = 10  # seconds that sockets have to close
GARBAGE = (5_000, 20, 100)  # a full search, which takes long with many tables, is rare
SWITCH = 0.001  # seconds until a thread that wants to go on may: the one that writes to SQLite


def serve(
    host: str,
    port: int,
    database: str | None,
    prefix: str,
    origins: tuple[str, ...],
    proxy: str,
    limits: Sequence[str] = (),
) -> None:
    """Listen until somebody stops it."""
    if port not in range(65_536):
        raise BadInput(f"a port is a number from 0 to 65535, not {port}")
    config = Config(
        database=database or default_database(),
        prefix=check_prefix(prefix),
        origins=origins,
        limits=read_limits(limits),
    )
    asyncio.run(_try(config.database))
    listener = _listen(host, port)
    _warm_up()
    _spare_pauses()
    logs.set_up()
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}{config.prefix}/"
    print(f"Menagerie is at {address}", file=sys.stderr, flush=True)  # noqa: T201
    server = uvicorn.Server(
        uvicorn.Config(
            create_app(config),
            log_config=None,
            access_log=False,
            ws=LightSocket,
            ws_max_size=config.limits.message,
            ws_max_queue=16,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=GOODBYE,
            forwarded_allow_ips=proxy,
            h11_max_incomplete_event_size=16 * 1024,
        )
    )
    server.run(sockets=[listener])


def default_database() -> str:
    """One file, where programs keep what belongs to a user."""
    if url := os.environ.get(VARIABLE):
        return url
    folder = user_data_path("menagerie", ensure_exists=True)
    return f"sqlite:///{folder / 'menagerie.db'}"


def check_prefix(prefix: str) -> str:
    """A path such as /games/menagerie, without a slash at its end."""
    trimmed = prefix.rstrip("/")
    if trimmed and (not trimmed.startswith("/") or not trimmed.isprintable() or "//" in trimmed):
        raise BadInput(f"a prefix is a path such as /menagerie, not {prefix}")
    return trimmed


def read_limits(given: Sequence[str]) -> Limits:
    """Limits such as sockets=500; all others stay as they are."""
    usual = asdict(Limits())
    chosen: dict[str, Any] = {}
    for limit in given:
        name, _, value = limit.partition("=")
        if name not in usual:
            raise BadInput(f"there is no limit {shorten(name)}; there are: {', '.join(usual)}")
        if not (value.isascii() and value.isdigit() and int(value) > 0):
            raise BadInput(f"limit {name} must be a whole number above 0, not {shorten(value)}")
        chosen[name] = int(value)
    return Limits(**chosen)


async def _try(database: str) -> None:
    """Whatever is wrong with the database is said before anything else begins."""
    store = await Store.open(database)
    await store.close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise BadInput(f"{host}, port {port}, cannot be used: {error.strerror}") from None
    return listener


def _warm_up() -> None:
    """Compile whatever a table may need, before people come."""
    for name in discovery.names():
        position = Position(Header.create(name, seed="warm"))
        for level in ("easy", "random"):
            bots.choice(position, bots.create(level, position.game, bytes(16)))


def _spare_pauses() -> None:
    """Let nobody wait while Python looks for garbage, or for a thread that does not let go."""
    gc.collect()
    gc.freeze()  # the compiler's things stay anyway
    gc.set_threshold(*GARBAGE)
    sys.setswitchinterval(SWITCH)


def backup(file: str, database: str | None) -> None:
    """A copy that is whole, whatever is being written meanwhile."""
    asyncio.run(_backup(Path(file), database or default_database()))
    typer.echo(f"{file} is a copy of the database")


async def _backup(file: Path, database: str) -> None:
    store = await Store.open(database)
    try:
        await store.backup(file)
    except StoreError as error:
        raise BadInput(f"{file} could not be written: {error}") from None
    finally:
        await store.close()
