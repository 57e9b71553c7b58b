"""What a simulation counts in every game: things, kinds of moves, sources of points."""

import numpy as np
import pytest
from support.random_games import headers, label, play, third

from menagerie import discovery
from menagerie.header import Header
from menagerie.position import Position
from menagerie.texts import LANGUAGES

EVERY = pytest.mark.parametrize("header", third(headers()), ids=label)
GAMES = pytest.mark.parametrize("name", discovery.names())


@GAMES
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_is_counted_has_a_unique_name_and_a_label(name: str, language: str) -> None:
    game = discovery.load(name)
    table, text = game.blank(game.standard), game.text(language)
    things = game.study.things(table, text)
    assert len(things) == game.study.THINGS
    for items in ([thing for thing in things if thing], game.study.kinds(table, text)):
        assert len({item.name for item in items}) == len(items)
        assert all(item.label.strip() for item in items)


@GAMES
def test_names_are_the_same_in_every_language(name: str) -> None:
    game = discovery.load(name)
    table = game.blank(game.standard)
    found = [game.study.things(table, game.text(language)) for language in LANGUAGES]
    names = [[thing and thing.name for thing in things] for things in found]
    assert names[0] == names[1] == names[2]


@GAMES
def test_every_move_is_of_a_kind_and_no_kind_mixes_verbs(name: str) -> None:
    game = discovery.load(name)
    table = Position(Header.create(name, seed=1)).table
    kinds = game.study.kinds(table, game.text("en"))
    verbs: dict[int, set[str]] = {}
    for move in range(game.move_count):
        verb = game.move_codec.to_json(table, move)["do"]
        verbs.setdefault(game.study.kind_of(move), set()).add(verb)
    assert sorted(verbs) == list(range(len(kinds)))
    assert all(len(found) == 1 for found in verbs.values())


@EVERY
def test_things_are_counted_at_every_scoring_and_the_end_is_one(header: Header) -> None:
    game = header.game
    now = np.full((game.players[-1], game.study.THINGS), -1, np.int32)
    known = [thing is not None for thing in game.study.things(_blank(header), game.text("en"))]
    scorings = 0
    tables, end = [], Position(header)
    for end in play(header, 12, eager=0.5):
        tables.append(end.table)
    moves = [move.number for move in end.moves]
    for before, move, after in zip(tables[:-1], moves, tables[1:], strict=True):
        if game.study.count(before, move, after, now):
            scorings += 1
            assert (now >= 0).all()
            assert now[: header.players].sum() > 0
            assert not now[header.players :].any()
            assert not now[:, ~np.array(known)].any()
            now[:] = -1
        else:
            assert (now == -1).all()
            assert not game.rules.is_over(after)
    assert scorings >= 1


def _blank(header: Header) -> object:
    return header.game.blank(header.edition)


@EVERY
def test_every_source_of_points_has_words(header: Header) -> None:
    end = list(play(header, 13))[-1]
    for language in LANGUAGES:
        text = header.game.text(language)
        for parts in header.game.score_sheet.points_by_source(end.table, text):
            assert parts is not None
            for part in parts:
                assert header.game.study.source_words(part.name, text).strip()
