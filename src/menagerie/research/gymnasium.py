"""Every game as an environment of Gymnasium: one seat is yours, bots have the others.

`gymnasium.make("Menagerie/Cubosaurs-v0", players=3, bots="hard")`, once this module is imported. An
observation is a row of numbers (see `encoding.py`), an action the number of a move. Which moves are
legal says `action_masks()`, and `info["action_mask"]`; any other ends the game and brings -1.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from menagerie import bots as players_of
from menagerie import discovery
from menagerie.errors import BadInput
from menagerie.header import derive_key
from menagerie.jsontext import shorten
from menagerie.kernel import Numbers
from menagerie.research import rewards as rewarding
from menagerie.research import showing
from menagerie.research.extras import needed
from menagerie.research.playing import Play
from menagerie.research.stepping import OVER

with needed(__name__, "Gymnasium"):
    import gymnasium
    from gymnasium import spaces

NAMESPACE = "Menagerie"
ILLEGAL = -1.0  # what an illegal move brings

Info = dict[str, Any]


class SeatEnv(gymnasium.Env[Numbers, np.int64]):
    """A table with one seat to play from; it may be fixed, or drawn for each game (None)."""

    metadata = {"render_modes": list(showing.MODES), "render_fps": 2}  # noqa: RUF012 - as they do

    def __init__(
        self,
        game: str = "cubosaurs",
        players: int | None = None,
        options: Mapping[str, object] | None = None,
        edition: dict[str, Any] | str | None = None,
        seat: int | None = 0,
        bots: str = "normal",
        rewards: str = "share",
        render_mode: str | None = None,
    ) -> None:
        self.play = play = Play(game, players, options, edition)
        self.fixed = _check_seat(seat, play.players)
        self.seat = self.fixed or 0
        self.level = bots
        self.bots = self._seat_bots()
        self.kind = rewarding.check(rewards)
        self.render_mode = showing.check_mode(render_mode)
        found = play.layout
        self.observation_space = spaces.Box(found.low, found.high, (found.size,), found.dtype.type)
        self.action_space = spaces.Discrete(play.game.move_count)

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Numbers, Info]:
        """Start a game, with a seed the one that `menagerie.new` starts; options are not used.

        The bots play until it is your turn.
        """
        super().reset(seed=seed)
        del options
        if self.fixed is None:
            self.seat = int(self.np_random.integers(self.play.players))
        self.play.start(int(self.np_random.integers(1 << 62)) if seed is None else seed)
        self.bots = self._seat_bots()
        self._wait()
        return self._seen(), self._info()

    def step(self, action: int | np.int64) -> tuple[Numbers, float, bool, bool, Info]:
        """Make your move, and let the bots play until it is your turn again."""
        play, move = self.play, int(action)
        if play.turn == OVER:
            raise BadInput("the game is over: reset comes next")
        if not self.action_space.contains(move) or not play.mask[move]:
            reason = str(play.illegal(move))
            return self._seen(), ILLEGAL, True, False, self._info() | {"illegal": reason}
        play.push(move)
        self._wait()
        over = play.turn == OVER
        reward = play.returns(self.kind)[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> Numbers:
        """Which moves are legal, as sb3-contrib's masked learners ask for it."""
        return self.play.mask.astype(bool)

    def words(self, action: int, language: str = "en") -> str:
        """What an action means: `keep the Hand`."""
        return self.play.words(action, language)

    def render(self) -> Any:
        """The table as your seat sees it."""
        return showing.show(self.render_mode, self.play.game, self.play.observe(self.seat))

    def _wait(self) -> None:
        """Let the bots play; each sees what its seat sees."""
        play = self.play
        while play.turn not in (self.seat, OVER):
            play.push(self.bots[play.turn].choose(play.observe(play.turn)))

    def _seat_bots(self) -> list[players_of.Bot]:
        seed = self.play.header.seed
        return [
            players_of.create(self.level, self.play.game, derive_key(seed, f"bot/{seat}"))
            for seat in range(self.play.players)
        ]

    def _seen(self) -> Numbers:
        return self.play.row(self.seat)

    def _info(self) -> Info:
        info = {"action_mask": self.play.mask.copy(), "seat": self.seat}
        return info | (self.play.result() if self.play.turn == OVER else {})


def _check_seat(seat: object, players: int) -> int | None:
    if seat is None:
        return None
    if isinstance(seat, bool) or not isinstance(seat, int) or seat not in range(players):
        raise BadInput(f"seat is None or 0 to {players - 1}, not {shorten(seat)}")
    return seat


def name_of(game: str) -> str:
    """The name by which Gymnasium knows a game."""
    return f"{NAMESPACE}/{game.capitalize()}-v0"


for _name in discovery.names():
    if name_of(_name) not in gymnasium.registry:
        gymnasium.register(name_of(_name), f"{__name__}:SeatEnv", kwargs={"game": _name})
