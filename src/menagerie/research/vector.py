"""A Gymnasium vector environment: thousands of tables, with one learning seat at each."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from menagerie.batch import Batch, Others, Restart, Reward
from menagerie.encoding import layout
from menagerie.errors import BadInput
from menagerie.game import Game, Seat
from menagerie.header import Header
from menagerie.jsontext import Json, abbreviate_json
from menagerie.kernel import Numbers
from menagerie.research.optional_imports import optional_import

with optional_import(__name__, "Gymnasium"):
    from gymnasium.spaces import Box, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

RESTARTS: dict[AutoresetMode, Restart] = {  # the setting `again` of a Batch
    AutoresetMode.SAME_STEP: "at once",
    AutoresetMode.NEXT_STEP: "next step",
    AutoresetMode.DISABLED: "never",
}


class TableVectorEnv(VectorEnv[Numbers, Numbers, Numbers]):
    """Many tables of one game; the other players move inside the compiled step.

    `seat` learns at every table; without it, the learning seat rotates from table to table.
    `others` and `reward` mean the same as for `Batch`. An action is a move number and must be
    legal: `action_masks()` and the infos list the legal moves.

    By default, a finished game restarts in the same step. Games are never truncated. Arrays are
    copies, unless `copy=False`: then the next step overwrites them.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 4096,
        players: int | None = None,
        *,
        seat: Seat | None = None,
        others: Others = "random",
        reward: Reward = "share",
        options: Mapping[str, object] | None = None,
        edition: Json | str | None = None,
        threads: int = 1,
        autoreset_mode: AutoresetMode = AutoresetMode.SAME_STEP,
        copy: bool = True,
    ) -> None:
        if autoreset_mode not in RESTARTS:
            raise BadInput(f"there is no autoreset mode {abbreviate_json(str(autoreset_mode))}")
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
            again=RESTARTS[autoreset_mode],
            reward=reward,
            others=others,
            seats=learning_seats(num_envs, Header.create(game, players).players, seat),
        )
        self.single_observation_space = observation_space(self.batch.game)
        self.single_action_space = Discrete(self.batch.game.move_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._tables = np.arange(num_envs)
        self._truncations = np.zeros(num_envs, np.bool_)

    @property
    def seats(self) -> Numbers:
        """The learning seat of each table."""
        return self.batch.seats

    def action_masks(self) -> Numbers:
        """True for each legal move, one row per table; all False where a game is over."""
        return self._output(self.batch.legal_mask())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        """Start new games: at all tables, or where `options["reset_mask"]` is true."""
        super().reset(seed=seed)
        where = (options or {}).get("reset_mask")
        self.batch.reset(where, seed=seed)
        return self._output(self.batch.observe()), self._infos()

    def step(self, actions: Numbers) -> tuple[Numbers, Numbers, Numbers, Numbers, dict[str, Any]]:
        """One move of each learner, then the moves of the others."""
        if self.autoreset_mode is AutoresetMode.DISABLED and self.batch.over.any():
            at = int(self.batch.over.argmax())
            raise BadInput(f"table {at} is over; reset it first")
        rewards, ends = self.batch.step(actions)
        infos = self._infos()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ends.any():
            infos["final_obs"] = self._output(self.batch.finals)
            infos["final_info"] = {}
            infos["_final_obs"] = infos["_final_info"] = ends.copy()
        own = rewards[self._tables, self.seats]
        seen = self._output(self.batch.observe())
        return seen, own, ends.copy(), self._truncations.copy(), infos

    def close_extras(self, **_kwargs: Any) -> None:
        self.batch.close()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def _output(self, array: Numbers) -> Numbers:
        return array.copy() if self.copy else array


def observation_space(game: Game) -> Box:
    """The observation space of one seat."""
    rows = layout(game)
    return Box(rows.low, rows.high, (rows.size,), np.int8)


def learning_seats(tables: int, players: int, seat: Seat | None) -> Numbers:
    """The learning seat of each table: the same everywhere, or in rotation."""
    if seat is None:
        return np.arange(tables) % players
    return np.full(tables, seat)
