"""What a server needs, loaded and ready; see twin.py."""

import gc

from support.server import shifted_clock

shifted_clock.install()

import menagerie.cli.commands  # noqa: E402 - after the clock
import menagerie.cli.serve  # noqa: E402
import menagerie.server.app  # noqa: E402
from menagerie.server.ops.warm_up import warm_up  # noqa: E402

__all__ = ["menagerie"]

warm_up()
gc.collect()
gc.freeze()  # what all share is not looked through, and so not copied, by each
