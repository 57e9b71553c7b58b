"""The same games on a Ray cluster: a task for each block, and the same counts in the end."""

import os
import socket
import threading
from typing import Any

from menagerie.errors import BadInput
from menagerie.simulate import runner
from menagerie.simulate.counters import Block, Tally
from menagerie.simulate.plan import Plan
from menagerie.simulate.runner import OnGames, Worker
from menagerie.version import VERSION

PATIENCE = 5.0  # seconds for an address to answer
HERE = "local"  # the address of a cluster that is started for this run alone, on this machine
QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
ALONE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # on any system: it listens to nobody else


def run(plans: list[Plan], on_games: OnGames, address: str, threads: int) -> list[Tally]:
    """All blocks of all plans, wherever there is room for them."""
    ray = _ray(QUIET | ALONE if address == HERE else QUIET)
    _connect(ray, address, threads)
    try:
        for plan in plans if address == HERE else ():
            runner.prepare(plan)  # once, rather than in each process
        play = ray.remote(play_block)
        waiting = {
            play.remote(plan.to_json(), block, VERSION): (at, block)
            for at, plan in enumerate(plans)
            for block in range(len(plan.blocks))
        }
        found = _collect(ray, waiting, plans, on_games)
    finally:
        ray.shutdown()
    return [
        Tally(plan, [found[at, block] for block in range(len(plan.blocks))])
        for at, plan in enumerate(plans)
    ]


def play_block(plan: dict[str, Any], block: int, version: str) -> Block:
    """What a machine of the cluster does."""
    if version != VERSION:
        raise BadInput(f"the cluster has Menagerie {VERSION}, and here is {version}")
    whole = Plan.from_json(plan)
    runner.prepare(whole)
    return Worker(whole).play(whole.blocks[block], threading.Event(), lambda _games: None)


def _collect(
    ray: Any, waiting: dict[Any, tuple[int, int]], plans: list[Plan], on_games: OnGames
) -> dict[tuple[int, int], Block]:
    """Blocks as they come."""
    found: dict[tuple[int, int], Block] = {}
    while waiting:
        done, _ = ray.wait(list(waiting))
        for task in done:
            at, block = waiting.pop(task)
            found[at, block] = _get(ray, task)
            on_games(len(plans[at].blocks[block]))
    return found


def _get(ray: Any, task: Any) -> Block:
    try:
        block: Block = ray.get(task)
    except ray.exceptions.RayTaskError as error:
        raise BadInput(f"the cluster failed: {error.cause}") from None
    except ray.exceptions.RayError as error:
        raise BadInput(f"the cluster failed: {_first_line(error)}") from None
    return block


def _ray(settings: dict[str, str]) -> Any:
    """Ray reads its settings when it is imported."""
    os.environ.update({name: value for name, value in settings.items() if name not in os.environ})
    try:
        import ray
    except ImportError:
        raise BadInput(
            "--ray needs Ray, which is not installed: pip install 'menagerie[cluster]'"
        ) from None
    return ray


def _connect(ray: Any, address: str, threads: int) -> None:
    """To a cluster that runs, or to one of our own that listens to nobody else."""
    own: dict[str, Any] = {}
    _check_that_somebody_listens(address)
    if address == HERE:
        own = {"num_cpus": threads, "include_dashboard": False}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error", **own)
    except (ConnectionError, OSError, RuntimeError, ValueError, AssertionError) as error:
        raise BadInput(f"no cluster answers at {address}: {_first_line(error)}") from None


def _check_that_somebody_listens(address: str) -> None:
    """Ray itself would try for minutes, and say so in lines of its own."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), PATIENCE).close()
    except (OSError, OverflowError) as error:
        raise BadInput(f"no cluster answers at {address}: {_first_line(error)}") from None


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
