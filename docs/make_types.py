"""Writes web/src/messages.ts anew: the messages of the server as TypeScript's strictest types."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import wire

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
    parts = [HEADING, *map(_choice, wire.choices()), *map(_interface, wire.shapes())]
    parts += [_union(name, kinds) for name, kinds in wire.unions().items()]
    return "\n".join(parts)


def _choice(name: str) -> str:
    words = [json.dumps(word) for word in wire.choices()[name]]
    return _alternatives(name, words)


def _union(name: str, kinds: list[str]) -> str:
    """Told apart by `type`, which each of its messages has."""
    return f"/** {wire.UNIONS[name]} */\n{_alternatives(name, kinds)}"


def _alternatives(name: str, parts: list[str]) -> str:
    line = f"export type {name} = {' | '.join(parts)};\n"
    if len(line) <= WIDTH:
        return line
    return f"export type {name} =\n" + "\n".join(f"  | {part}" for part in parts) + ";\n"


def _interface(shape: wire.Shape) -> str:
    lines = [*_comment(shape.says, ""), f"export interface {shape.name} {{"]
    for entry in shape.entries:
        lines += _comment(entry.says, "  ")
        mark = "" if entry.needed else "?"
        lines.append(f"  {entry.name}{mark}: {wire.written(entry.schema)};")
    return "\n".join([*lines, "}\n"])


def _comment(says: str, indent: str) -> Iterator[str]:
    lines = re.sub(r"\bNone\b", "null", says).splitlines()
    if len(lines) == 1:
        yield f"{indent}/** {lines[0][0].upper()}{lines[0][1:]}{'' if says[-1] in '.!' else '.'} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(page(), encoding="utf-8")
