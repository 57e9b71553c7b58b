"""Preload everything that a server needs into the fork server; see forked_server.py."""

import gc

from support.server import shifted_clock

shifted_clock.install()

import menagerie.cli.commands  # noqa: E402 - after the clock is patched
import menagerie.cli.serve  # noqa: E402
import menagerie.server.app  # noqa: E402
from menagerie.server.ops.warm_up import warm_up  # noqa: E402

__all__ = ["menagerie"]

warm_up()
gc.collect()
gc.freeze()  # keeps preloaded objects out of GC, so that forks share their pages
