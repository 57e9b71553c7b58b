"""Threads that share the tables of a batch, and lose no time in finding out that there is work.

To wake a sleeping thread takes as long as some hundred moves. So a thread that is done looks for
the next step for a while, inside compiled code, before it goes to sleep; and whatever a step needs
is always in the same arrays.
"""

import threading
import time
from typing import Any

import numpy as np

from menagerie.batch.kernels import DONE, HOME, LINE, announce, await_change, serve


class Crew:
    """The thread that asks for steps, and those beside it; each has a room of its own."""

    def __init__(self, rooms: list[Any], given: Any) -> None:
        self._number = 0  # of the last step
        self._numbers = np.zeros(LINE * (DONE + len(rooms)), np.int64)
        self._asked = np.zeros(1, np.int64)
        post, (moves, tables, state, how, sight, news) = (self._numbers, self._asked), given
        self._given = [
            (post, me, moves, tables, state, how, room, sight, news)
            for me, room in enumerate(rooms)
        ]
        self._asleep = 0
        self._wake = threading.Condition()
        self._threads = [
            threading.Thread(target=self._live, args=(me,), daemon=True)
            for me in range(1, len(rooms))
        ]
        for thread in self._threads:
            thread.start()

    def step(self, *, resets: bool) -> None:
        """One step, with all hands."""
        before, self._number = self._number, self._number + 1
        self._announce(self._number, resets=resets)
        serve(before, *self._given[0])
        for me in range(1, len(self._given)):
            while await_change(self._numbers, LINE * (DONE + me), before) != self._number:
                time.sleep(0)  # somebody else needs the processor more

    def close(self) -> None:
        """Send everybody else home; whoever steps after that does it alone."""
        self._announce(HOME, resets=False)
        for thread in self._threads:
            thread.join()
        del self._given[1:]

    def _announce(self, number: int, *, resets: bool) -> None:
        announce(self._numbers, self._asked, number, resets)
        if self._asleep:
            with self._wake:
                self._wake.notify_all()

    def _live(self, me: int) -> None:
        done = 0
        while (done := serve(done, *self._given[me])) != HOME:
            with self._wake:
                self._asleep += 1
                # Whoever announces looks at `_asleep` afterwards. Both happen in Python, one thread
                # at a time, so either the number is seen here or somebody is woken there.
                while self._numbers[0] == done:
                    self._wake.wait()
                self._asleep -= 1
