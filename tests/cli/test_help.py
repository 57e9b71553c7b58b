"""Help, the list of games, the rules, and exit codes."""

import subprocess
import sys

import pytest
from support.cli.command import Run

from menagerie import discovery, rulebook
from menagerie.texts import LANGUAGES
from menagerie.version import VERSION

COMMANDS = (
    "play",
    "trace",
    "replay",
    "show",
    "score",
    "rules",
    "games",
    "edition",
    "bench",
    "simulate",
)
HEAVY = "{'numba', 'numpy', 'rich.table'}"
RUN_AND_CHECK_IMPORTS = f"""
import sys
from menagerie.cli import main
try:
    main()
except SystemExit as ended:
    assert ended.code == 0
assert not {HEAVY} & set(sys.modules)
"""


def test_help_names_every_command(run: Run) -> None:
    told = run("--help").answer
    for command in COMMANDS:
        assert f"  {command} " in told


def test_without_a_command_help_is_printed(run: Run) -> None:
    assert run().answer == run("--help").answer


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, run: Run) -> None:
    assert f"menagerie {command}" in run(command, "--help").answer


@pytest.mark.parametrize("asked", ["--help", "--version", "trace --help", "edition --help"])
def test_help_answers_without_loading_the_compiler(asked: str) -> None:
    subprocess.run([sys.executable, "-c", RUN_AND_CHECK_IMPORTS, *asked.split()], check=True)


def test_the_version_is_printed(run: Run) -> None:
    assert run("--version").answer.strip() == VERSION


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_games_has_players_and_options(language: str, run: Run) -> None:
    told = run("games", "--lang", language).answer
    assert "cubosaurs" in told
    assert "2-5" in told
    for option in ("advanced", "interaction", "open_hands", "rounds"):
        assert option in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", [[], ["--markdown"]])
def test_the_rules_are_printed_with_every_number(language: str, form: list[str], run: Run) -> None:
    told = run("rules", "cubosaurs", "--lang", language, *form).answer
    for number in rulebook.numbers(discovery.load("cubosaurs")):
        assert number in told
    assert told.startswith("# ") == bool(form)


def test_the_languages_differ(run: Run) -> None:
    assert len({run("rules", "cubosaurs", "--lang", name).answer for name in LANGUAGES}) == 3


@pytest.mark.parametrize(
    ("typed", "named"),
    [
        ("chess", "chess"),
        ("trace", "GAME"),
        ("edition", "command"),
        ("edition chess", "chess"),
        ("trace cubosaurs chess", "chess"),
        ("trace cubosaurs --chess", "--chess"),
        ("trace cubosaurs --players", "--players"),
        ("--chess", "--chess"),
    ],
)
def test_a_command_that_does_not_exist_is_an_error(typed: str, named: str, run: Run) -> None:
    assert named in run(*typed.split()).complaint


def test_the_program_ends_with_its_exit_code() -> None:
    command = [sys.executable, "-m", "menagerie.cli"]
    right = subprocess.run([*command, "--version"], capture_output=True, check=False, text=True)
    wrong = subprocess.run([*command, "chess"], capture_output=True, check=False, text=True)
    assert (right.returncode, right.stdout.strip(), right.stderr) == (0, VERSION, "")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("menagerie: ")
