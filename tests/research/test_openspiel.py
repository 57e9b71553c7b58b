"""The games in OpenSpiel: its own tests, and what a player may and may not know."""

import copy
import pickle
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import observation
from open_spiel.python.algorithms import ismcts, mcts
from support.research_games import Setting, forms, label, settings

from menagerie import BadInput, discovery
from menagerie.game import Option
from menagerie.header import Header
from menagerie.position import Position
from menagerie.research import openspiel, openspiel_parameters
from menagerie.research.trajectory import CHANCE_NODES, CHANCE_OUTCOMES

each = pytest.mark.parametrize("game", discovery.names())
some_seats = pytest.mark.parametrize(
    "setting", [setting for setting in settings() if setting[1] in (2, 4)], ids=label
)


def loaded(setting: Setting, **parameters: Any) -> Any:
    name, players, form = setting
    return pyspiel.load_game(f"menagerie_{name}", {"players": players, **form, **parameters})


def played(game: Any, moves: int, seed: int = 0) -> Any:
    """A state after some random moves, or the last one before the end."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    for _ in range(CHANCE_NODES):
        state.apply_action(rng.randrange(CHANCE_OUTCOMES))
    for _ in range(moves):
        before = state.clone()
        state.apply_action(rng.choice(state.legal_actions()))
        if state.is_terminal():
            return before
    return state


def shown(state: Any, player: int) -> tuple[Any, ...]:
    """Everything that OpenSpiel shows to a player."""
    return (
        state.observation_string(player),
        state.observation_tensor(player),
        state.information_state_string(player),
        state.information_state_tensor(player),
    )


@some_seats
def test_it_passes_the_test_of_the_library(
    setting: Setting, capfd: pytest.CaptureFixture[str]
) -> None:
    pyspiel.random_sim_test(loaded(setting, memory=2), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()  # it talks a lot


@each
def test_is_mcts_plays_a_whole_game(game: str) -> None:
    found = pyspiel.load_game(f"menagerie_{game}")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng, max_length=4)
    bots = [
        ismcts.ISMCTSBot(found, evaluator, uct_c=2.0, max_simulations=3, random_state=rng)
        for _ in range(2)
    ]
    state = played(found, 0)
    while not state.is_terminal():
        state.apply_action(bots[state.current_player()].step(state))
    assert sum(state.returns()) == pytest.approx(0)
    assert max(state.returns()) in (0, 1)


@some_seats
def test_tables_that_look_the_same_to_a_player_are_told_the_same(setting: Setting) -> None:
    state = played(loaded(setting, memory=3), 23)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    different = 0
    for player in range(setting[1]):
        told = shown(state, player)
        for _ in range(3):
            other = state.resample_from_infostate(player, sampler)
            assert shown(other, player) == told
            assert other.current_player() == state.current_player()
            different += str(other) != str(state)
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
    assert different


@each
def test_an_imagined_state_knows_nothing_of_what_was_hidden(game: str) -> None:
    state = played(loaded((game, 3, {})), 20)
    player = state.current_player()
    other = state.resample_from_infostate(player, random.Random(5).random)
    again = state.resample_from_infostate(player, random.Random(5).random)
    assert str(other) == str(again)  # the sampler is all its chance
    assert len(other.history()) == CHANCE_NODES
    assert other.history() != state.history()[:CHANCE_NODES]
    trajectory = other.trajectory
    assert trajectory.moves == []
    past = trajectory.last_decisions[player]
    while past is not None:
        assert past.array is None  # only what was seen is left
        past = past.previous
    assert all(trajectory.last_decisions[seat] is None for seat in range(3) if seat != player)


@each
def test_an_information_state_remembers_what_an_observation_forgets(game: str) -> None:
    state = played(pyspiel.load_game(f"menagerie_{game}"), 20)
    player = state.current_player()
    forgetful = state.clone()
    forgetful.trajectory.last_decisions = [None, None]
    assert forgetful.observation_string(player) == state.observation_string(player)
    assert forgetful.information_state_string(player) != state.information_state_string(player)
    assert forgetful.information_state_tensor(player) != state.information_state_tensor(player)


@each
def test_own_decisions_are_in_the_tensor_the_latest_first(game: str) -> None:
    found = pyspiel.load_game(f"menagerie_{game}")
    state = played(found, 0)
    rng = random.Random(3)
    seen: list[tuple[int, list[float]]] = []
    while len(seen) < 5:
        player, move = state.current_player(), rng.choice(state.legal_actions())
        if player == 0:
            seen.insert(0, (move, state.observation_tensor(0)))
        state.apply_action(move)
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    observer = observation.make_observation(found, kind)
    observer.set_from(state, 0)
    assert observer.dict["observation"].tolist() == state.observation_tensor(0)
    assert observer.dict["moves"][:6].tolist() == [*(move + 1 for move, _ in seen), 0]
    assert observer.dict["past"][:5].tolist() == [row for _, row in seen]
    assert not observer.dict["past"][5:].any()


@each
def test_what_everybody_sees_can_be_asked_for_alone(game: str) -> None:
    found = pyspiel.load_game(f"menagerie_{game}")
    state = played(found, 20)
    public = pyspiel.IIGObservationType(
        perfect_recall=False, public_info=True, private_info=pyspiel.PrivateInfoType.NONE
    )
    observer = observation.make_observation(found, public)
    assert observer.string_from(state, 0) == observer.string_from(state, 1)
    observer.set_from(state, 0)
    assert not observer.tensor[-5:].any()
    private = pyspiel.IIGObservationType(perfect_recall=False, public_info=False)
    with pytest.raises(BadInput, match="an observer must include public information"):
        found.make_py_observer(private)


@each
def test_states_are_written_down_as_a_header_and_moves(game: str) -> None:
    state = played(pyspiel.load_game(f"menagerie_{game}"), 20)
    imagined = state.resample_from_infostate(1, random.Random(1).random)
    imagined.apply_action(imagined.legal_actions()[0])
    for one in (state, imagined):
        found, read = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(state.get_game(), one)
        )
        assert str(found) == str(state.get_game())
        for other in (read, pickle.loads(pickle.dumps(one)), one.clone()):  # noqa: S301 - our own
            assert str(other) == str(one)
            assert shown(other, 1) == shown(one, 1)
            assert other.history() == one.history()
    _, (header, outcomes, moves, start) = state.trajectory.__reduce__()
    assert (header["game"], len(outcomes), len(moves), start) == (game, CHANCE_NODES, 20, None)


@each
def test_its_seed_gives_the_same_game_elsewhere(game: str) -> None:
    for form in forms(game):
        state = played(loaded((game, 3, form)), 25)
        position = Position(Header.create(game, 3, seed=state.trajectory.seed, options=form))
        for action in state.history()[CHANCE_NODES:]:
            move = next(move for move in position.legal_moves if move.number == action)
            position.push(move)
        assert position.table.tobytes() == state.trajectory.array.tobytes()
        words = [move.words() for move in position.legal_moves]
        assert [state.action_to_string(action) for action in state.legal_actions()] == words


def test_copies_do_not_disturb_each_other() -> None:
    state = played(pyspiel.load_game("menagerie_cubosaurs"), 10)
    before, told = str(state), shown(state, 0)
    for twin in (state.clone(), copy.deepcopy(state)):
        twin.apply_action(twin.legal_actions()[0])
        assert str(state) == before
        assert shown(state, 0) == told


def test_an_option_left_alone_is_as_the_game_has_it() -> None:
    for players, rounds in ((2, 3), (4, 2)):
        game = pyspiel.load_game("menagerie_cubosaurs", {"players": players})
        assert game.header.options["rounds"] == rounds
    game = pyspiel.load_game("menagerie_cubosaurs(players=2,rounds=5,advanced=True)")
    assert game.header.options["rounds"] == 5
    assert game.header.options["advanced"] is True
    assert pyspiel.load_game("menagerie_catbox(overlap=any)").header.options["overlap"] == "any"


@pytest.mark.parametrize(("longest", "memory"), [(40, 40), (64, 64), (1000, 64)])
def test_a_short_game_is_not_given_more_memory_than_moves(longest: int, memory: int) -> None:
    game = replace(discovery.load("cubosaurs"), max_game_length=longest)
    assert openspiel_parameters.specification(game)["memory"] == memory
    kind = type(
        "Short", (openspiel.SpielGame,), {"game": game, "game_type": openspiel.game_type(game)}
    )
    assert kind().memory == memory


def test_defaults_that_depend_on_the_players_are_left_to_the_game() -> None:
    game = replace(
        discovery.load("catbox"),
        options=(
            Option("flag", (False, True), lambda players: players > 2),
            Option("text", ("x", "y"), lambda players: "xy"[players > 2]),
            Option("number", (1, 2), lambda _: 1),
        ),
    )
    given = openspiel_parameters.specification(game)
    assert (given["flag"], given["text"], given["number"]) == (-1, "", 1)
    assert openspiel_parameters.options(game, given) == {"number": 1}
    chosen = openspiel_parameters.options(game, given | {"flag": 1, "text": "y"})
    assert chosen == {"flag": True, "text": "y", "number": 1}


def test_an_edition_is_the_path_of_a_file(tmp_path: Path) -> None:
    text = (discovery.load("cubosaurs").folder / "edition.toml").read_text(encoding="utf-8")
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("tokens = 40", "tokens = 41"), encoding="utf-8")
    game = pyspiel.load_game("menagerie_cubosaurs", {"edition": str(file)})
    assert game.header.edition != discovery.load("cubosaurs").standard


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ({"players": 9}, "is for 2 to 5 players"),
        ({"rounds": 9}, "option rounds cannot be 9"),
        ({"memory": -1}, "memory must be 0 to"),
        ({"edition": "/nowhere.toml"}, "cannot be read"),
    ],
)
def test_an_invalid_argument_is_one_line(wrong: dict[str, Any], line: str) -> None:
    game_class = openspiel.game_class("cubosaurs")
    with pytest.raises(BadInput, match=line):
        game_class(wrong)
