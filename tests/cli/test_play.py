"""A game in the terminal: the table, the prompt, and quitting."""

import re

import pytest
from support.cli.command import Run

from menagerie import discovery, texts
from menagerie.texts import LANGUAGES

ADVANCED = ["--players", "3", "--option", "advanced=true", "--option", "rounds=1"]
PLAYER = {"en": "Player", "fr": "Joueur", "it": "Giocatore"}
KEEP = {"en": "keep the Hand", "fr": "conserver la Main", "it": "tieni la mano"}


def asked(told: str) -> int:
    """How often the player was prompted for a move."""
    return told.count("Your move (")


def test_bots_think_in_several_threads_when_asked(run: Run) -> None:
    assert "threads must be 1 to 64" in run("play", "cubosaurs", "--threads", "0").complaint
    told = run(
        "play", "cubosaurs", "-s", "1", "--bot", "easy", "--threads", "2", stdin="1\n"
    ).answer
    assert "easy" in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seat", ["0", "2"])
def test_a_whole_game_is_played_by_numbers(language: str, seat: str, run: Run) -> None:
    args = ["--seed", "1", "--seat", seat, "--lang", language, *ADVANCED]
    told = run("play", "cubosaurs", *args, stdin="1\n" * 500).answer
    text = texts.ours(language)
    assert told.strip().endswith((text("play.won"), text("play.lost")))
    for number in (1, 2, 3):
        assert f"{PLAYER[language]} {number}" in told


def test_the_table_says_whose_turn_it_is_and_the_points(run: Run) -> None:
    told = run("play", "cubosaurs", "-s", "1", "--seat", "1", *ADVANCED).answer
    assert "▶ Player 2" in told
    assert "▶ Player 1" not in told
    for word in ("Round 1 of 1", "Market", "Supply", "Collection", "Points", "Total", "DNA"):
        assert word in told
    assert re.search(r"^ +1 +keep the Hand$", told, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_may_be_typed_in_words_or_as_json(language: str, run: Run) -> None:
    args = ["play", "cubosaurs", "-s", "1", "--lang", language]
    by_number = run(*args, stdin="1\n1\n").answer
    words = KEEP[language]
    assert words in by_number
    assert run(*args, stdin=f'{words.upper()}\n{{"do": "keep"}}\n').answer == by_number


@pytest.mark.parametrize(
    "answer",
    [
        *("", " ", "0", "-1", "99", "1.5", "1 2", "x", "sing", "²", "[/]", "[bold]", "\x00"),
        *("{", "{}", "[]", "null", '{"do": "sing"}', '{"do": "refuse", "add": "unicorn"}'),
        *('{"do": "rob", "seat": 0}', "9" * 30, "9" * 5000, "{" * 5000, "x" * 100_000),
    ],
)
def test_a_bad_answer_prompts_again(answer: str, run: Run) -> None:
    told = run("play", "cubosaurs", "-s", "1", stdin=f"{answer}\nq\n").answer
    assert asked(told) == 2
    assert "type a number from 1 to" in told


def test_an_answer_with_invalid_utf8_is_no_crash(run: Run) -> None:
    assert "left the table" in run("play", "cubosaurs", "-s", "1", stdin=b"\xff\xfe\nq\n").answer


def test_a_question_mark_prints_the_rules(run: Run) -> None:
    told = run("play", "cubosaurs", "-s", "1", stdin="?\n").answer
    assert "CUB-T5" in told
    assert asked(told) == 2


@pytest.mark.parametrize("answers", ["", "1\n", "q\n", "QUIT\n", "1\nq\n1\n"])
def test_a_player_who_quits_is_told_the_seed(answers: str, run: Run) -> None:
    told = run("play", "cubosaurs", "-s", "a seed", stdin=answers).answer
    told = " ".join(told.split())
    assert "You have left the table. With the seed a seed the same game" in told


@pytest.mark.parametrize("seed", ["[/]", "[bold]", "[link=x]y[/link]", "{seed}", "%s", "\\[", "é"])
def test_any_seed_is_printed_verbatim(seed: str, run: Run) -> None:
    told = " ".join(run("play", "cubosaurs", "-s", seed).answer.split())
    assert f"The seed of this game is {seed}." in told
    assert f"With the seed {seed} the same" in told


def test_the_same_seed_is_the_same_game(run: Run) -> None:
    games = [run("play", "cubosaurs", "-s", seed, stdin="1\n2\n1\n").answer for seed in "112"]
    assert games[0] == games[1]
    assert games[0] != games[2].replace("2", "1", 1)


@pytest.mark.rule("CUB-T9")
def test_cards_that_others_draw_are_not_told(run: Run) -> None:
    told = run("play", "cubosaurs", "-s", "3", *ADVANCED, stdin="1\n" * 500).answer
    drawn = re.findall(r"^ +(Player \d) draws (.*)\.$", told, re.MULTILINE)
    assert {player for player, card in drawn if card == "a card"} == {"Player 2", "Player 3"}
    assert {player for player, card in drawn if card != "a card"} == {"Player 1"}


@pytest.mark.rule("CUB-T9")
def test_with_open_hands_they_are_told(run: Run) -> None:
    args = ["-s", "3", *ADVANCED, "-o", "open_hands"]
    told = run("play", "cubosaurs", *args, stdin="1\n" * 500).answer
    assert re.search(r"Player 2 draws (?!a card)", told)
    assert "draws a card" not in told
    assert "unseen" not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_that_is_not_named_is_chosen_by_number_or_by_name(language: str, run: Run) -> None:
    for number, name in enumerate(discovery.names(), 1):
        title = discovery.load(name).text(language)("title")
        for answer in (str(number), name):
            told = run("play", "-s", "1", "--lang", language, stdin=f"{answer}\nq\n").answer
            assert f"{title}. " in told
    for answer in ("0", "99", "chess", "", "²"):
        refused = run("play", "-s", "1", stdin=f"{answer}\n")
        assert refused.code == 2
        assert "there is no game" in refused.errors[0]


def test_without_a_game_and_without_stdin_there_is_one_clear_line(run: Run) -> None:
    told = run("play", "-s", "1")
    assert told.code == 2
    assert told.errors == [
        f"menagerie: no game was chosen; there are: {', '.join(discovery.names())}"
    ]
