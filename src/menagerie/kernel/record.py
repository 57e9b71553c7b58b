"""Tables as NumPy records: one class, one line a field, for the compiler and for the reader."""

from operator import itemgetter
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]


class _Field:
    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape


def number(kind: str) -> Any:
    """One number, of a NumPy kind such as `"u1"`."""
    return _Field(kind, ())


def numbers(kind: str, *shape: int) -> Any:
    """An array of numbers."""
    return _Field(kind, shape)


class Record:
    """The base of a game's `Table`: its fields make the record's dtype.

    At run time a table is a `numpy.record` of that dtype; the class tells type checkers what is
    in it. Every table has its dice in it (see `dice.py`).
    """

    dtype: ClassVar[np.dtype[Any]]
    Row: ClassVar[type[np.record]]
    key: Numbers
    counter: int

    @property
    def record(self) -> Self:
        """The record itself, for compiled code; a `TableView` has it too."""
        return self

    @property
    def array(self) -> Numbers:
        """The record as an array of one, in the same memory; a `TableView` has it too."""
        return np.ndarray(1, self.dtype, self)  # type: ignore[arg-type] # it is a buffer

    def __init_subclass__(cls) -> None:
        fields = [(name, field) for name, field in vars(cls).items() if isinstance(field, _Field)]
        for name, _ in fields:
            if hasattr(np.record, name):
                raise TypeError(
                    f"{cls.__name__}.{name}: NumPy's records have a method of that name"
                )
        if [name for name, _ in fields][:2] != ["key", "counter"]:
            raise TypeError(f"{cls.__name__}: a table's first fields are its dice, key and counter")
        if len(fields) == 2:  # Numba would take every table for one of these, and warn of it
            raise TypeError(f"{cls.__name__}: dice alone are the beginning of every other table")
        layout = [(name, field.kind, field.shape) for name, field in fields]
        cls.Row = _row(cls, [name for name, _ in fields])
        cls.dtype = np.dtype((cls.Row, layout))


def _row(cls: type[Record], fields: list[str]) -> type[np.record]:
    """A NumPy record whose fields are read at once; NumPy first looks in vain for a method."""
    reading: dict[str, Any] = {name: property(itemgetter(name)) for name in fields}
    reading |= {"record": Record.record, "array": Record.array}
    place = {"__module__": cls.__module__, "__qualname__": f"{cls.__qualname__}.Row"}  # for pickle
    found_at_once = {"__getattribute__": object.__getattribute__}
    return type("Row", (np.record,), reading | place | found_at_once)


def blank(dtype: np.dtype[Any]) -> Any:
    """A new record, all zeros."""
    return np.zeros(1, dtype)[0]


def copy(table: Any) -> Any:
    """An independent copy of a record or an array of them; NumPy's own takes 20 times as long."""
    twin = np.frombuffer(bytearray(table.tobytes()), table.dtype)
    return twin if table.shape else twin[0]


class TableView:
    """A table for reading in Python; numbers are Python's own, arrays are those of the record.

    A field of a NumPy record takes microseconds to read, each time. Here all are read at once,
    when the first is asked for, in the time of a few. Whoever writes to the record meanwhile must
    not rely on what is read.
    """

    def __init__(self, array: Any) -> None:
        self.array = array  # the table itself, as an array of one
        self.raw: bytes = array.tobytes()  # all of it: equal for tables that look the same

    def __getattr__(self, name: str) -> Any:
        names = self.array.dtype.names
        if name not in names:
            raise AttributeError(f"a table has no {name}")
        self.__dict__.update(zip(names, self.array.item(), strict=True))
        return self.__dict__[name]

    @property
    def record(self) -> Any:
        """The table itself, for compiled code."""
        return self.array[0]


def as_view(table: Any) -> Any:
    """A record, or an array of one, as a view."""
    if isinstance(table, TableView):
        return table
    return TableView(table if isinstance(table, np.ndarray) else table.array)
