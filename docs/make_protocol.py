"""Regenerates parts of docs/protocol.md: types, and examples from a real server.

A generated part is between `<!-- made: its name -->` and `<!-- end -->`. The rest is hand-written.
"""

import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import UnionType
from typing import Any

import message_types
from example_run import Examples, Exchange, record_examples
from fastapi.routing import APIRoute
from pretty_json import pretty

from menagerie.server.config import Limits
from menagerie.server.http import dependencies, games, history, tables

PAGE = Path(__file__).parent / "protocol.md"
PART = re.compile(r"(<!-- made: (.+?) -->\n).*?(<!-- end -->)", re.DOTALL)
LIMIT = re.compile(r"^ {4}(\w+): .*# (.+)$", re.MULTILINE)
MAKING = ("POST", "/api/tables")
MAX_GROUPS = 3  # of an edition
MAX_ITEMS = {"lines": 3, "frames": 2, "sections": 1, "rules": 2, "chances": 3, "turning_points": 2}


def renew(page: str) -> str:
    """The page with its generated parts up to date."""
    made = parts(record_examples())
    if strange := {name for _, name, _ in PART.findall(page)} ^ set(made):
        raise ValueError(f"only the page, or only this script, has: {', '.join(sorted(strange))}")
    return PART.sub(lambda found: f"{found[1]}\n{made[found[2]]}\n\n{found[3]}", page)


def parts(examples: Examples) -> dict[str, str]:
    """All generated parts, by name."""
    shapes = message_types.shapes()
    return {
        "overview": "\n".join(_overview()),
        **{f"request {name}": _exchange(kept) for name, kept in examples.requests.items()},
        "wrong requests": "\n".join(_wrong(examples)),
        **{f"message {name}": _message(name, examples) for name in examples.messages},
        "refusals": "\n".join(_refusals(examples)),
        "choices": "\n".join(_choices()),
        "types asked": "\n\n".join(_shape(shape) for shape in shapes if shape.asked),
        "types answered": "\n\n".join(_shape(shape) for shape in shapes if not shape.asked),
        "limits": "\n".join(_limits()),
    }


def _overview() -> Iterator[str]:
    """Every route of the application, as a table."""
    yield "| request | who may send it | body | answer | what it does |"
    yield "| --- | --- | --- | --- | --- |"
    for route in (*games.router.routes, *tables.router.routes, *history.router.routes):
        if isinstance(route, APIRoute):
            verb = "".join(route.methods or ())
            sends = f"`{_name(route.body_field.field_info.annotation)}`" if route.body_field else ""
            answer = _name(route.response_model)
            answer = answer.replace("|", "\\|")
            answer = f"{route.status_code or 200}, `{answer}`" if answer else f"{route.status_code}"
            who = "players with a seat" if _needs_seat(route) else "anybody"
            cells = (f"`{verb} {route.path}`", who, sends, answer, route.description)
            yield f"| {' | '.join(cells)} |"


def _name(kind: Any) -> str:
    if kind is None:
        return ""
    return (
        kind.__name__ if isinstance(kind, type) and not hasattr(kind, "__args__") else _list(kind)
    )


def _list(kind: Any) -> str:
    [*inner] = kind.__args__
    if isinstance(kind, UnionType):
        return " | ".join(part.__name__ for part in inner)
    if inner == [str, Any]:
        return "JsonObject"
    return f"{inner[0].__name__}[]" if len(inner) == 1 else "Record<string, string>"


def _needs_seat(route: APIRoute) -> bool:
    return any(needed.call is dependencies.get_seat for needed in route.dependant.dependencies)


def _exchange(kept: Exchange) -> str:
    asked = f"{kept.verb} {kept.path}"
    sent = [] if kept.sent is None else ["", *pretty(kept.sent)]
    cookie = [f"Set-Cookie: {kept.headers['set-cookie']}"] if "set-cookie" in kept.headers else []
    shown = kept.answer
    if isinstance(shown, dict):
        few = list(shown)[:MAX_GROUPS] if kept.path.endswith("/edition") else list(shown)
        rest = {} if len(few) == len(shown) else {"…": "…"}
        shown = _few({key: shown[key] for key in few}) | rest
    elif isinstance(shown, list) and len(shown) > 1:
        shown = [shown[0], "…"]
    answer = (
        []
        if shown is None
        else ["", *pretty(shown if (kept.verb, kept.path) == MAKING else _brief(shown))]
    )
    return _block([asked, *sent]) + "\n\n" + _block([f"{kept.status}", *cookie, *answer])


def _few(value: Any) -> Any:
    """The same value with long lists cut off, and without positions."""
    if isinstance(value, list):
        return [_few(item) for item in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {key: _few(item) for key, item in value.items()}
    if "view" in found:
        found["view"] = {"…": "…"}
    for key, most in MAX_ITEMS.items():
        if isinstance(found.get(key), list) and len(found[key]) > most:
            found[key] = [*found[key][:most], "…"]
    return found


def _brief(value: Any) -> Any:
    """The same value with short tables: the example that creates one shows it in full."""
    if isinstance(value, list):
        return [_brief(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "seats" in value and "code" in value:
        return {key: value[key] for key in ("id", "code", "state")} | {"…": "…"}
    return {key: _brief(item) for key, item in value.items()}


def _wrong(examples: Examples) -> Iterator[str]:
    yield "| request | status | `error` |"
    yield "| --- | --- | --- |"
    for kept in examples.wrong:
        sent = json.dumps(kept.sent, ensure_ascii=False)
        sent = "" if kept.sent is None else f" `{sent if len(sent) < 100 else '{…}'}`"
        yield f"| `{kept.verb} {kept.path}`{sent} | {kept.status} | `{kept.answer['error']}` |"


def _message(name: str, examples: Examples) -> str:
    """An example message, without the parts that an earlier example showed."""
    message = dict(examples.messages[name])
    if name not in ("welcome", "waiting", "table", "over"):
        message = {key: _shorter(value) for key, value in message.items()}
    elif name in ("table", "over"):
        whole = message["table"]
        kept = ("state", "seats") if name == "table" else ("state", "deal")
        message["table"] = {key: whole[key] for key in kept} | {"…": "…"}
    elif name == "waiting":
        message["table"] = {"…": "…"}
    return _block(pretty(message))


def _shorter(value: Any) -> Any:
    if isinstance(value, dict) and "view" in value:
        return value | {"view": {"…": "…"}}
    return value


def _refusals(examples: Examples) -> Iterator[str]:
    yield "| `code` | sent | `message` | `rule` | `number` |"
    yield "| --- | --- | --- | --- | --- |"
    for code, (sent, got) in sorted(examples.refusals.items()):
        rule, number = (json.dumps(got[key]) for key in ("rule", "number"))
        yield f"| `{code}` | `{json.dumps(sent)}` | `{got['message']}` | {rule} | {number} |"


def _choices() -> Iterator[str]:
    for name, words in message_types.choices().items():
        yield f"- `{name}`: {', '.join(f'`{json.dumps(word)}`' for word in words)}"


def _shape(shape: message_types.Shape) -> str:
    lines = [f"**{shape.name}** {_null(shape.says)}".strip(), ""]
    lines += ["| field | type | meaning |", "| --- | --- | --- |"]
    for entry in shape.entries:
        kind = message_types.written(entry.schema).replace("|", "\\|")
        meaning = "; ".join(filter(None, (_null(entry.says), entry.limits if shape.asked else "")))
        lines.append(f"| `{entry.name}` | `{kind}` | {meaning} |")
    return "\n".join(lines)


def _null(says: str) -> str:
    return re.sub(r"\bNone\b", "`null`", " ".join(says.split()))


def _limits() -> Iterator[str]:
    notes = dict(LIMIT.findall(inspect.getsource(Limits)))
    yield "| limit | value | of what |"
    yield "| --- | ---: | --- |"
    for limit in fields(Limits):
        yield f"| `{limit.name}` | {limit.default:,} | {notes[limit.name]} |"


def _block(lines: list[str]) -> str:
    return "\n".join(["```", *lines, "```"])


if __name__ == "__main__":
    PAGE.write_text(renew(PAGE.read_text("utf-8")), "utf-8")
