"""Strict pydantic models for input from outside; each error becomes one line that people can read.

Import this module where input is read, not at start-up: pydantic takes a tenth of a second to load.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Protocol, TypeVar, Union, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    GetCoreSchemaHandler,
    PlainValidator,
    ValidationError,
    ValidationInfo,
    create_model,
)
from pydantic_core import CoreSchema, ErrorDetails, PydanticCustomError, core_schema

from menagerie.errors import BadInput
from menagerie.jsontext import Json, abbreviate_json, strictly_equal

T = TypeVar("T")
MASKED = "masked"  # the type of the error for a null that hides a secret

# What is wrong with a value, by the type of pydantic's error. `{fields}` lists the fields of the
# model, `{given}` is the value; the other names come from pydantic.
MESSAGES = {
    "missing": "is missing",
    "extra_forbidden": "is not known; the known fields are {fields}",
    "model_type": "must be an object with the fields {fields}, not {given}",
    "dict_type": "must be an object, not {given}",
    "list_type": "must be a list, not {given}",
    "too_short": "must have {min_length} or more entries, not {actual_length}",
    "too_long": "must have {max_length} or fewer entries, not {actual_length}",
    "int_type": "must be a whole number, not {given}",
    "range": "must be a number from {low} to {high}, not {given}",
    "bool_type": "must be true or false, not {given}",
    "string_type": "must be a string, not {given}",
    "string_unicode": "contains an invalid Unicode character",
}


class Group(BaseModel):
    """An object that has these fields and no others, with values of exactly these types."""

    model_config = ConfigDict(strict=True, extra="forbid")


Model = TypeVar("Model", bound=Group)


def group(name: str, fields: Mapping[str, Any]) -> Any:
    """A model whose field names are data, such as the names of all tiles."""
    definitions: Json = {field: (kind, ...) for field, kind in fields.items()}
    return create_model(name, __base__=Group, **definitions)


# ---- the types of fields


@dataclass(frozen=True)
class OneOf:
    """One of some fixed values. pydantic's own `Literal[1]` would also accept `true` and 1.0."""

    values: Sequence[str | int]

    def __get_pydantic_core_schema__(self, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        literal = core_schema.literal_schema([*self.values])
        return core_schema.no_info_plain_validator_function(
            self.check, json_schema_input_schema=literal
        )

    def check(self, value: object) -> object:
        if not any(strictly_equal(value, allowed) for allowed in self.values):
            allowed = ", ".join(map(str, self.values))
            raise fault(f"must be one of {allowed}, not {abbreviate_json(value)}")
        return value


@dataclass(frozen=True)
class Within:
    """A whole number in a range."""

    allowed: range

    def __get_pydantic_core_schema__(self, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        low, high = self.allowed[0], self.allowed[-1]
        return core_schema.custom_error_schema(
            core_schema.int_schema(strict=True, ge=low, le=high),
            custom_error_type="range",
            custom_error_message="must be a number from {low} to {high}",
            custom_error_context={"low": low, "high": high},
        )


@dataclass(frozen=True)
class Counted:
    """A list with a fixed number of entries, which are only validated if the number is right."""

    count: int

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        entries: Any = handler(source)
        counted = entries | {"min_length": self.count, "max_length": self.count}
        return core_schema.no_info_before_validator_function(self.check, counted)

    def check(self, value: object) -> object:
        if isinstance(value, list) and len(value) != self.count:
            raise fault(f"must have {self.count} entries, not {len(value)}")
        return value


def exactly(wanted: object, rule: str) -> BeforeValidator:
    """A value that a rule fixes."""

    def check(value: object) -> object:
        if not strictly_equal(value, wanted):
            wanted_json, given = abbreviate_json(wanted), abbreviate_json(value)
            raise fault(f"must be {wanted_json} ({rule}), not {given}")
        return value

    return BeforeValidator(check)


def players_between(fewest: int, most: int, rule: str) -> AfterValidator:
    """A list with an entry for each player, which says how many play."""

    def check(values: list[T]) -> list[T]:
        if not fewest <= len(values) <= most:
            wanted = f"{fewest} to {most} entries, one per player"
            raise fault(f"must have {wanted}, not {len(values)} ({rule})")
        return values

    return AfterValidator(check)


def _require_text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise fault(f"must be a non-empty string, not {abbreviate_json(value)}")
    return value


def _require_distinct(values: list[T]) -> list[T]:
    if any(values.count(value) > 1 for value in values):
        raise fault(f"must not name anything twice, as {abbreviate_json(values)} does")
    return values


def _require_unmasked(value: object) -> object:
    if value is None:
        raise PydanticCustomError(MASKED, "is null: this is one seat's view, not a whole position")
    return value


class Seats(Protocol):
    """The part of a table that seats are validated against."""

    players: int


def _require_seat(seat: int, info: ValidationInfo[Seats]) -> int:
    if seat not in range(players := int(info.context.players)):
        raise fault(f"must be a seat from 0 to {players - 1}, not {abbreviate_json(seat)}")
    return seat


def _require_one_per_seat(values: list[T], info: ValidationInfo[Seats]) -> list[T]:
    players = int(info.context.players)
    if len(values) != players:
        raise fault(f"must have {players} entries, one per player, not {len(values)}")
    return values


Text = Annotated[str, PlainValidator(_require_text, json_schema_input_type=str)]
Distinct = AfterValidator(_require_distinct)
Unmasked = BeforeValidator(_require_unmasked)
Seat = Annotated[int, AfterValidator(_require_seat)]  # the context is a table
PerSeat = Annotated[list[T], AfterValidator(_require_one_per_seat)]  # the context is a table


# ---- reading and reporting


def fault(message: str) -> PydanticCustomError:
    """An error with a message of our own."""
    return PydanticCustomError("fault", message)


def faults(model: type[Group], data: object, context: object = None) -> list[str]:
    """All errors, each with its field: `eggs[2].points: must be at most 99, …`."""
    try:
        model.model_validate(data, context=context)
    except ValidationError as error:
        return [_line(model, found, "the edition") for found in _errors(error)]
    return []


def read(model: type[Model], data: object, what: str, context: object = None) -> Model:
    """Validate input; raise the first error, or the one about a masked value if there is one."""
    try:
        return model.model_validate(data, context=context)
    except ValidationError as error:
        found = _errors(error)
        first = next((one for one in found if one["type"] == MASKED), found[0])
        raise BadInput(_line(model, first, what)) from None


def times(count: int) -> str:
    """How often something appears, in an error message: `once`, or `3 times`."""
    return "once" if count == 1 else f"{count} times"


def check_to_move(phase: str, to_move: int | None) -> None:
    """Check that a player is to move in every phase but `over`."""
    if phase == "over" and to_move is not None:
        raise BadInput("to_move must be null in phase over")
    if phase != "over" and to_move is None:
        raise BadInput(f"to_move must be a seat in phase {phase}, not null")


def _errors(error: ValidationError) -> list[ErrorDetails]:
    return error.errors(include_url=False)


def _line(model: type[Group], error: ErrorDetails, what: str) -> str:
    return f"{_path(error['loc']) or what}: {_words(model, error)}"


def _path(location: tuple[int | str, ...]) -> str:
    """`eggs[2].points`; a name that is not an identifier is quoted."""
    path = ""
    for step in location:
        if isinstance(step, int):
            path += f"[{step}]"
        elif step != "[key]":  # pydantic's mark for the key of an entry
            name = step if step.isalnum() or step.isidentifier() else abbreviate_json(step)
            path += f".{name}" if path else name
    return path


def _words(model: type[Group], error: ErrorDetails) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind not in MESSAGES:
        return error["msg"]
    location = error["loc"][:-1] if kind == "extra_forbidden" else error["loc"]
    fields = _fields_at(model, location) if "{fields}" in MESSAGES[kind] else ()
    given = abbreviate_json(error["input"])
    return MESSAGES[kind].format(fields=", ".join(fields), given=given, **context)


def _fields_at(model: type[Group], location: tuple[int | str, ...]) -> tuple[str, ...]:
    """The fields of the model to which a location leads."""
    kind: Any = model
    for step in location:
        is_model = isinstance(kind, type) and issubclass(kind, Group)
        inner = kind.model_fields[str(step)].annotation if is_model else get_args(kind)[-1]
        kind = _without_marks(inner)
    return tuple(kind.model_fields)


def _without_marks(kind: Any) -> Any:
    """`Annotated[X, …]` and `X | None` are X here."""
    while get_origin(kind) in (Annotated, Union, UnionType):
        kind = next(inner for inner in get_args(kind) if inner is not NoneType)
    return kind
