"""What a server needs, loaded and ready; see twin.py."""

import menagerie.cli.commands
import menagerie.cli.serve
import menagerie.server.app
from menagerie.server.warming import warm_up

__all__ = ["menagerie"]

warm_up()
