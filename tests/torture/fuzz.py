"""Attack: whatever comes in, it is answered or refused, and nothing goes wrong.

Requests, messages and frames go to a real server over the network, at which two people play all
the while. Editions, positions, traces and moves are read in this process, which is quicker.
"""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

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
    quick = 10_000

    def run(
        self, amount: int, seed: int, folder: Path, progress: Callable[[int], None]
    ) -> dict[str, int]:
        """About so many inputs; `progress` hears how many there were so far."""
        done = 0

        def on_done(count: int) -> None:
            nonlocal done
            done += count
            progress(done)

        before = sys.getswitchinterval()
        sys.setswitchinterval(SWITCHING)
        try:
            with Victim(folder, seed, on_done) as victim:
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
        return dict(counts)


ATTACK = Fuzz()

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        wanted = int(sys.argv[1]) if len(sys.argv) > 1 else ATTACK.quick
        chosen = int(sys.argv[2]) if len(sys.argv) > 2 else 1
        found = ATTACK.run(wanted, chosen, Path(place), lambda _: None)
    for what, count in found.items():
        sys.stdout.write(f"{count:>12,}  {what}\n")
