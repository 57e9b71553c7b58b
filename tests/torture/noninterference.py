"""Attack on non-interference: what a seat is sent depends only on what it may know.

Two worlds that a seat cannot tell apart must produce the same bytes for it. A share of the messages
goes over real sockets from two servers; the rest is rendered in this process, which is faster.
"""

from collections import Counter

from torture.attack import Outcome, Place, Progress, Tally, servers_in_threads
from torture.noninterference_rendered import InProcessComparison
from torture.noninterference_servers import ServerPair
from torture.noninterference_sockets import SocketComparison

SOCKET_SHARE = 0.12  # of the compared messages


class NonInterference:
    """Compares messages; the amount is their number."""

    name = "non-interference"
    databases: tuple[str, ...] = ("sqlite",)
    full = 1_000_000
    unit = "compared messages"
    piece = 50_000
    quick = 12_000

    def run(self, amount: int, seed: int, place: Place, progress: Progress) -> Outcome:
        """Compare about `amount` messages; `progress` receives the number done so far."""
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
