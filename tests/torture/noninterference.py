"""Attack: whatever a seat is sent follows from what it may know.

Two worlds that a seat cannot tell apart must bring it the same bytes. A share of the messages goes
over real sockets from two servers; the others are made by the servers' functions in this process,
which is quicker.
"""

from collections import Counter

from torture.attack import Outcome, Place, Progress, Tally, servers_in_threads
from torture.noninterference_rendered import InProcessComparison
from torture.noninterference_servers import ServerPair
from torture.noninterference_sockets import SocketComparison

SOCKET_SHARE = 0.12  # of the messages that go over sockets


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
        tally = Tally(progress)
        counts: Counter[str] = Counter()
        with servers_in_threads(), ServerPair(place.folder) as server_pair:
            counts += SocketComparison(server_pair, seed, tally.add).run(
                round(amount * SOCKET_SHARE)
            )
        counts += InProcessComparison(seed, tally.add).run(amount - tally.done)
        counts["compared messages"] = tally.done
        return Outcome(dict(counts))


ATTACK = NonInterference()
