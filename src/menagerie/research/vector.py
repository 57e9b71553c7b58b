"""A vector environment of Gymnasium: thousands of tables, at each of them one seat that learns."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from menagerie.batch import Batch
from menagerie.encoding import layout
from menagerie.errors import BadInput
from menagerie.game import Game
from menagerie.header import Header
from menagerie.jsontext import shorten
from menagerie.kernel import Numbers
from menagerie.research.extras import needed

with needed(__name__, "Gymnasium"):
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

MODES = {
    AutoresetMode.SAME_STEP: "at once",
    AutoresetMode.NEXT_STEP: "next step",
    AutoresetMode.DISABLED: "never",
}


class TableVectorEnv(VectorEnv[Numbers, Numbers, Numbers]):
    """Many tables of one game; the others at a table move inside the compiled step.

    `seat` is the one that learns; without it, tables take the seats in turn. `others` says how the
    other players play, and `reward` what the end of a game brings, as for `Batch`. An action is the
    number of a move and must be legal: `action_masks()` tells which are, and so do the infos.

    Tables that are over start again in the same step, unless another mode is asked for. Nothing is
    ever truncated. Arrays are copies, unless `copy=False`: then the next step writes into them.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 4096,
        players: int | None = None,
        *,
        seat: int | None = None,
        others: str = "random",
        reward: str = "share",
        options: Mapping[str, object] | None = None,
        edition: dict[str, Any] | str | None = None,
        threads: int = 1,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
    ) -> None:
        if autoreset_mode not in MODES:
            raise BadInput(f"there is no autoreset mode {shorten(str(autoreset_mode))}")
        self.autoreset_mode = autoreset_mode
        self.metadata = {"render_modes": [], "autoreset_mode": autoreset_mode}
        self.copy = copy
        self.num_envs = num_envs
        self.batch = Batch(
            game,
            num_envs,
            players,
            options=options,
            edition=edition,
            threads=threads,
            again=MODES[autoreset_mode],
            reward=reward,
            others=others,
            seats=seats_of(num_envs, Header.create(game, players).players, seat),
        )
        self.single_observation_space = observation_space(self.batch.game)
        self.single_action_space = Discrete(self.batch.game.move_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tables = np.arange(num_envs)
        self._never = np.zeros(num_envs, np.bool_)

    @property
    def seats(self) -> Numbers:
        """Who learns at each table."""
        return self.batch.seats

    def action_masks(self) -> Numbers:
        """True for each legal move, a row for each table; none where a game is over."""
        return self._give(self.batch.legal_mask())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """New games: everywhere, or where `options["reset_mask"]` is true."""
        super().reset(seed=seed)
        where = (options or {}).get("reset_mask")
        self.batch.reset(where, seed=seed)
        return self._give(self.batch.observe()), self._infos()

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        """One move of each learner, and the others' answers."""
        if self.autoreset_mode is AutoresetMode.DISABLED and self.batch.over.any():
            at = int(self.batch.over.argmax())
            raise BadInput(f"table {at} is over, and must be reset first")
        rewards, ends = self.batch.step(actions)
        infos = self._infos()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ends.any():
            infos["final_obs"] = self._give(self.batch.finals)
            infos["final_info"] = {}
            infos["_final_obs"] = infos["_final_info"] = ends.copy()
        own = rewards[self._tables, self.seats]
        seen = self._give(self.batch.observe())
        return seen, own, ends.copy(), self._never.copy(), infos

    def close_extras(self, **_kwargs: Any) -> None:
        self.batch.close()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _give(self, array: Numbers) -> Numbers:
        return array.copy() if self.copy else array


def observation_space(game: Game) -> Box:
    """What a seat observes, as a space of Gymnasium."""
    rows = layout(game)
    return Box(rows.low, rows.high, (rows.size,), np.int8)


def seats_of(tables: int, players: int, seat: int | None) -> Numbers:
    """The seat that learns at each table: one for all, or one after the other."""
    if seat is None:
        return np.arange(tables) % players
    return np.full(tables, seat)
