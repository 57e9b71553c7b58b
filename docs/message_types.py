"""The messages of the protocol, read from their types: names, fields, schemas, comments."""

import inspect
import json
import re
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel, TypeAdapter
from typing_extensions import is_typeddict

from menagerie.server.schemas import common, games, history, replies, requests, tables

Schema = dict[str, Any]
Mode = Literal["validation", "serialization"]

MODULES: tuple[ModuleType, ...] = (requests, tables, replies, games, history)
UNIONS = {
    "SocketRequest": "Whatever may be sent on a socket.",
    "SocketReply": "Whatever a socket may receive.",
}
UNIONS_IN: dict[str, ModuleType] = {"SocketRequest": requests, "SocketReply": replies}
SCALARS = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
NOTE = re.compile(r"^ {4}(\w+): .*?  # (?!type:|noqa)(.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Field:
    """A field of a message."""

    name: str
    schema: Schema
    required: bool
    description: str

    @property
    def limits(self) -> str:
        """The constraints beyond the type, in words."""
        return _limits(self.schema) if self.required else _default(self.schema)


@dataclass(frozen=True)
class MessageType:
    """A message, or a part of one."""

    name: str
    description: str
    is_request: bool
    fields: tuple[Field, ...]


def messages() -> list[MessageType]:
    """All messages, in the order of their definition."""
    kinds = [kind for module in MODULES for kind in vars(module).values() if _is_ours(kind, module)]
    wanted: list[tuple[str, Mode, TypeAdapter[Any]]] = [
        (kind.__name__, "validation" if _is_request(kind) else "serialization", TypeAdapter(kind))
        for kind in kinds
    ]
    _, schema = TypeAdapter.json_schemas(wanted)
    definitions = schema["$defs"]
    return [_message_type(kind, definitions[kind.__name__]) for kind in kinds]


def _is_ours(kind: object, module: ModuleType) -> bool:
    if not isinstance(kind, type) or kind.__module__ != module.__name__:
        return False
    return is_typeddict(kind) or (_is_request(kind) and kind is not requests.Request)


def _is_request(kind: type) -> bool:
    return issubclass(kind, BaseModel)


def _message_type(kind: type, definition: Schema) -> MessageType:
    notes = dict(NOTE.findall(inspect.getsource(kind)))
    fields = [
        Field(name, schema, name in definition.get("required", ()), notes.get(name, ""))
        for name, schema in definition["properties"].items()
    ]
    return MessageType(
        kind.__name__, inspect.cleandoc(kind.__doc__ or ""), _is_request(kind), tuple(fields)
    )


def enumerations() -> dict[str, tuple[str, ...]]:
    """The named Literal types, with their values."""
    found = [*vars(common).items(), ("Level", requests.Level)]
    return {name: get_args(kind) for name, kind in found if get_origin(kind) is Literal}


def unions() -> dict[str, list[str]]:
    """The unions of messages, with the names of their members."""
    return {
        name: [kind.__name__ for kind in get_args(get_args(getattr(UNIONS_IN[name], name))[0])]
        for name in UNIONS
    }


def to_typescript(schema: Schema) -> str:
    """The schema as a TypeScript type; an error if there is none."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        named = {words: name for name, words in enumerations().items()}
        words = tuple(schema["enum"])
        return named.get(words) or " | ".join(json.dumps(word) for word in words)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(to_typescript(part) for part in schema["anyOf"]))
    if schema["type"] == "array":
        item = to_typescript(schema["items"])
        return f"({item})[]" if " | " in item else f"{item}[]"
    if schema["type"] == "object":
        return _mapping(schema)
    return SCALARS[schema["type"]]


def _mapping(schema: Schema) -> str:
    if schema.get("additionalProperties") is True:
        return "JsonObject"
    patterns = list(schema.get("patternProperties", {}).values())
    [value] = patterns or [schema["additionalProperties"]]
    return f"Record<string, {to_typescript(value)}>"


def _limits(schema: Schema) -> str:
    if "maxLength" in schema:
        least = schema.get("minLength", 0)
        return f"{least} to {schema['maxLength']} characters"
    if "maximum" in schema:
        return f"{schema['minimum']} to {schema['maximum']}"
    return ", ".join(filter(None, map(_limits, schema.get("anyOf", ()))))


def _default(schema: Schema) -> str:
    limits = _limits(schema)
    default = f"{json.dumps(schema['default'])} if left out"
    return f"{limits}; {default}" if limits else default
