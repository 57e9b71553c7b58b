"""Tables as NumPy records: a class declares the fields, for the compiler and for type checkers.

A table exists as a record, which compiled code reads and writes, and as a `TableView`, which Python
reads faster. Both have the same fields, and `record`, `array`, `raw` and `memo`.
"""

from collections.abc import Callable
from operator import itemgetter
from typing import Any, ClassVar, Self, TypeVar, overload

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]
AnyTable = TypeVar("AnyTable")


class _Field:
    def __init__(self, kind: str, shape: tuple[int, ...]) -> None:
        self.kind = kind
        self.shape = shape


def number(kind: str) -> Any:
    """Declare a field that is one number, of a NumPy kind such as `"u1"`."""
    return _Field(kind, ())


def numbers(kind: str, *shape: int) -> Any:
    """Declare a field that is an array of numbers."""
    return _Field(kind, shape)


class Record:
    """The base class of a game's `Table`: its fields make up the record's dtype.

    At run time a table is a `numpy.record` of that dtype; the class tells type checkers which
    fields it has. Every table contains its own dice (see `dice.py`).
    """

    dtype: ClassVar[np.dtype[Any]]
    Row: ClassVar[type[np.record]]
    key: Numbers
    counter: int

    @property
    def record(self) -> Self:
        """The NumPy record, for compiled code."""
        return self

    @property
    def array(self) -> Numbers:
        """The record as an array of one table, in the same memory."""
        return np.asarray(self).reshape(1)

    @property
    def raw(self) -> bytes:
        """All bytes of the table: two tables with the same bytes look the same."""
        return self.array.tobytes()

    @property
    def memo(self) -> dict[str, Any]:
        """Results memoised for this table. A record may change, so it memoises nothing."""
        return {}

    def __init_subclass__(cls) -> None:
        fields = [(name, field) for name, field in vars(cls).items() if isinstance(field, _Field)]
        for name, _ in fields:
            if hasattr(np.record, name):
                raise TypeError(f"{cls.__name__}.{name}: NumPy records have a method of that name")
            if name in VIEW_ATTRIBUTES:
                raise TypeError(f"{cls.__name__}.{name}: every table has an attribute of that name")
        if [name for name, _ in fields][:2] != ["key", "counter"]:
            raise TypeError(f"{cls.__name__}: the first fields of a table are key and counter")
        if len(fields) == 2:  # Numba would match every other table against this type, and warn
            raise TypeError(f"{cls.__name__}: a table has more fields than its dice alone")
        layout = [(name, field.kind, field.shape) for name, field in fields]
        cls.Row = _row(cls, [name for name, _ in fields])
        cls.dtype = np.dtype((cls.Row, layout))


VIEW_ATTRIBUTES = ("record", "array", "raw", "memo")


def _row(cls: type[Record], fields: list[str]) -> type[np.record]:
    """A subclass of `numpy.record` with a property for each field.

    NumPy's own attribute lookup searches for a method first, which takes three times as long.
    """
    members: dict[str, Any] = {name: property(itemgetter(name)) for name in fields}
    members |= {name: vars(Record)[name] for name in VIEW_ATTRIBUTES}
    members["__getattribute__"] = object.__getattribute__
    members["__module__"] = cls.__module__  # this and the next let pickle find the class
    members["__qualname__"] = f"{cls.__qualname__}.Row"
    return type("Row", (np.record,), members)


class TableView:
    """A table for reading in Python: its numbers are Python's own, its arrays are the record's.

    Each field of a NumPy record takes a microsecond to read. A view reads all fields at once.
    Numbers are a snapshot taken on first access; array fields share the record's memory.
    """

    players: int
    to_move: int
    key: Numbers
    counter: int
    raw: bytes  # all bytes of the table: two tables with the same bytes look the same
    memo: dict[str, Any]  # results that callers memoise for this table

    def __init__(self, array: Numbers) -> None:
        self.array = array  # the table as an array of one: compiled code is called fastest with it

    @property
    def record(self) -> Any:
        """The NumPy record, for compiled code."""
        return self.array[0]

    def __getattr__(self, name: str) -> Any:
        """Read a field for the first time, and store it."""
        names = self.array.dtype.names or ()
        if name in names:
            self.__dict__.update(zip(names, self.array.item(), strict=True))
        elif name in _COMPUTED:
            self.__dict__[name] = _COMPUTED[name](self.array)
        else:
            raise AttributeError(f"a table has no {name}")
        return self.__dict__[name]

    def __reduce__(self) -> tuple[type[Self], tuple[Numbers]]:
        return type(self), (self.array,)


# What is not a field of the record.
_COMPUTED: dict[str, Callable[[Numbers], Any]] = {
    "raw": np.ndarray.tobytes,
    "memo": lambda _array: {},
}


@overload
def as_view(table: Numbers) -> Any: ...
@overload
def as_view(table: AnyTable) -> AnyTable: ...
def as_view(table: Any) -> Any:
    """A record, or an array of one table, as a `TableView`; a view is returned unchanged.

    Type checkers see the same class as before, because the view has all of its fields.
    """
    if isinstance(table, TableView):
        return table
    return TableView(table if isinstance(table, np.ndarray) else table.array)


def copy_as_view(array: Numbers) -> TableView:
    """An independent copy of an array of one table, as a view."""
    return TableView(np.frombuffer(bytearray(array.tobytes()), array.dtype))


def blank(dtype: np.dtype[Any]) -> Any:
    """A new record, all zeros."""
    return np.zeros(1, dtype)[0]


def copy(table: AnyTable) -> AnyTable:
    """An independent copy of a record or of an array of tables; 20 times as fast as NumPy's."""
    source: Any = table
    tables: Any = np.frombuffer(bytearray(source.tobytes()), source.dtype)
    copied: AnyTable = tables if source.shape else tables[0]
    return copied
