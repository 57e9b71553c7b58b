"""The interpreted functions of a game read a table's record and a view of it alike."""

import io
import itertools
import random
from typing import Any

import pytest
from rich.console import Console
from support.random_games import headers, label, play, third

from menagerie.game import WATCHER
from menagerie.header import Header

EVERY = pytest.mark.parametrize("header", third(headers()), ids=label)


@EVERY
def test_a_record_and_a_view_of_it_read_the_same(header: Header) -> None:
    """The interpreted functions of a game take either; compiled ones, only the record."""
    game, text = header.game, header.game.text("en")
    rng = random.Random(1)
    for position in itertools.islice(play(header, 4, eager=0.5), 0, None, 7):
        for seat in (WATCHER, int(position.table.to_move)):
            view, record = game.observe(position.table, seat), position.observe(seat).record
            legal = [move.number for move in position.legal_moves]
            others = set(range(game.move_count)) - set(legal)
            for read in (
                game.document.to_json,
                lambda table: shown(game.screen.show(table, text)),
                lambda table: game.screen.ask(table, text),
                lambda table: game.score_sheet.points_by_source(table, text),
                lambda table: game.study.things(table, text),
                lambda table: game.study.kinds(table, text),
                game.points,
            ):
                assert read(view) == read(record)
            for move in rng.sample(sorted(others), 5) + legal[:5]:
                codec = game.move_codec
                assert codec.to_json(view, move) == codec.to_json(record, move)
                assert codec.to_words(view, move, text) == codec.to_words(record, move, text)
                if move in others and not position.is_over():
                    whole = position.table_view
                    assert codec.why_illegal(whole, move) == codec.why_illegal(whole.record, move)


def shown(drawing: Any) -> str:
    console = Console(width=100, file=io.StringIO(), record=True)
    console.print(drawing)
    return console.export_text()
