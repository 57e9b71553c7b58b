"""Routes about games: option texts, the edition, the rules."""

import pytest
from support.runs import compiled_only
from support.server.live_server import Visitor

from menagerie import discovery, rulebook
from menagerie.texts import LANGUAGES

pytestmark = compiled_only

GAMES = pytest.mark.parametrize("game", discovery.names())


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_has_words_for_all_that_can_be_chosen(
    game: str, language: str, eve: Visitor
) -> None:
    found = eve.ask("get", f"/api/games/{game}?lang={language}")
    assert found in eve.ask("get", f"/api/games?lang={language}")
    assert 10 <= found["minutes"] <= 60
    for option in found["options"]:
        assert option["title"]
        assert len(option["titles"]) == len(option["allowed"]) == len(set(option["titles"]))
    titles = [option["title"] for option in found["options"]]
    assert len(set(titles)) == len(titles) == len(discovery.load(game).options)


@GAMES
def test_the_edition_is_the_standard_one(game: str, eve: Visitor) -> None:
    edition = eve.ask("get", f"/api/games/{game}/edition")
    assert edition == discovery.load(game).standard
    made = eve.make_table(game, edition=edition)  # the edition has the format that requests accept
    assert made["game"] == game


@GAMES
def test_the_rules_are_all_there(game: str, eve: Visitor) -> None:
    found = {lang: eve.ask("get", f"/api/games/{game}/rules?lang={lang}") for lang in LANGUAGES}
    for language, rules in found.items():
        text = discovery.load(game).text(language)
        assert (rules["game"], rules["title"], rules["goal"]) == (
            game,
            text("title"),
            text("goal"),
        )
        told = [rule for section in rules["sections"] for rule in section["rules"]]
        assert [rule["number"] for rule in told] == rulebook.numbers(discovery.load(game))
        assert {r["number"]: r["text"] for r in told if r["text"]} == text.group("rules")
        assert {r["number"]: r["ruling"] for r in told if r["ruling"]} == text.group("rulings")
        for section in rules["sections"]:
            assert section["title"] == text(f"sections.{section['letter']}")
            assert all(rule["number"][4] == section["letter"] for rule in section["rules"])
    assert found["en"] != found["fr"] != found["it"]


@pytest.mark.parametrize("what", ["", "/edition", "/rules"])
@pytest.mark.parametrize("name", ["chess", "Cubosaurs", "..", "%00", "__init__", "x" * 500])
def test_an_unknown_game_is_not_found(name: str, what: str, eve: Visitor) -> None:
    error = eve.http.get(f"/api/games/{name}{what}")
    assert error.status_code == 404
    assert "\n" not in error.json()["error"]


def test_an_unknown_language_is_refused(eve: Visitor) -> None:
    for path in ("catbox", "catbox/rules"):
        assert eve.ask("get", f"/api/games/{path}?lang=tlh", 422)["error"]
