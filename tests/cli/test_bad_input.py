"""Bad input gives one clear line on stderr, and exit code 2."""

from pathlib import Path

import pytest
from support.cli.command import Run

READERS = [
    pytest.param(["show"], id="show"),
    pytest.param(["replay"], id="replay"),
    pytest.param(["coach"], id="coach"),
    pytest.param(["verify"], id="verify"),
    pytest.param(["score", "cubosaurs"], id="score"),
    pytest.param(["edition", "check"], id="edition"),
]


@pytest.mark.parametrize("game", ["chess", "", "Cubosaurs", "../cubosaurs", "x\ny", "\udcff"])
def test_an_unknown_game_is_an_error(game: str, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "sheet.json"
    file.write_text('{"collections": [[], []]}')
    for args in (["trace"], ["play"], ["rules"], ["edition", "show"]):
        assert "cubosaurs" in run(*args, game).complaint
    assert "cubosaurs" in run("score", game, str(file)).complaint


@pytest.mark.parametrize("command", ["trace", "play"])
@pytest.mark.parametrize(
    ("args", "named"),
    [
        (["--players", "1"], "2 to 5"),
        (["--players", "6"], "2 to 5"),
        (["--players", "-3"], "2 to 5"),
        (["--players", "three"], "--players"),
        (["--players", "2.5"], "--players"),
        (["--players", "9" * 5000], ""),
        (["--option", "colour=red"], "rounds"),
        (["--option", "=1"], "rounds"),
        (["--option", ""], "rounds"),
        (["--option", "rounds=0"], "1, 2, 3, 4, 5"),
        (["--option", "rounds=6"], "1, 2, 3, 4, 5"),
        (["--option", "rounds=2.0"], "1, 2, 3, 4, 5"),
        (["--option", "rounds"], "1, 2, 3, 4, 5"),
        (["--option", "rounds=" + "9" * 5000], "1, 2, 3, 4, 5"),
        (["--option", "advanced=maybe"], "false, true"),
        (["--option", "advanced=1"], "false, true"),
        (["--option", "rounds=1", "--option", "rounds=2"], "twice"),
        (["--option", "x" * 100_000], "rounds"),
        (["--seed", "x" * 201], "200"),
        (["--seed", "two\nlines"], "printable"),
        (["--seed", "\udcff"], "printable"),
        (["--bot", "genius"], "random"),
        (["--edition", ""], ""),
        (["--edition", "/nowhere/mine.toml"], "/nowhere/mine.toml"),
    ],
)
def test_a_wrong_option_is_an_error(command: str, args: list[str], named: str, run: Run) -> None:
    assert named in run(command, "cubosaurs", *args).complaint


@pytest.mark.parametrize("seat", ["2", "-1", "one", "9" * 30])
def test_a_seat_that_is_not_at_the_table_is_an_error(seat: str, run: Run) -> None:
    assert "seat" in run("play", "cubosaurs", "--players", "2", "--seat", seat).complaint


@pytest.mark.parametrize("language", ["", "de", "EN", "en_GB", "../en"])
def test_an_unknown_language_is_an_error(language: str, run: Run) -> None:
    for args in (["play", "cubosaurs"], ["rules", "cubosaurs"], ["games"]):
        assert "en, fr, it" in run(*args, "--lang", language).complaint


@pytest.mark.parametrize("seconds", ["-1", "0", "nan", "soon"])
def test_a_benchmark_needs_a_duration(seconds: str, run: Run) -> None:
    assert "seconds" in run("bench", "--seconds", seconds).complaint


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        (["--duel", "3"], "an even number of games"),
        (["--duel", "2", "--think", "0"], "think must be 0.01 to 60 seconds"),
        (["--duel", "2", "--game", "chess"], "there is no game"),
    ],
)
def test_a_bad_option_of_a_duel_is_an_error(wrong: list[str], line: str, run: Run) -> None:
    assert line in run("bench", *wrong).complaint


@pytest.mark.parametrize("args", READERS)
def test_a_file_that_cannot_be_read_is_an_error(args: list[str], tmp_path: Path, run: Run) -> None:
    for file in (tmp_path, tmp_path / "nothing", tmp_path / "x" / "y", tmp_path / ("x" * 300)):
        assert "cannot be read" in run(*args, str(file)).complaint
    assert run(*args, "").complaint


@pytest.mark.parametrize("args", READERS)
@pytest.mark.parametrize(
    "contents",
    [
        *(b"", b"\n\n", b"\x00" * 100, b"\xff\xfe{\x00}\x00", bytes(range(256)), b"\x89PNG\r\n"),
        *(b"null", b"1", b"true", b'"text"', b"[]", b"[[]]", b"{}", b"[{}]", b"{", b"}", b"{}{}"),
        *(b"NaN", b"-Infinity", b'{"a": NaN}', b'{"collections": 1e999}', b'{"a": 1, "a": 1}'),
        *(b"1" * 5000, b'{"game": ' + b"1" * 5000 + b"}", b"hello", b"a = 1", b"\xef\xbb\xbf{}"),
        *(b'{"game": "\\ud800"}', b'{"\\ud800": 1}', b'{"collections": [["\\ud800"], []]}'),
    ],
)
def test_unexpected_contents_are_an_error(
    args: list[str], contents: bytes, tmp_path: Path, run: Run
) -> None:
    file = tmp_path / "given"
    file.write_bytes(contents)
    assert run(*args, str(file)).complaint
    assert run(*args, "-", stdin=contents).complaint


@pytest.mark.parametrize("args", READERS)
@pytest.mark.parametrize("opening", ["[", '{"game":', '{"collections":', '{"a":', "a.b=["])
def test_nesting_is_an_error_at_any_depth(args: list[str], opening: str, run: Run) -> None:
    closing = "}" if opening.startswith("{") else "]"
    for depth in (10, 100, 500, 900, 100_000):
        text = opening * depth + "1" + closing * depth
        assert run(*args, "-", stdin=text).complaint


@pytest.mark.parametrize("args", [["replay"], ["show"]])
def test_nesting_near_the_recursion_limit_is_an_error(args: list[str], run: Run) -> None:
    """A document that can just be parsed must not overflow the stack in the error message."""
    for depth in range(700, 1000):
        text = "[" * depth + "]" * depth
        assert run(*args, "-", stdin=text).complaint


def test_errors_call_stdin_by_its_name(run: Run) -> None:
    for args in (["show"], ["replay"], ["score", "cubosaurs"], ["edition", "check"]):
        told = run(*args, "-", stdin=b"\xff").complaint
        assert told.startswith("menagerie: stdin ")
