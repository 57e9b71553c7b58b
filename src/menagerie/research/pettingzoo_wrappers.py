"""PettingZoo's usual wrappers, without their detours.

A wrapper asks the next one for whatever it does not have, with a failed look-up at each. That takes
several times as long as a move of ours. These are the same wrappers; but what is read at every step
they read from the environment itself.
"""

from operator import attrgetter
from typing import Any

from menagerie.research.optional_imports import needed

with needed("menagerie.research.pettingzoo", "PettingZoo"):
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

READ = (
    *("agents", "agent_selection", "rewards", "_cumulative_rewards"),
    *("terminations", "truncations", "infos"),
)


class Direct:
    """Has what is read most straight from the environment; before `reset` there is none of it."""

    def __init__(self, env: AECEnv[Any, Any, Any], **settings: Any) -> None:
        self._raw = env.unwrapped
        super().__init__(env, **settings)  # type: ignore[call-arg] # a wrapper's own


for _name in READ:
    setattr(Direct, _name, property(attrgetter(f"_raw.{_name}")))


class TerminateIllegal(Direct, wrappers.TerminateIllegalWrapper[Any, Any, Any]):  # type: ignore[misc]
    """An illegal move ends the game."""


class AssertOutOfBounds(Direct, wrappers.AssertOutOfBoundsWrapper[Any, Any, Any]):  # type: ignore[misc]
    """An action that is no move at all is an error."""


class OrderEnforcing(Direct, wrappers.OrderEnforcingWrapper[Any, Any, Any]):  # type: ignore[misc]
    """Calls must come in the right order."""

    def __str__(self) -> str:
        return str(self.env)


def wrap(raw: AECEnv[Any, Any, Any], illegal: float) -> OrderEnforcing:
    """All three, in the order in which PettingZoo's own games have them."""
    inner = TerminateIllegal(raw, illegal_reward=illegal)
    return OrderEnforcing(AssertOutOfBounds(inner))
