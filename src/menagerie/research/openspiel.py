"""Every game for OpenSpiel: `pyspiel.load_game("menagerie_cubosaurs(players=4,advanced=True)")`.

Importing this module registers them. Chance chooses a seed at the start, in a few explicit choices
that nobody sees; returns are 1 for whoever wins alone, and add up to nothing. An observation is
what the seat sees, its information state what it saw and did at all of its own decisions.
`resample_from_infostate` imagines another table that fits, so that IS-MCTS never sees a secret.
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
from menagerie.research import parameters, remembering, stepping
from menagerie.research.course import CHOICES, OUTCOMES, Course
from menagerie.research.extras import needed
from menagerie.research.stepping import OVER

with needed(__name__, "OpenSpiel"):
    import pyspiel

PREFIX = "menagerie_"
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class SpielGame(pyspiel.Game):  # type: ignore[misc] # OpenSpiel has no types
    """One game with its number of players and its options."""

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
            options=parameters.options(self.game, given),
        )
        if not 0 <= self.memory <= self.game.longest:
            raise BadInput(f"memory must be 0 to {self.game.longest}, not {self.memory}")
        self.blank = self.game.blank(self.header.edition)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.move_count,
            max_chance_outcomes=OUTCOMES,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.game.longest,
        )
        super().__init__(self.game_type, info, params or {})
        ready = Course(self.header, self.blank)
        ready.chances = (0,) * CHOICES
        stepping.prepare(self.game, ready.tables)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return CHOICES

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        if params:
            raise BadInput(f"observers take no parameters: {jsontext.shorten(params)}")
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class SpielState(pyspiel.State):  # type: ignore[misc] # OpenSpiel has no types
    """A moment of a game. Whatever OpenSpiel copies or saves of it is its course."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.course = Course(game.header, game.blank)

    def current_player(self) -> int:
        course = self.course
        if not course.dealt:
            return CHANCE
        return TERMINAL if course.turn == OVER else course.turn

    def is_terminal(self) -> bool:
        return self.course.dealt and self.course.turn == OVER

    # OpenSpiel asks these two itself, by way of others; from Python that would take longer.

    def is_chance_node(self) -> bool:
        return not self.course.dealt

    def legal_actions(self, player: int | None = None) -> list[int]:
        turn = self.current_player()
        if turn >= 0 and player in (None, turn):
            return self.course.legal()
        found: list[int] = super().legal_actions(*(() if player is None else (player,)))
        return found

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _legal_actions(self, _player: int) -> list[int]:
        return self.course.legal()

    def _apply_action(self, action: int) -> None:
        if self.course.dealt:
            self.course.push(action)
        else:
            self.course.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"chance chooses {action}"
        game = self.course.header.game
        return game.move_codec.to_words(self.course.tables[0], action, game.text("en"))

    def returns(self) -> list[float]:
        if not self.course.dealt:
            return [0.0] * self.course.header.players
        return self.course.returns()

    def resample_from_infostate(
        self, player: int, probability_sampler: Callable[[], float]
    ) -> "SpielState":
        """Another state that looks the same to a player; what came before it is not told."""
        twin: SpielState = self.get_game().new_initial_state()
        for _ in range(CHOICES):
            twin.apply_action(min(int(probability_sampler() * OUTCOMES), OUTCOMES - 1))
        if self.course.dealt:
            twin.course.imagine(self.course, player)
        return twin

    def __str__(self) -> str:
        course = self.course
        if not course.dealt:
            return f"chance chose {list(course.chances)}"
        return jsontext.canonical(course.header.game.document.to_json(course.tables[0]))


class Observer:
    """What a player sees (see OpenSpiel's observation.py): a row of numbers, and a text."""

    def __init__(self, game: SpielGame, kind: Any) -> None:
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise BadInput("observers see what everybody sees, with or without what a player sees")
        self.watching = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.recall = kind.perfect_recall and not self.watching
        size = layout(game.game).size
        shapes: dict[str, tuple[int, ...]] = {"observation": (size,)}
        if self.recall and game.memory:
            shapes |= {"moves": (game.memory,), "past": (game.memory, size)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict, end = {}, 0
        for name, shape in shapes.items():
            piece = self.tensor[end : end + int(np.prod(shape))]
            self.dict[name] = piece.reshape(shape)
            end += len(piece)

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor; the latest decision comes first, and a move is its number and 1."""
        self.tensor.fill(0)
        course = state.course
        if not course.dealt:
            return
        self.dict["observation"][:] = course.row(WATCHER if self.watching else player)
        if "past" in self.dict:
            room = len(self.dict["moves"])
            for i, memory in enumerate(remembering.last(course.memories[player], room)):
                self.dict["moves"][i] = memory.move + 1
                self.dict["past"][i] = memory.row(course.header.game)

    def string_from(self, state: SpielState, player: int) -> str:
        """What is seen, as JSON; an information state as a fingerprint of that and all the past."""
        course, seat = state.course, WATCHER if self.watching else player
        if not course.dealt:
            return f"player {seat}, before the deal"
        game = course.header.game
        if not self.recall:
            return jsontext.canonical(game.document.to_json(course.observe(seat)))
        memory = course.memories[player]
        past = memory.digest(game).hex() if memory else "nothing"
        now = remembering.fingerprint(course.row(player).tobytes()).hex()
        return f"player {player} sees {now} after {past}"


def kind_of(game: Game) -> Any:
    """What OpenSpiel is told about a game."""
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
        parameter_specification=parameters.of(game),
    )


@cache
def made(name: str) -> type[SpielGame]:
    """The class of a game."""
    game = discovery.load(name)
    found = {"game_type": kind_of(game), "game": game}
    return type(f"Spiel{name.capitalize()}", (SpielGame,), found)


for _name in discovery.names():
    if PREFIX + _name not in pyspiel.registered_names():
        pyspiel.register_game(made(_name).game_type, made(_name))
