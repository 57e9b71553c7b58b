"""`menagerie serve` and `menagerie backup`: options, checks, and the start of the server."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import get_type_hints

import typer
from platformdirs import user_data_path

from menagerie import store
from menagerie.errors import BadInput
from menagerie.file_limit import raise_file_limit
from menagerie.jsontext import Json, abbreviate_json
from menagerie.server import run
from menagerie.server.config import Config, Limits
from menagerie.server.ops import logs
from menagerie.server.ops.warm_up import warm_up
from menagerie.version import VERSION

DATABASE_VARIABLE = "MENAGERIE_DATABASE"
SHUTDOWN_TIMEOUT_S = 10  # for WebSockets to close
MAX_LIMIT = 10**9
BACKLOG = 2048  # connections that the kernel queues while the rules are compiled


def serve(host: str, port: int, proxy: str, log_level: str, config: Config) -> None:
    """Run the server until it is stopped."""
    if port not in range(65_536):
        raise BadInput(f"the port must be from 0 to 65535, not {port}")
    if log_level not in logs.LEVELS:
        levels = ", ".join(logs.LEVELS)
        raise BadInput(f"there is no log level {abbreviate_json(log_level)}; there are: {levels}")
    raise_file_limit()
    asyncio.run(_check_database(config.database))
    listener = _listen(host, port)
    signal.signal(signal.SIGTERM, _exit)
    warm_up()
    run.tune_runtime()
    logs.set_up(log_level)
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{listener.getsockname()[1]}{config.prefix}/"
    print(f"Menagerie is at {address}", file=sys.stderr, flush=True)  # noqa: T201 - the command line prints
    server = _Server(
        run.uvicorn_config(
            config, timeout_graceful_shutdown=SHUTDOWN_TIMEOUT_S, forwarded_allow_ips=proxy
        )
    )
    try:
        server.run(sockets=[listener])
    finally:
        logs.log.info("stopped")


class _Server(run.Server):
    """Logs that it has started."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            logs.log.info("started", version=VERSION)


def _exit(*_: object) -> None:
    """SIGTERM is not an error. Once the server runs, uvicorn shuts it down before this."""
    sys.exit(0)


def read_config(
    database: str | None,
    prefix: str,
    origins: Iterable[str],
    seconds: dict[str, float],
    limits: Iterable[str],
    busy: float,
) -> Config:
    """Check the options of the command line."""
    if not busy >= 0:
        raise BadInput(f"--busy must be 0 or more moves per second, or inf, not {busy}")
    for name, value in seconds.items():
        if not 0 <= value < float("inf"):
            raise BadInput(f"--{name} must be 0 or more seconds, not {value}")
    return Config(
        database=database or default_database(),
        prefix=check_prefix(prefix),
        origins=tuple(origins),
        limits=read_limits(limits),
        render_worker_moves_per_s=busy,
        grace_s=seconds["grace"],
        bot_pause_s=seconds["bot-pause"],
    )


def read_limits(written: Iterable[str]) -> Limits:
    """Parse limits such as `tables=100`; the others keep their defaults."""
    kinds: dict[str, type] = get_type_hints(Limits)
    changed: Json = {}
    for entry in written:
        name, _, value = entry.partition("=")
        if name not in kinds:
            raise BadInput(
                f"there is no limit {abbreviate_json(name)}; there are: {', '.join(kinds)}"
            )
        try:
            changed[name] = kinds[name](value)
        except ValueError:
            changed[name] = 0
        if not 1 <= changed[name] <= MAX_LIMIT:
            raise BadInput(
                f"the limit {name} must be a number from 1 to {MAX_LIMIT}, "
                f"not {abbreviate_json(value)}"
            )
    return Limits(**changed)


def default_database() -> str:
    """$MENAGERIE_DATABASE, or a file in the user's data directory."""
    if url := os.environ.get(DATABASE_VARIABLE):
        return url
    folder = user_data_path("menagerie", ensure_exists=True)
    return f"sqlite:///{folder / 'menagerie.db'}"


def check_prefix(prefix: str) -> str:
    """Normalise a path such as /games/menagerie: no slash at the end."""
    trimmed = prefix.rstrip("/")
    if trimmed and (not trimmed.startswith("/") or not trimmed.isprintable() or "//" in trimmed):
        raise BadInput(f"the prefix must be a path such as /menagerie, not {prefix}")
    return trimmed


async def _check_database(database: str) -> None:
    """Report a bad database before anything else starts; this also migrates it."""
    opened = await store.Store.open(database)
    await opened.close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)  # from here on the port is ours
    except (OSError, UnicodeError) as error:
        listener.close()
        reason = getattr(error, "strerror", None) or "this is not an address"
        raise BadInput(f"{host}, port {port}, cannot be used: {reason}") from None
    return listener


def backup(file: str, database: str | None) -> None:
    """Write a consistent copy, even while the server writes."""
    store.backup(database or default_database(), Path(file))
    typer.echo(f"{file} is a copy of the database")
