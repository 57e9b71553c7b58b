"""Attack: whatever comes in, it is answered or refused, and nothing goes wrong.

Requests, messages and frames go to a real server over the network, at which two people play all
the while. Editions, positions, traces and moves are read in this process, which is quicker.
"""

import sys
from collections import Counter

from torture.attack import Outcome, Place, Progress
from torture.fuzz_readers import Reading
from torture.fuzz_requests import Requesting
from torture.fuzz_server import Victim
from torture.fuzz_sockets import Socketing

REQUESTS, RAW, MESSAGES, FRAMES = 0.06, 0.01, 0.1, 0.02  # shares over the network
SWITCHING = 0.0005  # seconds that a thread works while another one waits: the server is here


class Fuzz:
    """Sends and reads what is wrong; its amount is how much."""

    name = "fuzz"
    databases: tuple[str, ...] = ("sqlite",)
    full = 1_000_000
    unit = "fuzzed inputs"
    piece = 50_000
    quick = 10_000

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome:
        """About so many inputs; `progress` hears how many there were so far."""
        done = 0

        def on_done(count: int) -> None:
            nonlocal done
            done += count
            progress(done)

        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCHING)
        try:
            with Victim(place.folder, seed, on_done) as victim:
                requesting, socketing = Requesting(victim), Socketing(victim)
                requesting.run(round(amount * REQUESTS))
                requesting.run_raw(round(amount * RAW))
                socketing.run(round(amount * MESSAGES))
                socketing.run_frames(round(amount * FRAMES))
                victim.check_all()
                counts: Counter[str] = victim.counts + Counter({"inputs over the network": done})
        finally:
            sys.setswitchinterval(before)
        counts += Reading(seed, on_done).run(amount - done)
        counts["fuzzed inputs"] = done
        return Outcome(dict(counts))


ATTACK = Fuzz()
