"""Every game as a PettingZoo AEC environment: `env("cubosaurs", players=4)`.

The agents are the seats, `player_0` and so on. An observation is a row of numbers (see
`encoding.py`) with a mask of the legal moves, and an action is a move number. Rewards come at the
end of a game: `share` is the share of the win, `margin` the lead in points over the best other
seat. A rendering shows what a spectator may see, or with `show_to="acting"` what the seat to move
sees.
"""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from menagerie import discovery
from menagerie.jsontext import Json
from menagerie.kernel import Numbers
from menagerie.research import render
from menagerie.research import rewards as reward_kinds
from menagerie.research.game_session import GameSession
from menagerie.research.kernels import OVER
from menagerie.research.optional_imports import optional_import
from menagerie.research.pettingzoo_wrappers import wrap

with optional_import(__name__, "PettingZoo"):
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.env_registry.registration import aec_registry, register

VERSION = "v0"
ILLEGAL_REWARD = -1.0  # an illegal move also ends the game

Observation = dict[str, Numbers]


class MoveSpace(spaces.Discrete):
    """The move numbers, with a fast `contains` since PettingZoo calls it at every step."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count

    def contains(self, x: Any) -> bool:
        return 0 <= x < self.count if type(x) is int else super().contains(x)


class raw_env(AECEnv[str, Observation, int | None], EzPickle):  # type: ignore[misc] # noqa: N801 - the name that PettingZoo uses; it has no types
    """The environment without wrappers; `env` adds PettingZoo's usual checks."""

    def __init__(
        self,
        game: str = "cubosaurs",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: Json | str | None = None,
        rewards: reward_kinds.Kind = "share",
        render_mode: render.Mode | None = None,
        show_to: render.Viewer = render.WATCHING,
    ) -> None:
        EzPickle.__init__(self, game, players, options, edition, rewards, render_mode, show_to)
        super().__init__()
        self.session = session = GameSession(game, players, options, edition)
        self.kind = reward_kinds.check(rewards)
        self.render_mode = render.check_mode(render_mode)
        self.show_to = render.check_viewer(show_to, session.players)
        self.metadata = {
            "name": f"{session.game.name}_{VERSION}",
            "render_modes": list(render.MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(session.players)]
        self.action_spaces = {
            agent: MoveSpace(session.game.move_count) for agent in self.possible_agents
        }
        self.observation_spaces = {agent: _space(session) for agent in self.possible_agents}
        self.state_space = _row_space(session)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._rng = random.Random()

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game. A seed starts the same game as `menagerie.new`; options are not used."""
        del options
        if seed is None:
            seed = self._rng.getrandbits(63)
        else:
            self._rng.seed(seed)
        self.session.start(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = agents[self.session.turn]
        self._skip_agent_selection = None

    def step(self, action: int | None) -> None:
        """Play a move of the selected agent; after the end of the game, None removes an agent."""
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        session = self.session
        session.push(int(action))
        self._cumulative_rewards[agent] = 0.0
        if session.turn == OVER:
            self._end()
        else:
            self.agent_selection = self.possible_agents[session.turn]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        agents = self.agents
        self.rewards = dict(zip(agents, self.session.returns(self.kind), strict=True))
        self.terminations = dict.fromkeys(agents, True)
        self.infos = {agent: self.session.result() for agent in agents}
        self._accumulate_rewards()
        self.agent_selection = agents[0]

    def observe(self, agent: str) -> Observation:
        """What an agent observes; only the agent to move has a mask with ones."""
        seat, session = self._seats[agent], self.session
        mask = session.mask.copy() if seat == session.turn else np.zeros_like(session.mask)
        return {"observation": session.row(seat), "action_mask": mask}

    def state(self) -> Numbers:
        """The full table, including hidden information, for centralised critics."""
        return self.session.full_row()

    def words(self, action: int, language: str = "en") -> str:
        """An action of the agent to move, in words: `keep the Hand`."""
        return self.session.words(action, language)

    def render(self) -> str | Numbers | None:
        """Render the table as `render_mode` and `show_to` say."""
        seat = render.seat_of(self.show_to, self.session.turn)
        return render.show(self.render_mode, self.session.game, self.session.observe(seat))

    def close(self) -> None:
        """Nothing to close: PettingZoo requires the method."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]


def env(game: str = "cubosaurs", **settings: Any) -> AECEnv[str, Observation, int | None]:
    """A game with PettingZoo's usual wrappers: an illegal move ends it, and calls are checked."""
    return wrap(raw_env(game, **settings), ILLEGAL_REWARD)


def _space(session: GameSession) -> spaces.Dict:
    mask = spaces.Box(0, 1, (session.game.move_count,), np.int8)
    return spaces.Dict({"observation": _row_space(session), "action_mask": mask})


def _row_space(session: GameSession) -> spaces.Box:
    layout = session.layout
    return spaces.Box(layout.low, layout.high, (layout.size,), layout.dtype.type)


def env_id(game: str) -> str:
    """The id of a game in PettingZoo's registry."""
    return f"menagerie/{game}_{VERSION}"


# For pettingzoo.make("aec", "menagerie/cubosaurs_v0").
for _name in discovery.names():
    if env_id(_name) not in aec_registry:
        register("aec", env_id(_name), entry_point=env, kwargs={"game": _name})
