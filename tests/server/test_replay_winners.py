"""Winners in a replay, including games that a tie-break decides."""

import random
from collections.abc import Mapping

import pytest
from support.server.live_server import Server, Visitor
from support.server.two_player_game import TwoPlayerGame

from menagerie.header import Header
from menagerie.log_entry import LogEntry
from menagerie.match import Match
from menagerie.server.history.replay import replay_steps

# Random games that end in a tie on points, found by trying many seeds.
TIED_GAMES = pytest.mark.parametrize(
    ("game", "seed", "options", "points", "winner"),
    [
        ("catbox", 5, {}, [25, 25], 0),
        ("cubosaurs", 41, {"rounds": 2}, [1, 1], 1),
        ("incubation", 73, {}, [93, 93], 0),
    ],
)


def play(game: str, seed: int, options: Mapping[str, object]) -> Match:
    match = Match(Header.create(game, 2, seed=str(seed), options=options))
    rng = random.Random(seed)
    while (turn := match.position.turn) is not None:
        move = rng.choice(match.position.legal_moves).to_json()
        match.add(match.prepare(LogEntry("move", turn, move)))
    return match


@TIED_GAMES
def test_a_tie_break_decides_among_equal_points(
    game: str, seed: int, options: Mapping[str, object], points: list[int], winner: int
) -> None:
    match = play(game, seed, options)
    found = replay_steps(match.header, match.entries, "en")
    assert found[-1]["turn"] is None
    assert found[-1]["points"] == points
    assert found[-1]["winners"] == [winner]
    assert all(frame["winners"] == [] for frame in found[:-1])


def test_the_replay_of_a_table_names_the_winners_whom_the_players_saw(
    server: Server, eve: Visitor
) -> None:
    with TwoPlayerGame(server, "cubosaurs", options={"rounds": 1}) as session:
        session.play(seed=1)
    found = eve.ask("get", f"/api/tables/{session.table}/replay")["frames"]
    assert found[-1]["winners"] == session.sights[0]["winners"] != []
    assert [frame["winners"] for frame in found[:-1]] == [[]] * (len(found) - 1)
