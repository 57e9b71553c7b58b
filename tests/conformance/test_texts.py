"""Catalogues are complete in every language, and every sentence is used."""

import re
import string
from pathlib import Path

import pytest

import menagerie
from menagerie import discovery, rulebook
from menagerie.errors import BadInput
from menagerie.texts import LANGUAGES, OURS, catalogue

PACKAGE = Path(menagerie.__file__).parent
FOLDERS = [OURS, *(discovery.load(name).folder / "text" for name in discovery.names())]
GAMES = pytest.mark.parametrize("game", discovery.names())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_every_language_says_the_same_things(folder: Path) -> None:
    english = catalogue(folder, "en").sentences
    for language in LANGUAGES:
        sentences = catalogue(folder, language).sentences
        assert list(sentences) == list(english)
        for key, sentence in sentences.items():
            assert placeholders(sentence) == placeholders(english[key]), key
            assert sentence.strip() == sentence, key
            assert sentence, key


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)
def test_no_sentence_is_unused(folder: Path) -> None:
    """The code contains each key, either whole or as the prefix of a composed key."""
    code = "".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    for key in catalogue(folder, "en").sentences:
        group, _, _name = key.rpartition(".")
        whole = f'"{key}"' in code or f"'{key}'" in code
        composed = bool(group) and re.search(rf"[\"']{group}\.\{{|group\(\"{group}\"\)", code)
        assert whole or composed, f"{key} is not used"


@GAMES
def test_the_edition_that_comes_with_a_game_has_nothing_wrong_in_it(game: str) -> None:
    found = discovery.load(game)
    assert found.edition.check(found.standard) == []


@GAMES
def test_the_rulebook_has_every_rule_in_every_language(game: str) -> None:
    found = discovery.load(game)
    for language in LANGUAGES:
        page = rulebook.write(found, language, markdown=True)
        for number in rulebook.numbers(found):
            assert page.count(f"**{number}**") == 1


@GAMES
def test_the_pages_of_rules_are_up_to_date(game: str) -> None:
    folder = Path(__file__).parents[2] / "docs" / "rules"
    for language in LANGUAGES:
        page = (folder / f"{game}.{language}.md").read_text(encoding="utf-8")
        assert page == rulebook.write(discovery.load(game), language, markdown=True) + "\n"


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(BadInput, match="en, fr, it"):
        catalogue(OURS, "de")
