"""Attack: whatever comes in, it is answered or refused, and nothing goes wrong.

Requests, messages and frames go to a real server over the network, at which two people play all
the while. Editions, positions, traces and moves are read in this process, which is quicker.
"""

from collections import Counter

from torture.attack import Outcome, Place, Progress, Tally, servers_in_threads
from torture.fuzz_readers import Reading
from torture.fuzz_requests import Requesting
from torture.fuzz_server import Victim
from torture.fuzz_sockets import Socketing

REQUESTS, RAW, MESSAGES, FRAMES = 0.06, 0.01, 0.1, 0.02  # shares over the network


class Fuzz:
    """Sends and reads what is wrong; its amount is how much."""

    name = "fuzz"
    databases: tuple[str, ...] = ("sqlite",)
    full = 1_010_000  # amounts are rounded, so a little more than a million
    unit = "fuzzed inputs"
    piece = 50_000
    quick = 10_000

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome:
        """About so many inputs; `progress` hears how many there were so far."""
        tally = Tally(progress)
        with servers_in_threads(), Victim(place.folder, seed, tally.add) as victim:
            requesting, socketing = Requesting(victim), Socketing(victim)
            requesting.run(round(amount * REQUESTS))
            requesting.run_raw(round(amount * RAW))
            socketing.run(round(amount * MESSAGES))
            socketing.run_frames(round(amount * FRAMES))
            victim.check_all()
            counts: Counter[str] = victim.counts + Counter({"inputs over the network": tally.done})
        counts += Reading(seed, tally.add).run(amount - tally.done)
        counts["fuzzed inputs"] = tally.done
        return Outcome(dict(counts))


ATTACK = Fuzz()
