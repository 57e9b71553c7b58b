"""Every game as an environment of PettingZoo: `env("cubosaurs", players=4)`.

Seats act in turn, `player_0` and so on. An observation is a row of numbers (see `encoding.py`) with
a mask of the legal moves; an action is the number of a move. Rewards come at the end of a game:
`win` is 1 for whoever wins alone, `margin` the points ahead of the others' average; both add up to
nothing. A rendering shows what a watcher may see, or, with `show_to="acting"`, whoever is to move.
"""

import random
from collections.abc import Mapping
from typing import Any

import numpy as np

from menagerie import discovery
from menagerie.kernel import Numbers
from menagerie.research import rewards as rewarding
from menagerie.research import showing
from menagerie.research.extras import needed
from menagerie.research.playing import Play
from menagerie.research.stepping import OVER
from menagerie.research.wrapping import wrap

with needed(__name__, "PettingZoo"):
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.env_registry.registration import aec_registry, register

VERSION = "v0"
ILLEGAL = -1.0  # what an illegal move brings; it ends the game

Seen = dict[str, Numbers]


class Moves(spaces.Discrete):
    """The numbers of moves; whether one is among them is asked at every step, and told quickly."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count

    def contains(self, x: Any) -> bool:
        return 0 <= x < self.count if type(x) is int else super().contains(x)


class raw_env(AECEnv[str, Seen, int | None], EzPickle):  # type: ignore[misc] # noqa: N801 - PettingZoo's own name; it has no types
    """The environment itself; `env` makes one with PettingZoo's usual checks around it."""

    def __init__(
        self,
        game: str = "cubosaurs",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: dict[str, Any] | str | None = None,
        rewards: str = "share",
        render_mode: str | None = None,
        show_to: int | str = showing.WATCHING,
    ) -> None:
        EzPickle.__init__(self, game, players, options, edition, rewards, render_mode, show_to)
        super().__init__()
        self.play = play = Play(game, players, options, edition)
        self.kind = rewarding.check(rewards)
        self.render_mode = showing.check_mode(render_mode)
        self.show_to = showing.check_eyes(show_to, play.players)
        self.metadata = {
            "name": f"{play.game.name}_{VERSION}",
            "render_modes": list(showing.MODES),
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(play.players)]
        self.action_spaces = {agent: Moves(play.game.move_count) for agent in self.possible_agents}
        self.observation_spaces = {agent: _space(play) for agent in self.possible_agents}
        self.state_space = _row_space(play)
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._chance = random.Random()

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game, with a seed the one that `menagerie.new` starts; options are not used."""
        del options
        if seed is None:
            seed = self._chance.getrandbits(63)
        else:
            self._chance.seed(seed)
        self.play.start(seed)
        agents = self.possible_agents
        self.agents = agents[:]
        self.rewards = dict.fromkeys(agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(agents, 0.0)
        self.terminations = dict.fromkeys(agents, False)
        self.truncations = dict.fromkeys(agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agent_selection = agents[self.play.turn]
        self._skip_agent_selection = None

    def step(self, action: int | None) -> None:
        """Let whoever is to move do so; after the end, None takes an agent off the table."""
        agent = self.agent_selection
        if action is None or self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        play = self.play
        play.push(int(action))
        self._cumulative_rewards[agent] = 0.0
        if play.turn == OVER:
            self._end()
        else:
            self.agent_selection = self.possible_agents[play.turn]
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        agents = self.agents
        self.rewards = dict(zip(agents, self.play.returns(self.kind), strict=True))
        self.terminations = dict.fromkeys(agents, True)
        self.infos = {agent: self.play.result() for agent in agents}
        self._accumulate_rewards()
        self.agent_selection = agents[0]

    def observe(self, agent: str) -> Seen:
        """What an agent sees; the mask is of zeros for all but whoever is to move."""
        seat, play = self._seats[agent], self.play
        mask = play.mask.copy() if seat == play.turn else np.zeros_like(play.mask)
        return {"observation": play.row(seat), "action_mask": mask}

    def state(self) -> Numbers:
        """All that lies on the table, hidden cards too: for critics that see everything."""
        return self.play.whole_row()

    def words(self, action: int, language: str = "en") -> str:
        """What an action means for whoever is to move: `keep the Hand`."""
        return self.play.words(action, language)

    def render(self) -> str | Numbers | None:
        """The table as `render_mode` and `show_to` say."""
        seat = showing.seat_of(self.show_to, self.play.turn)
        return showing.show(self.render_mode, self.play.game, self.play.observe(seat))

    def close(self) -> None:
        """There is nothing to close."""

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]


def env(game: str = "cubosaurs", **settings: Any) -> AECEnv[str, Seen, int | None]:
    """A game as PettingZoo's own come: an illegal move ends it, and calls are checked."""
    return wrap(raw_env(game, **settings), ILLEGAL)


def _space(play: Play) -> spaces.Dict:
    mask = spaces.Box(0, 1, (play.game.move_count,), np.int8)
    return spaces.Dict({"observation": _row_space(play), "action_mask": mask})


def _row_space(play: Play) -> spaces.Box:
    found = play.layout
    return spaces.Box(found.low, found.high, (found.size,), found.dtype.type)


def name_of(game: str) -> str:
    """The name by which PettingZoo knows a game."""
    return f"menagerie/{game}_{VERSION}"


# So that pettingzoo.make("aec", "menagerie/cubosaurs_v0") finds them.
for _name in discovery.names():
    if name_of(_name) not in aec_registry:
        register("aec", name_of(_name), entry_point=env, kwargs={"game": _name})
