"""A progress bar for compilation, which takes seconds the first time."""

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

from numba.core import event
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from menagerie.kernel import cache

Job = tuple[str, Callable[[], object]]


def run(title: str, jobs: Sequence[Job]) -> None:
    """Run the jobs; show their progress as soon as one of them has to compile."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("Compiling {task.description} (first run only, takes a few seconds) …"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[job]}"),
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    task = bar.add_task(title, total=len(jobs), job="")
    listener = _FirstCompilation(lambda: _show(bar, console, title))
    with event.install_listener("numba:compile", listener):
        try:
            for name, job in jobs:
                bar.update(task, job=name)
                job()
                bar.advance(task)
        finally:
            bar.stop()


def once(title: str, jobs: Sequence[Job]) -> None:
    """Run the jobs, unless they were run before with the same sources: loading takes time, too."""
    mark = cache.marker(title)
    if mark.exists():
        return
    run(title, jobs)
    with contextlib.suppress(OSError):  # for example a full disk
        mark.touch()


def _show(bar: Progress, console: Console, title: str) -> None:
    if console.is_terminal:
        bar.start()
    else:
        message = f"Compiling {title} (first run only, takes a few seconds) …"
        console.print(message, highlight=False, soft_wrap=True)


class _FirstCompilation(event.Listener):  # type: ignore[misc] # Numba has no types
    """Calls `show` when Numba first compiles a kernel; loading one from the cache is silent."""

    def __init__(self, show: Callable[[], object]) -> None:
        self.show = show
        self.seen = False

    def on_start(self, _event: Any) -> None:
        if not self.seen:
            self.seen = True
            self.show()

    def on_end(self, _event: Any) -> None:
        pass
