"""Runtime settings of the server: uvicorn, garbage collection, threads."""

import gc
import sys
from types import FrameType
from typing import Any

import uvicorn

from menagerie.server.app import create_app
from menagerie.server.config import Config
from menagerie.server.transport.http_protocol import MAX_HEAD_BYTES, HardenedHttpProtocol
from menagerie.server.transport.websocket_protocol import HardenedWebSocketProtocol

# A full garbage collection takes half a second with a thousand tables in memory, so it is rare; the
# middle generation is collected before it has grown. Tuned for the three generations of CPython
# 3.11 to 3.13; other versions keep their defaults.
GC_THRESHOLDS = (500, 10, 500)
TUNED_VERSIONS = ((3, 11), (3, 12), (3, 13))
SWITCH_INTERVAL_S = 0.001  # until the thread that writes to SQLite gets the GIL


def uvicorn_config(config: Config, **more: Any) -> uvicorn.Config:
    """uvicorn's settings, in production and in tests."""
    return uvicorn.Config(
        create_app(config),
        http=HardenedHttpProtocol,
        ws=HardenedWebSocketProtocol,
        h11_max_incomplete_event_size=MAX_HEAD_BYTES,
        ws_max_size=config.limits.message,
        ws_per_message_deflate=False,
        log_config=None,
        access_log=False,
        server_header=False,
        **more,
    )


class Server(uvicorn.Server):
    """Reports that it is not ready as soon as it is told to stop."""

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        app: Any = self.config.app
        app.state.health.draining = True
        super().handle_exit(sig, frame)


def tune_runtime() -> None:
    """Shorten pauses: garbage collections, and threads that hold the GIL."""
    gc.collect()
    gc.freeze()  # compiled kernels are never freed
    if sys.version_info[:2] in TUNED_VERSIONS:
        gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
