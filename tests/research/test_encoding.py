"""Rows: all that a seat observes, exactly, and nothing that is the same for everybody."""

import json
from typing import Any

import numpy as np
import pytest
from support.random_games import middle

from menagerie import discovery
from menagerie.encoding import DICE, OBSERVER, bytes_of, encode, layout
from menagerie.errors import BadInput
from menagerie.game import WATCHER
from menagerie.header import Header

GAMES = discovery.names()


@pytest.mark.parametrize("game", GAMES)
def test_a_row_has_every_field_exactly(game: str) -> None:
    rows = layout(discovery.load(game))
    position = middle(Header.create(game, 3, seed=1), 12)
    for seat in (0, 2):
        observed = position.observe(seat)
        seen = observed.record
        row = rows.encode(observed, seat)
        assert row.shape == (rows.size,)
        assert row.dtype == rows.dtype
        assert ((rows.low <= row) & (row <= rows.high)).all()
        read = row.view(rows.record)
        for name, places in rows.fields.items():
            if name == OBSERVER:
                assert np.flatnonzero(row[places]).tolist() == [seat]
            else:
                assert (read[name][0] == seen[name]).all()
                assert row[places].tobytes() == np.asarray(seen[name]).tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_left_out_never_changes(game: str) -> None:
    rows = layout(discovery.load(game))
    left_out = set(rows.game.table.dtype.names or ()) - set(rows.fields)
    assert left_out > set(DICE)
    blank = rows.game.blank(rows.game.standard)
    table = middle(Header.create(game, 2, seed=1), 100).table
    for name in left_out - set(DICE):
        assert (table[name] == blank[name]).all()


@pytest.mark.parametrize("game", GAMES)
def test_compiled_rows_are_the_same(game: str) -> None:
    rows = layout(discovery.load(game))
    position = middle(Header.create(game, 2, seed=1), 5)
    for seat in (WATCHER, 0, 1):
        seen = position.observe(seat).array.copy()
        out = np.full((2, rows.size), 7, rows.dtype)
        encode(bytes_of(seen), 0, seat, rows.runs, out, 1)
        assert (out[1] == rows.encode(seen, seat)).all()
        assert (out[0] == 7).all()


def test_what_is_no_table_of_the_game_is_refused() -> None:
    rows = layout(discovery.load("cubosaurs"))
    table = rows.game.blank(rows.game.standard)
    other = discovery.load("catbox")
    with pytest.raises(BadInput, match="expected one table of cubosaurs"):
        rows.encode(other.blank(other.standard), 0)
    seats: list[Any] = [5, -2, True, "0"]
    for seat in seats:
        with pytest.raises(BadInput, match=f"no seat {json.dumps(seat)}; the seats are 0 to 4"):
            rows.encode(table, seat)
    assert layout(rows.game) is rows
