"""The configuration of a server: everything that a host, or a test, may want to set."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Limits:
    """Rate limits and size limits: for one client, for one table, or for all together."""

    body: int = 64 * 1024  # bytes of a request
    message: int = 8 * 1024  # bytes of a message on a socket
    messages: float = 10  # a second from one seat, or watcher, on average
    burst: int = 40  # at once
    address_messages: float = 100  # a second from all sockets of one address, on average
    address_burst: int = 400  # at once
    reactions: float = 1  # a second from one seat, on average
    reaction_burst: int = 5  # at once
    requests: float = 20  # a second from one address, on average
    request_burst: int = 200  # at once
    tables: int = 30  # created from one address in an hour
    connections: int = 200  # from one address at a time, sockets included
    listed: int = 3  # tables created from one address, in the list of open ones
    code_misses: int = 10  # wrong codes that one address may try in a minute
    all_code_misses: int = 300  # the same, for all addresses together
    sockets: int = 60  # from one address at a time
    watchers: int = 50  # at one table
    address_watchers: int = 10  # of one address at one table
    waiting: int = 200  # messages in the outbox of a slow reader (backpressure)


CLOCKS: dict[str, float | None] = {"none": None, "30s": 30.0, "2m": 120.0, "1d": 86_400.0}
SUBSTITUTE_LEVEL = "normal"  # of the bot that plays for players who are absent or out of time


@dataclass(frozen=True)
class Config:
    database: str = "sqlite:///menagerie.db"
    prefix: str = ""  # of all URLs, behind a proxy: "/menagerie"
    origins: tuple[str, ...] = ()  # others that pass the CSRF check, for requests and WebSockets
    grace_s: float = 60.0  # until a bot plays for a disconnected player
    bot_pause_s: float = 0.7  # before a bot moves, so that people can follow
    render_worker_moves_per_s: float = 100.0  # from which a render worker is started
    bot_threads: int = field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1))
    idle_timeout_s: float = 300.0  # that a table without clients stays in memory
    keep_days: float = 60.0  # from the last move until a table is deleted
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], float] = time.time  # replaced in tests
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    clocks: Mapping[str, float | None] = field(default_factory=lambda: CLOCKS)  # in seconds
