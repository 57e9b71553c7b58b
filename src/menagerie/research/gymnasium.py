"""Every game as a Gymnasium environment: you play one seat, bots play the others.

Import this module, then call `gymnasium.make("Menagerie/Cubosaurs-v0", players=3, bots="hard")`. An
observation is a row of numbers (see `encoding.py`), and an action is a move number.
`action_masks()` and `info["action_mask"]` mark the legal moves; an illegal move ends the game with
the reward -1.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from menagerie import bots as bot_players
from menagerie import discovery
from menagerie.contract import Seat
from menagerie.errors import BadInput
from menagerie.header import derive_key
from menagerie.jsontext import Json, abbreviate_json
from menagerie.kernel import Numbers
from menagerie.research import render
from menagerie.research import rewards as reward_kinds
from menagerie.research.game_session import GameSession
from menagerie.research.kernels import OVER
from menagerie.research.optional_imports import optional_import

with optional_import(__name__, "Gymnasium"):
    import gymnasium
    from gymnasium import spaces

NAMESPACE = "Menagerie"
ILLEGAL_REWARD = -1.0

Info = dict[str, Any]


class SeatEnv(gymnasium.Env[Numbers, np.int64]):
    """A table at which you play one seat, or with `seat=None` a random one in each game."""

    metadata = {"render_modes": list(render.MODES), "render_fps": 2}  # noqa: RUF012 - Gymnasium declares it like this

    def __init__(
        self,
        game: str = "cubosaurs",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: Json | str | None = None,
        seat: Seat | None = 0,
        bots: str = "normal",
        rewards: reward_kinds.Kind = "share",
        render_mode: render.Mode | None = None,
    ) -> None:
        self.session = session = GameSession(game, players, options, edition)
        self.fixed_seat = _check_seat(seat, session.players)
        self.seat = self.fixed_seat or 0
        self.level = bots
        self.bots = self._seat_bots()
        self.kind = reward_kinds.check(rewards)
        self.render_mode = render.check_mode(render_mode)
        self.over = True  # until `reset`, and after an illegal move
        layout = session.layout
        self.observation_space = spaces.Box(
            layout.low, layout.high, (layout.size,), layout.dtype.type
        )
        self.action_space = spaces.Discrete(session.game.move_count)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Numbers, Info]:
        """Start a game and let the bots play until it is your turn.

        A seed starts the same game as `menagerie.new`. The options are not used.
        """
        super().reset(seed=seed)
        del options
        if self.fixed_seat is None:
            self.seat = int(self.np_random.integers(self.session.players))
        self.session.start(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self.bots = self._seat_bots()
        self._play_bots()
        self.over = self.session.turn == OVER
        return self._row(), self._info()

    def step(self, action: int | np.int64) -> tuple[Numbers, float, bool, bool, Info]:
        """Make your move, and let the bots play until it is your turn again."""
        session, move = self.session, int(action)
        if self.over:
            raise BadInput("the game is over: call reset")
        if not self.action_space.contains(move) or not session.mask[move]:
            self.over = True
            reason = str(session.illegal(move))
            return self._row(), ILLEGAL_REWARD, True, False, self._info() | {"illegal": reason}
        session.push(move)
        self._play_bots()
        self.over = session.turn == OVER
        reward = session.returns(self.kind)[self.seat] if self.over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._row(), reward, self.over, False, self._info()

    def action_masks(self) -> Numbers:
        """The legal moves, under the name that sb3-contrib expects."""
        return self.session.mask.astype(bool)

    def words(self, action: int, language: str = "en") -> str:
        """An action in words: `keep the Hand`."""
        return self.session.words(action, language)

    def render(self) -> Any:
        """Render the table as your seat sees it."""
        return render.show(self.render_mode, self.session.game, self.session.observe(self.seat))

    def _play_bots(self) -> None:
        """Let the bots play until it is your turn; each sees only what its seat observes."""
        session = self.session
        while session.turn not in (self.seat, OVER):
            session.push(self.bots[session.turn].choose(session.observe(session.turn)))

    def _seat_bots(self) -> list[bot_players.Bot]:
        seed = self.session.header.seed
        return [
            bot_players.create(self.level, self.session.game, derive_key(seed, f"bot/{seat}"))
            for seat in range(self.session.players)
        ]

    def _row(self) -> Numbers:
        return self.session.row(self.seat)

    def _info(self) -> Info:
        info = {"action_mask": self.session.mask.copy(), "seat": self.seat}
        return info | (self.session.result() if self.session.turn == OVER else {})


def _check_seat(seat: object, players: int) -> Seat | None:
    if seat is None:
        return None
    if isinstance(seat, bool) or not isinstance(seat, int) or seat not in range(players):
        raise BadInput(f"seat must be None or 0 to {players - 1}, not {abbreviate_json(seat)}")
    return seat


def env_id(game: str) -> str:
    """The id of a game in Gymnasium's registry."""
    return f"{NAMESPACE}/{game.capitalize()}-v0"


for _name in discovery.names():
    if env_id(_name) not in gymnasium.registry:
        gymnasium.register(env_id(_name), f"{__name__}:SeatEnv", kwargs={"game": _name})
