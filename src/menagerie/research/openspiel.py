"""Every game for OpenSpiel: `pyspiel.load_game("menagerie_cubosaurs(players=4,advanced=True)")`.

Importing this module registers the games. A few explicit chance nodes at the start choose the seed;
no player observes them. Returns are zero-sum: a sole winner gets 1. The observation of a player is
what the seat sees now; its information state adds what it saw and did at each of its decisions.
`resample_from_infostate` samples a table consistent with it, so IS-MCTS never sees hidden
information.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from menagerie import discovery, editions, jsontext
from menagerie.encoding import layout
from menagerie.errors import BadInput
from menagerie.game import WATCHER, Game
from menagerie.header import STANDARD, Header
from menagerie.research import kernels, openspiel_parameters
from menagerie.research.decision_history import blake2_digest, latest
from menagerie.research.kernels import OVER
from menagerie.research.optional_imports import optional_import
from menagerie.research.trajectory import CHANCE_NODES, CHANCE_OUTCOMES, Trajectory

with optional_import(__name__, "OpenSpiel"):
    import pyspiel

PREFIX = "menagerie_"
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """One game with a number of players and options."""

    game_type: Any
    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = self.game_type.parameter_specification | (params or {})
        players = given.pop("players")
        self.memory = given.pop("memory")
        edition = given.pop("edition")
        self.header = Header.create(
            self.game.name,
            players,
            seed="",
            edition=edition if edition == STANDARD else editions.read(Path(edition)),
            options=openspiel_parameters.options(self.game, given),
        )
        if not 0 <= self.memory <= self.game.max_game_length:
            raise BadInput(f"memory must be 0 to {self.game.max_game_length}, not {self.memory}")
        self.blank = self.game.blank(self.header.edition)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.move_count,
            max_chance_outcomes=CHANCE_OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.max_game_length,
        )
        super().__init__(self.game_type, info, params or {})
        example = Trajectory(self.header, self.blank)
        example.chance_outcomes = (0,) * CHANCE_NODES
        kernels.precompile(self.game, example.array)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return CHANCE_NODES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise BadInput(f"observers take no parameters: {jsontext.abbreviate_json(params)}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A state of a game. OpenSpiel copies and pickles its trajectory."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.trajectory = Trajectory(game.header, game.blank)

    def current_player(self) -> int:
        trajectory = self.trajectory
        if not trajectory.dealt:
            return CHANCE
        return TERMINAL if trajectory.turn == OVER else trajectory.turn

    def is_terminal(self) -> bool:
        return self.trajectory.dealt and self.trajectory.turn == OVER

    # OpenSpiel derives the next two from other methods, which is slower from Python.

    def is_chance_node(self) -> bool:
        return not self.trajectory.dealt

    def legal_actions(self, player: int | None = None) -> list[int]:
        turn = self.current_player()
        if turn >= 0 and player in (None, turn):
            return self.trajectory.legal()
        found: list[int] = super().legal_actions(*(() if player is None else (player,)))
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / CHANCE_OUTCOMES) for outcome in range(CHANCE_OUTCOMES)]

    def _legal_actions(self, _player: int) -> list[int]:
        return self.trajectory.legal()

    def _apply_action(self, action: int) -> None:
        if self.trajectory.dealt:
            self.trajectory.push(action)
        else:
            self.trajectory.add_chance_outcome(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"chance chooses {action}"
        game = self.trajectory.header.game
        return game.move_codec.to_words(self.trajectory.array[0], action, game.text("en"))

    def returns(self) -> list[float]:
        if not self.trajectory.dealt:
            return [0.0] * self.trajectory.header.players
        return self.trajectory.returns()

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> "SpielState":
        """Another state with the same information state for a player, without its history."""
        sample: SpielState = self.get_game().new_initial_state()
        for _ in range(CHANCE_NODES):
            sample.apply_action(
                min(int(probability_sampler() * CHANCE_OUTCOMES), CHANCE_OUTCOMES - 1)
            )
        if self.trajectory.dealt:
            sample.trajectory.resample(self.trajectory, player)
        return sample

    def __str__(self) -> str:
        trajectory = self.trajectory
        if not trajectory.dealt:
            return f"chance chose {list(trajectory.chance_outcomes)}"
        return jsontext.canonical(trajectory.header.game.document.to_json(trajectory.array[0]))


class Observer:
    """What a player sees, as a tensor and as text (see OpenSpiel's observation.py)."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadInput(
                "an observer must include public information, and may include that of one player"
            )
        self.is_public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.has_recall = kind.perfect_recall and not self.is_public
        size = layout(game.game).size
        shapes: dict[str, tuple[int, ...]] = {"observation": (size,)}
        if self.has_recall and game.memory:
            shapes |= {"moves": (game.memory,), "past": (game.memory, size)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict, end = {}, 0
        for name, shape in shapes.items():
            piece = self.tensor[end : end + int(np.prod(shape))]
            self.dict[name] = piece.reshape(shape)
            end += len(piece)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor: decisions newest first, each move as its number plus 1."""
        self.tensor.fill(0)
        trajectory = state.trajectory
        if not trajectory.dealt:
            return
        self.dict["observation"][:] = trajectory.row(WATCHER if self.is_public else player)
        if "past" in self.dict:
            capacity = len(self.dict["moves"])
            decisions = latest(trajectory.last_decisions[player], capacity)
            for i, decision in enumerate(decisions):
                self.dict["moves"][i] = decision.move + 1
                self.dict["past"][i] = decision.row(trajectory.header.game)

    def string_from(self, state: SpielState, player: int) -> str:
        """The observation as JSON; an information state as a hash of it and of the past."""
        trajectory, seat = state.trajectory, WATCHER if self.is_public else player
        if not trajectory.dealt:
            return f"player {seat}, before the deal"
        game = trajectory.header.game
        if not self.has_recall:
            return jsontext.canonical(game.document.to_json(trajectory.observe(seat)))
        decision = trajectory.last_decisions[player]
        past = decision.digest(game).hex() if decision else "nothing"
        now = blake2_digest(trajectory.row(player).tobytes()).hex()
        return f"player {player} sees {now} after {past}"


def game_type(game: Game) -> Any:
    """The description of a game that OpenSpiel registers."""
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.text("en")("title"),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=openspiel_parameters.specification(game),
    )


@cache
def game_class(name: str) -> type[SpielGame]:
    """The subclass of SpielGame for a game."""
    game = discovery.load(name)
    found = {"game_type": game_type(game), "game": game}
    return type(f"Spiel{name.capitalize()}", (SpielGame,), found)


for _name in discovery.names():
    if PREFIX + _name not in pyspiel.registered_names():
        pyspiel.register_game(game_class(_name).game_type, game_class(_name))
