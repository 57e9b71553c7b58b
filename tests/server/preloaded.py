"""What a server needs, loaded and ready; see twin.py."""

import gc

import menagerie.cli.commands
import menagerie.cli.serve
import menagerie.server.app
from menagerie.server.warming import warm_up

__all__ = ["menagerie"]

warm_up()
gc.collect()
gc.freeze()  # what all share is not looked through, and so not copied, by each
