"""Attack: whatever a seat is sent follows from what it may know.

Two worlds that a seat cannot tell apart must bring it the same bytes. A share of the messages goes
over real sockets from two servers; the others are made by the servers' functions in this process,
which is quicker.
"""

import sys
from collections import Counter

from torture.attack import Outcome, Place, Progress
from torture.noninterference_rendered import Rendering
from torture.noninterference_servers import Twins
from torture.noninterference_sockets import Serving

SHARE = 0.12  # of the messages that go over sockets
SWITCHING = 0.0005  # seconds that a thread works while another one waits: two servers are here


class NonInterference:
    """Compares messages; its amount is how many."""

    name = "non-interference"
    databases: tuple[str, ...] = ("sqlite",)
    full = 1_000_000
    unit = "compared messages"
    piece = 50_000
    quick = 12_000

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome:
        """About so many messages; `progress` hears how many have been compared so far."""
        done = 0

        def compared(count: int) -> None:
            nonlocal done
            done += count
            progress(done)

        counts: Counter[str] = Counter()
        over_sockets = round(amount * SHARE)
        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCHING)
        try:
            with Twins(place.folder) as twins:
                counts += Serving(twins, seed, compared).run(over_sockets)
        finally:
            sys.setswitchinterval(before)
        counts += Rendering(seed, compared).run(amount - done)
        counts["compared messages"] = done
        return Outcome(dict(counts))


ATTACK = NonInterference()
