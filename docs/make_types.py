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
        *map(_choice, message_types.choices()),
        *map(_interface, message_types.shapes()),
    ]
    parts += [_union(name, kinds) for name, kinds in message_types.unions().items()]
    return "\n".join(parts)


def _choice(name: str) -> str:
    words = [json.dumps(word) for word in message_types.choices()[name]]
    return _alternatives(name, words)


def _union(name: str, kinds: list[str]) -> str:
    """A union of messages, discriminated by their field `type`."""
    return f"/** {message_types.UNIONS[name]} */\n{_alternatives(name, kinds)}"


def _alternatives(name: str, parts: list[str]) -> str:
    line = f"export type {name} = {' | '.join(parts)};\n"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {part}" for part in parts) + ";\n"


def _interface(shape: message_types.Shape) -> str:
    lines = [*_comment(shape.says, ""), f"export interface {shape.name} {{"]
    for entry in shape.entries:
        lines += _comment(entry.says, "  ")
        mark = "" if entry.needed else "?"
        lines.append(f"  {entry.name}{mark}: {message_types.written(entry.schema)};")
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
