"""Generates web/src/messages.ts: the messages of the server as strict TypeScript types."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import message_types

TARGET = Path(__file__).parents[1] / "web" / "src" / "messages.ts"
HEADING = """\
// Every message between a page and the server. `make types` writes this file from
// src/menagerie/server/schemas; docs/protocol.md explains it.

/** Anything that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** A move, a position document, an edition: each game has its own (docs/formats). */
export type JsonObject = { [name: string]: Json };
"""
WIDTH = 100


def page() -> str:
    """The whole file."""
    parts = [
        HEADING,
        *map(_enumeration, message_types.enumerations()),
        *map(_interface, message_types.messages()),
    ]
    parts += [_union(name, kinds) for name, kinds in message_types.unions().items()]
    return "\n".join(parts)


def _enumeration(name: str) -> str:
    words = [json.dumps(word) for word in message_types.enumerations()[name]]
    return _alternatives(name, words)


def _union(name: str, kinds: list[str]) -> str:
    """A union of messages, discriminated by their field `type`."""
    return f"/** {message_types.UNIONS[name]} */\n{_alternatives(name, kinds)}"


def _alternatives(name: str, parts: list[str]) -> str:
    line = f"export type {name} = {' | '.join(parts)};\n"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {part}" for part in parts) + ";\n"


def _interface(message: message_types.MessageType) -> str:
    lines = [*_comment(message.description, ""), f"export interface {message.name} {{"]
    for field in message.fields:
        lines += _comment(field.description, "  ")
        mark = "" if field.required else "?"
        lines.append(f"  {field.name}{mark}: {message_types.to_typescript(field.schema)};")
    return "\n".join([*lines, "}\n"])


def _comment(text: str, indent: str) -> Iterator[str]:
    lines = re.sub(r"\bNone\b", "null", text).splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {lines[0][0].upper()}{lines[0][1:]}{'' if text[-1] in '.!' else '.'} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8")
