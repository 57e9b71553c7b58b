"""Health checks for tests: the server answers, and has logged and counted no errors."""

import logging
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import httpx
from support.server.live_server import NO_TLS, TIMEOUT_S, Server

from menagerie.server.http.middleware import HEADERS


def ask(address: str) -> httpx.Response:
    return httpx.get(f"http://{address}", timeout=TIMEOUT_S, verify=NO_TLS)


def read_metric(address: str, name: str) -> float:
    """A counter or gauge of a server."""
    page = ask(f"{address}/metrics").text
    found = re.search(rf"^{name} (\S+)$", page, re.MULTILINE)
    assert found, page
    return float(found[1])


def faults(address: str, prefix: str = "") -> float:
    """The number of unexpected errors that a server has counted."""
    return read_metric(f"{address}{prefix}", "menagerie_faults_total")


def check_well(server: Server) -> None:
    """The server and its database answer, and no unexpected error was counted."""
    assert ask(f"{server.address}/healthz").json()["ok"] is True
    assert faults(server.address) == 0


def check_headers(headers: Mapping[str, str]) -> None:
    """The security headers are present and strict."""
    policy = headers["content-security-policy"]
    for name, value in (HEADERS | {"content-security-policy": policy}).items():
        assert headers[name] == value
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "server" not in headers


class ErrorCollector(logging.Handler):
    """Keeps all errors that are logged, and all warnings with a traceback."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR or record.exc_info:
            self.lines.append(self.format(record))


@contextmanager
def nothing_goes_wrong(server: Server) -> Iterator[None]:
    """Check that this block logs no error, in any logger, and counts none."""
    errors = ErrorCollector()
    logging.getLogger().addHandler(errors)
    try:
        yield
        check_well(server)
    finally:
        logging.getLogger().removeHandler(errors)
    assert errors.lines == []


def memory() -> int:
    """Resident memory of this process in bytes, including the server thread."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    assert found
    return int(found[1]) * 1024
