"""Logs as lines of JSON.

They contain no token, no secret, no client address and no table id: an id is enough to watch.
"""

import hashlib
import json
import logging
import re
import secrets
import sys
import time
from typing import Any

from menagerie.errors import BadInput

FORBIDDEN_FIELDS = ("token", "secret", "cookie", "authorization", "address")
LOGGER_NAME = "menagerie"
LEVELS = ("debug", "info", "warning", "error")
REPEAT_INTERVAL_S = 60.0  # between two lines about the same recurring event
FREQUENT_MESSAGES = re.compile(
    r"Invalid HTTP request|Unsupported upgrade request|socket\.accept\(\)"
)
ID_IN_PATH = re.compile(r"/(tables|codes|t|j|replay)/([A-Za-z0-9_-]+)")  # or a join code
SALT = secrets.token_bytes(16)  # per process, so that a hash cannot be matched to a known id


def short_hash(table_id: str) -> str:
    """A pseudonym for a table, stable while this process runs."""
    return hashlib.sha256(SALT + table_id.encode()).hexdigest()[:8]


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line)


class Log:
    """Structured logging: an event's name, and its fields."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)

    def info(self, event: str, **fields: object) -> None:
        self._write(logging.INFO, event, fields)

    def warning(self, event: str, **fields: object) -> None:
        self._write(logging.WARNING, event, fields)

    def error(self, event: str, **fields: object) -> None:
        self._write(logging.ERROR, event, fields)

    def unexpected(self, event: str, error: Exception, **fields: object) -> None:
        """An unexpected error, with its traceback."""
        self._logger.error(event, exc_info=error, extra={"fields": _redacted(fields)})

    def _write(self, level: int, event: str, fields: dict[str, object]) -> None:
        self._logger.log(level, event, extra={"fields": _redacted(fields)})


def _redacted(fields: dict[str, object]) -> dict[str, object]:
    for name in fields:
        if any(word in name.lower() for word in FORBIDDEN_FIELDS):
            raise ValueError(f"{name} does not belong in a log")
    return {name: _without_ids(name, value) for name, value in fields.items()}


def _without_ids(name: str, value: object) -> object:
    if not isinstance(value, str):
        return value
    if name == "table":
        return short_hash(value)
    return ID_IN_PATH.sub(lambda found: f"/{found[1]}/{short_hash(found[2])}", value)


class RepeatCounter:
    """Lets an event through at most once a minute, and counts the suppressed ones."""

    def __init__(self) -> None:
        self._last: dict[str, float] = {}
        self._counts: dict[str, int] = {}

    def count(self, event: str) -> int | None:
        """The number of events since the last log line; None if it is too early for another one."""
        now = time.monotonic()
        self._counts[event] = self._counts.get(event, 0) + 1
        if event in self._last and now - self._last[event] < REPEAT_INTERVAL_S:
            return None
        self._last[event] = now
        return self._counts.pop(event)


class Throttle:
    """Rate-limited warnings about events that any client can cause: at most one a minute each."""

    def __init__(self) -> None:
        self._repeats = RepeatCounter()

    def warning(self, event: str, *, reason: str, **fields: object) -> None:
        count = self._repeats.count(f"{event} {reason}")
        if count is not None:
            log.warning(event, reason=reason, count=count, **fields)


class RepeatFilter(logging.Filter):
    """The same rate limit for what libraries log about each connection."""

    def __init__(self) -> None:
        super().__init__()
        self._repeats = RepeatCounter()

    def filter(self, record: logging.LogRecord) -> bool:
        message = record.getMessage()
        if not FREQUENT_MESSAGES.match(message):
            return True
        count = self._repeats.count(message)
        if count is not None:
            record.fields = {"count": count}
        return count is not None


def set_up(level: str = "info") -> None:
    """Send all logs to stderr, as lines of JSON.

    `level` applies to our own events. Libraries log warnings only: at "info" and "debug" they would
    log client addresses and the parameters of SQL statements, secrets included.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    handler.addFilter(RepeatFilter())
    wanted = logging.getLevelNamesMapping()[level.upper()]
    logging.basicConfig(level=max(logging.WARNING, wanted), handlers=[handler], force=True)
    logging.getLogger(LOGGER_NAME).setLevel(wanted)


log = Log(LOGGER_NAME)


def log_orphan(error: Exception) -> None:
    """Log an error in work whose client has disconnected; refusals are not logged."""
    if not isinstance(error, BadInput):
        log.unexpected("play", error)
