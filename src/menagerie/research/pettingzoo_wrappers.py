"""PettingZoo's standard wrappers, without their slow attribute look-ups.

A PettingZoo wrapper passes each unknown attribute to the next one through a failed look-up. That
takes several times as long as one of our moves. These subclasses read the attributes that are used
at every step directly from the environment.
"""

from operator import attrgetter
from typing import Any

from menagerie.research.optional_imports import optional_import

with optional_import("menagerie.research.pettingzoo", "PettingZoo"):
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

DIRECT_ATTRIBUTES = (
    *("agents", "agent_selection", "rewards", "_cumulative_rewards"),
    *("terminations", "truncations", "infos"),
)


class DirectAttributes:
    """Reads DIRECT_ATTRIBUTES from the environment; they do not exist before `reset`."""

    def __init__(self, env: AECEnv[Any, Any, Any], **settings: Any) -> None:
        self._raw = env.unwrapped
        super().__init__(env, **settings)  # type: ignore[call-arg] # the wrapper takes them


for _name in DIRECT_ATTRIBUTES:
    setattr(DirectAttributes, _name, property(attrgetter(f"_raw.{_name}")))


class TerminateIllegal(DirectAttributes, wrappers.TerminateIllegalWrapper[Any, Any, Any]):  # type: ignore[misc] # PettingZoo has no types
    """An illegal move ends the game."""


class AssertOutOfBounds(DirectAttributes, wrappers.AssertOutOfBoundsWrapper[Any, Any, Any]):  # type: ignore[misc] # PettingZoo has no types
    """An action outside the action space raises an error."""


class OrderEnforcing(DirectAttributes, wrappers.OrderEnforcingWrapper[Any, Any, Any]):  # type: ignore[misc] # PettingZoo has no types
    """Calls in the wrong order raise an error."""

    def __str__(self) -> str:
        return str(self.env)


def wrap(raw: AECEnv[Any, Any, Any], illegal_reward: float) -> OrderEnforcing:
    """Apply all three, in the order that PettingZoo's own games use."""
    inner = TerminateIllegal(raw, illegal_reward=illegal_reward)
    return OrderEnforcing(AssertOutOfBounds(inner))
