"""Logs as lines of JSON, for machines to read. No token and no secret is ever in them."""

import json
import logging
import sys
import time
from typing import Any

FORBIDDEN = ("token", "secret", "cookie", "authorization")
NAME = "menagerie"


class Lines(logging.Formatter):
    """One object a line."""

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
    """Says what happened: an event's name, and its fields."""

    def __init__(self, name: str) -> None:
        self._logger = logging.getLogger(name)

    def info(self, event: str, **fields: object) -> None:
        self._say(logging.INFO, event, fields)

    def error(self, event: str, **fields: object) -> None:
        self._say(logging.ERROR, event, fields)

    def fault(self, event: str, error: Exception, **fields: object) -> None:
        """An error that nobody foresaw, with where it happened."""
        self._logger.error(event, exc_info=error, extra={"fields": _harmless(fields)})

    def _say(self, level: int, event: str, fields: dict[str, object]) -> None:
        self._logger.log(level, event, extra={"fields": _harmless(fields)})


def _harmless(fields: dict[str, object]) -> dict[str, object]:
    for name in fields:
        if any(word in name.lower() for word in FORBIDDEN):
            raise ValueError(f"{name} does not belong in a log")
    return fields


def set_up() -> None:
    """Everything that is logged goes to the error channel, as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)


log = Log(NAME)
