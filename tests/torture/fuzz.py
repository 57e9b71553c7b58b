"""Attack by fuzzing: every input is answered or refused, and none causes an internal error.

Requests, messages and frames go to a real server over the network while two players play there.
Editions, positions, traces and moves are read in this process, which is faster.
"""

from collections import Counter

from torture.attack import Outcome, Place, Progress, Tally, servers_in_threads
from torture.fuzz_readers import ReaderFuzzer
from torture.fuzz_requests import RequestFuzzer
from torture.fuzz_server import FuzzTarget
from torture.fuzz_sockets import SocketFuzzer

# Shares of the inputs that go over the network.
REQUEST_SHARE, RAW_SHARE, MESSAGE_SHARE, FRAME_SHARE = 0.06, 0.01, 0.1, 0.02


class Fuzz:
    """Sends and parses fuzzed inputs; the amount is their number."""

    name = "fuzz"
    databases: tuple[str, ...] = ("sqlite",)
    full = 1_010_000  # amounts are rounded, so a little more than a million
    unit = "fuzzed inputs"
    piece = 50_000
    quick = 10_000

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome:
        """Run about `amount` inputs; `progress` receives the number done so far."""
        tally = Tally(progress)
        with servers_in_threads(), FuzzTarget(place.folder, seed, tally.add) as target:
            request_fuzzer, socket_fuzzer = RequestFuzzer(target), SocketFuzzer(target)
            request_fuzzer.run(round(amount * REQUEST_SHARE))
            request_fuzzer.run_raw(round(amount * RAW_SHARE))
            socket_fuzzer.run(round(amount * MESSAGE_SHARE))
            socket_fuzzer.run_frames(round(amount * FRAME_SHARE))
            target.check_all()
            counts: Counter[str] = target.counts + Counter({"inputs over the network": tally.done})
        counts += ReaderFuzzer(seed, tally.add).run(amount - tally.done)
        counts["fuzzed inputs"] = tally.done
        return Outcome(dict(counts))


ATTACK = Fuzz()
