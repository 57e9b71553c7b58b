"""Runs a simulation on a Ray cluster: one task for each block, with the same counts."""

import os
import socket
import threading
from typing import Any

from menagerie.errors import BadInput
from menagerie.jsontext import Json
from menagerie.simulate import runner
from menagerie.simulate.counters import Block, Tally
from menagerie.simulate.plan import Plan
from menagerie.simulate.runner import OnGames, Worker
from menagerie.version import VERSION

CONNECT_TIMEOUT_S = 5.0
LOCAL = "local"  # the address of a cluster that is started on this machine for this run
QUIET_SETTINGS = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0"}
LOCAL_SETTINGS = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}  # no connections from other machines


def run(plans: list[Plan], on_games: OnGames, address: str, threads: int) -> list[Tally]:
    """Play all blocks of all plans, as Ray schedules them."""
    ray = _import_ray(QUIET_SETTINGS | LOCAL_SETTINGS if address == LOCAL else QUIET_SETTINGS)
    _connect(ray, address, threads)
    try:
        for plan in plans if address == LOCAL else ():
            runner.precompile(plan)  # once, rather than in each process
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


def play_block(plan: Json, block: int, version: str) -> Block:
    """The Ray task: play one block."""
    if version != VERSION:
        raise BadInput(f"the cluster has Menagerie {VERSION}, this machine has {version}")
    decoded = Plan.from_json(plan)
    runner.precompile(decoded)
    return Worker(decoded).play(decoded.blocks[block], threading.Event(), lambda _games: None)


def _collect(
    ray: Any, waiting: dict[Any, tuple[int, int]], plans: list[Plan], on_games: OnGames
) -> dict[tuple[int, int], Block]:
    """Collect the blocks as they finish."""
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


def _import_ray(settings: dict[str, str]) -> Any:
    """Import Ray after setting environment variables, which it reads on import."""
    os.environ.update({name: value for name, value in settings.items() if name not in os.environ})
    try:
        import ray
    except ImportError:
        raise BadInput(
            "--ray needs Ray, which is not installed; in the project's folder, run "
            ".venv/bin/python -m pip install -e '.[cluster]'"
        ) from None
    return ray


def _connect(ray: Any, address: str, threads: int) -> None:
    """Connect to a running cluster, or start a local one that accepts no other machines."""
    own: Json = {}
    _check_reachable(address)
    if address == LOCAL:
        own = {"num_cpus": threads, "include_dashboard": False}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="error", **own)
    except (ConnectionError, OSError, RuntimeError, ValueError, AssertionError) as error:
        raise BadInput(f"no cluster answers at {address}: {_first_line(error)}") from None


def _check_reachable(address: str) -> None:
    """Fail early: Ray itself would retry for minutes and print messages of its own."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), CONNECT_TIMEOUT_S).close()
    except (OSError, OverflowError) as error:
        raise BadInput(f"no cluster answers at {address}: {_first_line(error)}") from None


def _first_line(error: BaseException) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
