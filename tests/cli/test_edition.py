"""Editions: checked field by field, and used in games."""

import json
import tomllib
from pathlib import Path

import pytest
from support.cli.command import Run

from menagerie import discovery

SHEET = '{"collections": [["trex"], ["grey:9/1"]]}'


def rewritten(edition: Path, *changes: tuple[str, str]) -> str:
    """Replace some text in the edition's file."""
    text = edition.read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    edition.write_text(text, encoding="utf-8")
    return str(edition)


def test_the_games_own_edition_is_shown_and_is_right(run: Run) -> None:
    shown = run("edition", "show", "cubosaurs").answer
    assert tomllib.loads(shown) == discovery.load("cubosaurs").standard
    assert "a valid edition of cubosaurs" in run("edition", "check", "-", stdin=shown).answer


def test_an_edition_of_ones_own_is_right(edition: Path, run: Run) -> None:
    for args in ([], ["--game", "cubosaurs"]):
        assert "a valid edition of cubosaurs" in run("edition", "check", str(edition), *args).answer


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('name = "mine"', 'name = ""', "name"),
        ('name = "mine"', "name = 1", "name"),
        ('name = "mine"', "", "name"),
        ("players = [2, 5]", "players = [2, 6]", "players"),
        ("players = [2, 5]", "players = [2.0, 5.0]", "players"),
        ("[40, 1, -2, -5]", "[40, 1, -2]", "series.trex"),
        ("[40, 1, -2, -5]", "[100, 1, -2, -5]", "series.trex[0]"),
        ("[40, 1, -2, -5]", "[40.0, 1, -2, -5]", "series.trex[0]"),
        ("[40, 1, -2, -5]", "[true, 1, -2, -5]", "series.trex[0]"),
        ("[40, 1, -2, -5]", "'40'", "series.trex"),
        ("egg = 6", "egg = 7", "copies.egg"),
        ("trex = 7", "trex = 7.0", "copies.trex"),
        ("grey  = [[1, 1], ", "grey  = [", "raptors.grey"),
        ("grey  = [[1, 1], ", "grey  = [[1, -1], ", "raptors.grey[0][1]"),
        ("[5, 2]", "[5, 2, 1]", "eggs.trex"),
        ("tokens = 40", "tokens = 0", "dna.tokens"),
        ("tokens = 40", "tokens = 128", "dna.tokens"),
        ("tokens = 40", "tokens = nan", "dna.tokens"),
        ("tokens = 40", "tokens = 1979-05-27", "dna.tokens"),
        ("tokens = 40", "tokens = 0x" + "f" * 5000, "dna.tokens"),
        ("grey = [3, 6]", "grey = [3, 8]", "dna.grey[1]"),
        ("grey = [3, 6]", "grey = [3, 3]", "dna.grey"),
        ("grey = [3, 6]", "grey = [3, 6.0]", "dna.grey[1]"),
        ("grey = [3, 6]", "grey = [3, [6]]", "dna.grey[1]"),
        ("egg = []", "egg = ['unicorn']", "dna.egg[0]"),
        ("egg = []", "egg = [['trex']]", "dna.egg[0]"),
        ("number = 1, ", "number = 2, ", "tiles.types.number"),
        ("cost = 4", "cost = 100", "tiles.types.cost"),
        ('"end_of_round"', '"instant"', "tiles.types.when"),
        ("interaction = false", "interaction = 0", "tiles.types.interaction"),
        ("interaction = false", "interaction = true", "tiles"),
        ("[copies]", "[surplus]\n[copies]", "surplus"),
    ],
)
def test_a_fault_is_named_by_its_field(
    old: str, new: str, field: str, edition: Path, run: Run
) -> None:
    file = rewritten(edition, (old, new))
    assert f"{field}: " in run("edition", "check", file).complaint
    assert field in run("trace", "cubosaurs", "--edition", file).complaint


def test_every_fault_has_its_own_line(edition: Path, run: Run) -> None:
    file = rewritten(edition, ("tokens = 40", "tokens = 0"), ("egg = 6", "egg = 7"))
    checked = run("edition", "check", file)
    assert (checked.code, checked.out) == (2, "")
    assert [line.split(": ")[2] for line in checked.errors] == ["copies.egg", "dna.tokens"]


def test_a_strange_name_of_a_field_stays_on_its_line(edition: Path, run: Run) -> None:
    file = rewritten(edition, ('name = "mine"', 'name = "mine"\n"sur\\nplus\\u2028" = 1'))
    assert "plus" in run("edition", "check", file).complaint


@pytest.mark.parametrize("name", ["a" + ".a" * 3000 + " = 1", "name" + ".a" * 3000 + " = 1"])
def test_deep_nesting_is_an_error(name: str, edition: Path, run: Run) -> None:
    file = rewritten(edition, ('name = "mine"', name))
    checked = run("edition", "check", file)
    assert (checked.code, checked.out) == (2, "")
    assert run("trace", "cubosaurs", "--edition", file).complaint


@pytest.mark.parametrize(
    "contents", [b"", b"name = 'x'", b"{}", b"[[[", b"\xff\x00", b"a = 1\na = 2"]
)
def test_a_file_that_is_no_edition_is_an_error(contents: bytes, tmp_path: Path, run: Run) -> None:
    file = tmp_path / "edition.toml"
    file.write_bytes(contents)
    for args in (["edition", "check"], ["trace", "cubosaurs", "--edition"]):
        assert run(*args, str(file)).complaint
    for missing in (tmp_path, tmp_path / "none.toml"):
        for args in (["edition", "check"], ["play", "cubosaurs", "--edition"]):
            assert str(missing) in run(*args, str(missing)).complaint


@pytest.mark.parametrize("name", ["mine", "à moi", "of two\\nlines", "of two\\u2028lines"])
def test_a_game_with_it_is_traced_replayed_and_shown(name: str, edition: Path, run: Run) -> None:
    file = rewritten(edition, ('"mine"', f'"{name}"'))
    args = ["-s", "1", "-p", "3", "-o", "rounds=1", "-o", "advanced=true"]
    traced = run("trace", "cubosaurs", "--edition", file, *args).answer
    header, first = map(json.loads, traced.split("\n")[:2])
    assert header["edition"]["series"]["trex"] == [40, 1, -2, -5]
    assert "valid: " in run("replay", "-", stdin=traced).answer
    document = {name: header[name] for name in ("game", "format", "edition", "players", "options")}
    document["position"] = first["position"]
    shown = run("show", "-", "--json", stdin=json.dumps(document)).data
    assert shown["position"] == first["position"]


def test_another_edition_in_the_header_is_found(edition: Path, run: Run) -> None:
    traced = run("trace", "cubosaurs", "-s", "1", "--edition", str(edition)).answer
    other = traced.replace("[40, 1, -2, -5]", "[41, 2, -1, -4]")
    assert other != traced
    assert "line " in run("replay", "-", stdin=other).complaint


def test_uneven_raptors_are_named_by_both_values(edition: Path, run: Run) -> None:
    file = rewritten(edition, ("grey  = [[1, 1], ", "grey  = [[9, 1], "))
    told = run("score", "cubosaurs", "-", "--json", "--edition", file, stdin=SHEET)
    assert told.data["scores"] == [40, -1]
    assert "grey:9/1" in run("trace", "cubosaurs", "-s", "1", "--edition", file).answer


def test_it_is_played_with(edition: Path, run: Run) -> None:
    told = run("play", "cubosaurs", "-s", "1", "--edition", str(edition), stdin="q\n").answer
    assert "Cubosaurs" in told
