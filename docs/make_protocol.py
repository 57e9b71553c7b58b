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
CREATE_TABLE = ("POST", "/api/tables")
MAX_GROUPS = 3  # of an edition
MAX_ITEMS = {"lines": 3, "frames": 2, "sections": 1, "rules": 2, "chances": 3, "turning_points": 2}


def regenerate(page: str) -> str:
    """The page with its generated parts up to date."""
    made = parts(record_examples())
    if mismatched := {name for _, name, _ in PART.findall(page)} ^ set(made):
        raise ValueError(
            f"only the page, or only this script, has: {', '.join(sorted(mismatched))}"
        )
    return PART.sub(lambda found: f"{found[1]}\n{made[found[2]]}\n\n{found[3]}", page)


def parts(examples: Examples) -> dict[str, str]:
    """All generated parts, by name."""
    messages = message_types.messages()
    return {
        "overview": "\n".join(_overview()),
        **{f"request {name}": _exchange(exchange) for name, exchange in examples.requests.items()},
        "wrong requests": "\n".join(_failed_requests(examples)),
        **{f"message {name}": _message(name, examples) for name in examples.messages},
        "refusals": "\n".join(_error_codes(examples)),
        "choices": "\n".join(_enumerations()),
        "types asked": "\n\n".join(_message_type(one) for one in messages if one.is_request),
        "types answered": "\n\n".join(_message_type(one) for one in messages if not one.is_request),
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


def _exchange(exchange: Exchange) -> str:
    asked = f"{exchange.verb} {exchange.path}"
    sent = [] if exchange.sent is None else ["", *pretty(exchange.sent)]
    cookie = (
        [f"Set-Cookie: {exchange.headers['set-cookie']}"]
        if "set-cookie" in exchange.headers
        else []
    )
    shown = exchange.answer
    if isinstance(shown, dict):
        few = list(shown)[:MAX_GROUPS] if exchange.path.endswith("/edition") else list(shown)
        rest = {} if len(few) == len(shown) else {"…": "…"}
        shown = _truncate({key: shown[key] for key in few}) | rest
    elif isinstance(shown, list) and len(shown) > 1:
        shown = [shown[0], "…"]
    answer = (
        []
        if shown is None
        else [
            "",
            *pretty(
                shown
                if (exchange.verb, exchange.path) == CREATE_TABLE
                else _abbreviate_tables(shown)
            ),
        ]
    )
    return _block([asked, *sent]) + "\n\n" + _block([f"{exchange.status}", *cookie, *answer])


def _truncate(value: Any) -> Any:
    """The same value with long lists cut off, and without positions."""
    if isinstance(value, list):
        return [_truncate(item) for item in value]
    if not isinstance(value, dict):
        return value
    found: dict[str, Any] = {key: _truncate(item) for key, item in value.items()}
    if "view" in found:
        found["view"] = {"…": "…"}
    for key, most in MAX_ITEMS.items():
        if isinstance(found.get(key), list) and len(found[key]) > most:
            found[key] = [*found[key][:most], "…"]
    return found


def _abbreviate_tables(value: Any) -> Any:
    """The same value with short tables: the example that creates one shows it in full."""
    if isinstance(value, list):
        return [_abbreviate_tables(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "seats" in value and "code" in value:
        return {key: value[key] for key in ("id", "code", "state")} | {"…": "…"}
    return {key: _abbreviate_tables(item) for key, item in value.items()}


def _failed_requests(examples: Examples) -> Iterator[str]:
    yield "| request | status | `error` |"
    yield "| --- | --- | --- |"
    for exchange in examples.failures:
        sent = json.dumps(exchange.sent, ensure_ascii=False)
        sent = "" if exchange.sent is None else f" `{sent if len(sent) < 100 else '{…}'}`"
        error = exchange.answer["error"]
        yield f"| `{exchange.verb} {exchange.path}`{sent} | {exchange.status} | `{error}` |"


def _message(name: str, examples: Examples) -> str:
    """An example message, without the parts that an earlier example showed."""
    message = dict(examples.messages[name])
    if name not in ("welcome", "waiting", "table", "over"):
        message = {key: _without_view(value) for key, value in message.items()}
    elif name in ("table", "over"):
        whole = message["table"]
        kept = ("state", "seats") if name == "table" else ("state", "deal")
        message["table"] = {key: whole[key] for key in kept} | {"…": "…"}
    elif name == "waiting":
        message["table"] = {"…": "…"}
    return _block(pretty(message))


def _without_view(value: Any) -> Any:
    if isinstance(value, dict) and "view" in value:
        return value | {"view": {"…": "…"}}
    return value


def _error_codes(examples: Examples) -> Iterator[str]:
    yield "| `code` | sent | `message` | `rule` | `number` |"
    yield "| --- | --- | --- | --- | --- |"
    for code, (sent, got) in sorted(examples.errors.items()):
        rule, number = (json.dumps(got[key]) for key in ("rule", "number"))
        yield f"| `{code}` | `{json.dumps(sent)}` | `{got['message']}` | {rule} | {number} |"


def _enumerations() -> Iterator[str]:
    for name, words in message_types.enumerations().items():
        yield f"- `{name}`: {', '.join(f'`{json.dumps(word)}`' for word in words)}"


def _message_type(message: message_types.MessageType) -> str:
    lines = [f"**{message.name}** {_null(message.description)}".strip(), ""]
    lines += ["| field | type | meaning |", "| --- | --- | --- |"]
    for field in message.fields:
        kind = message_types.to_typescript(field.schema).replace("|", "\\|")
        meaning = "; ".join(
            filter(None, (_null(field.description), field.limits if message.is_request else ""))
        )
        lines.append(f"| `{field.name}` | `{kind}` | {meaning} |")
    return "\n".join(lines)


def _null(description: str) -> str:
    return re.sub(r"\bNone\b", "`null`", " ".join(description.split()))


def _limits() -> Iterator[str]:
    notes = dict(LIMIT.findall(inspect.getsource(Limits)))
    yield "| limit | value | of what |"
    yield "| --- | ---: | --- |"
    for limit in fields(Limits):
        yield f"| `{limit.name}` | {limit.default:,} | {notes[limit.name]} |"


def _block(lines: list[str]) -> str:
    return "\n".join(["```", *lines, "```"])


if __name__ == "__main__":
    PAGE.write_text(regenerate(PAGE.read_text("utf-8")), "utf-8")
