"""Tables as NumPy records and views, and sets as bit masks."""

import pickle

import numpy as np
import pytest

from menagerie.discovery import load
from menagerie.kernel import (
    Numbers,
    Record,
    TableView,
    as_view,
    bits,
    blank,
    copy,
    number,
    numbers,
)


class Toy(Record):
    key: Numbers = numbers("u8", 2)
    counter: int = number("u8")
    hand: Numbers = numbers("i1", 3)


def test_a_record_has_its_fields_in_their_order() -> None:
    assert Toy.dtype.names == ("key", "counter", "hand")
    assert Toy.dtype.itemsize == 16 + 8 + 3


def test_a_copy_is_independent() -> None:
    table = blank(Toy.dtype)
    twin = copy(table)
    twin.hand[1] = 7
    assert table.hand.tolist() == [0, 0, 0]
    assert twin.hand.tolist() == [0, 7, 0]


def test_fields_are_read_and_written_by_their_names() -> None:
    table = blank(Toy.dtype)
    table.counter = 5
    table.hand = (1, 2, 3)
    assert (table.counter, table["counter"]) == (5, 5)
    assert table.hand.tolist() == table["hand"].tolist() == [1, 2, 3]
    with pytest.raises(AttributeError, match="treasure"):
        table.treasure  # noqa: B018 - it has none
    with pytest.raises(AttributeError, match="treasure"):
        table.treasure = 1


def test_a_table_can_be_sent_to_another_process() -> None:
    table = blank(load("cubosaurs").table.dtype)
    table.players = 3
    twin = pickle.loads(pickle.dumps(table))  # noqa: S301 - our own
    assert twin == table
    assert twin.players == 3


def test_a_view_has_the_fields_of_the_record_as_numbers_of_python() -> None:
    table = blank(load("cubosaurs").table.dtype)
    table.players, table.to_move, table.deck_size = 3, 2, 40
    view = as_view(table)
    assert isinstance(view, TableView)
    assert as_view(view) is view
    for name in table.dtype.names:
        value = getattr(view, name)
        assert np.array_equal(value, table[name])
        assert isinstance(value, int | np.ndarray)
    with pytest.raises(AttributeError, match="a table has no treasure"):
        view.treasure  # noqa: B018 - it has none


def test_a_record_and_its_view_have_the_same_memory() -> None:
    table = blank(load("cubosaurs").table.dtype)
    view = as_view(table)
    for one in (table, view):
        assert np.shares_memory(one.array, one.record)
        assert one.array.shape == (1,)
        assert one.raw == table.tobytes()
    view.record.hand[1] = 7
    table.array["hand_size"] = 2
    assert (table.hand[1], view.array["hand_size"][0]) == (7, 2)


def test_a_view_memoises_and_a_record_does_not() -> None:
    view = as_view(blank(Toy.dtype))
    view.memo["sum"] = 5
    assert view.memo == {"sum": 5}
    view.record.memo["sum"] = 5
    assert view.record.memo == {}


def test_a_view_can_be_sent_to_another_process() -> None:
    table = blank(load("cubosaurs").table.dtype)
    table.players = 3
    twin = pickle.loads(pickle.dumps(as_view(table)))  # noqa: S301 - our own
    assert twin.players == 3
    assert twin.raw == table.tobytes()


@pytest.mark.parametrize("name", ["record", "array", "raw", "memo"])
def test_a_field_may_not_hide_an_attribute_of_every_table(name: str) -> None:
    with pytest.raises(TypeError, match=f"Bad.{name}: every table has"):
        type("Bad", (Record,), {name: number("i1")})


def test_a_field_may_not_hide_a_method_of_numpys() -> None:
    """`table.round` would be the field in compiled code, and NumPy's method in interpreted code."""
    with pytest.raises(TypeError, match="round"):
        type("Bad", (Record,), {"round": number("i1")})


def test_every_table_begins_with_its_dice() -> None:
    with pytest.raises(TypeError, match="key and counter"):
        type("Bad", (Record,), {"hand": number("i1")})


def test_a_record_with_nothing_but_dice_is_refused() -> None:
    """Numba accepts a record in place of another one whose fields are its first fields."""
    with pytest.raises(TypeError, match="dice alone"):
        type("Bad", (Record,), {"key": numbers("u8", 2), "counter": number("u8")})


@pytest.mark.parametrize("members", [1, 2, 3, 0b1000_1000, 1 << 29, (1 << 30) - 1])
def test_sets_of_bits(members: int) -> None:
    inside = [n for n in range(32) if members >> n & 1]
    assert bits.lowest(members) == inside[0]
