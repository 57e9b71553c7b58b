"""The private parts of uvicorn that our protocols use or override still exist.

A part that disappears is not always an error: if uvicorn no longer calls an override, its
protection is gone, but nothing fails. test_uvicorn_behaviour.py checks what these parts do.
"""

import ast
import asyncio
import inspect
import re
import tomllib
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from support.server.fake_transport import ADVICE
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from menagerie.server.transport import http_protocol, websocket_protocol

ROOT = Path(__file__).parents[2]

# What we use or override, with the parameters of methods (None: an attribute of the instance).
# What asyncio.Protocol defines too, such as data_received, is public.
HTTP: dict[str, list[str] | None] = {
    "app": None,
    "config": None,
    "conn": None,
    "loop": None,
    "on_response_complete": ["self"],
    "transport": None,
}
WEBSOCKET: dict[str, list[str] | None] = {
    "close_sent": None,
    "config": None,
    "conn": None,
    "curr_msg_data_type": None,
    "disconnected": None,
    "frames": None,
    "handle_connect": ["self", "event"],
    "handle_cont": ["self", "event"],
    "handle_parser_exception": ["self"],
    "handle_ping": ["self"],
    "handle_pong": ["self", "event"],
    "handshake_complete": None,
    "handshake_initiated": None,
    "keepalive_timeout": ["self"],
    "loop": None,
    "ping_interval": None,
    "ping_timer": None,
    "queue": None,
    "request": None,
    "response": None,
    "run_asgi": ["self"],
    "scope": None,
    "send": ["self", "message"],
    "send_keepalive_ping": ["self"],
    "send_receive_event_to_app": ["self"],
    "transport": None,
    "writable": None,
}
CONTRACT: list[tuple[type[asyncio.Protocol], ModuleType, dict[str, list[str] | None]]] = [
    (H11Protocol, http_protocol, HTTP),
    (WebSocketsSansIOProtocol, websocket_protocol, WEBSOCKET),
]
PARTS = [(base, name, parts[name]) for base, _, parts in CONTRACT for name in parts]


def tree(thing: Any) -> ast.Module:
    return ast.parse(inspect.getsource(thing))


def own_names(nodes: ast.AST) -> Iterator[str]:
    """The names that a class defines or uses of itself: `self.name` and `super().name`."""
    for node in ast.walk(nodes):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.Attribute):
            source = ast.unparse(node.value)
            if source in {"self", "super()"}:
                yield node.attr


def assigned(base: type) -> set[str]:
    """The attributes that a class sets on its instances."""
    return {
        node.attr
        for node in ast.walk(tree(base))
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Store)
        and ast.unparse(node.value) == "self"
    }


@pytest.mark.parametrize(("base", "module", "parts"), CONTRACT)
def test_these_lists_are_complete(
    base: type, module: ModuleType, parts: dict[str, list[str] | None]
) -> None:
    classes = [node for node in tree(module).body if isinstance(node, ast.ClassDef)]
    protocols = [node for node in classes if "Protocol" in node.name]
    used = {name for node in protocols for name in own_names(node)}
    private = {name for name in used & {*vars(base), *assigned(base)} if name[:2] != "__"}
    assert private - set(dir(asyncio.Protocol)) == parts.keys()


def test_the_page_on_upgrading_names_every_part() -> None:
    page = (ROOT / "docs/upgrading.md").read_text()
    section = page.partition("## uvicorn\n")[2].partition("\n## ")[0]
    assert [name for _, name, _ in PARTS if f"`{name}`" not in section] == []
    assert f"use {len(PARTS)} parts" in section


@pytest.mark.parametrize(("base", "name", "parameters"), PARTS)
def test_uvicorn_still_has(base: type, name: str, parameters: list[str] | None) -> None:
    lost = f"uvicorn no longer has {base.__name__}.{name}: {ADVICE}"
    if parameters is None:
        assert name in assigned(base), lost
        return
    assert name in vars(base), lost
    assert list(inspect.signature(vars(base)[name]).parameters) == parameters, lost
    uses = [node for node in ast.walk(tree(base)) if isinstance(node, ast.Attribute)]
    assert name in {node.attr for node in uses}, f"uvicorn no longer calls {name}: {ADVICE}"


@pytest.mark.parametrize("base", [H11Protocol, WebSocketsSansIOProtocol])
def test_protocols_are_made_from_the_same_parameters(base: type) -> None:
    names = list(inspect.signature(base).parameters)
    assert names == ["config", "server_state", "app_state", "_loop"], ADVICE


def test_only_tested_versions_of_uvicorn_are_allowed() -> None:
    """The bound is the next minor version; the contract holds for what is installed."""
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (line,) = [line for line in needed if line.startswith("uvicorn")]
    found = re.fullmatch(r"uvicorn\[standard\]>=0\.(\d+),<0\.(\d+)", line)
    assert found, f"{line} has no upper bound: {ADVICE}"
    major, minor, *_ = version("uvicorn").split(".")
    assert major == "0", ADVICE
    assert int(found[1]) <= int(minor) == int(found[2]) - 1, ADVICE


def test_the_queue_needs_only_three_methods() -> None:
    """SingleReaderQueue has no others."""
    called = set(re.findall(r"self\.queue\.(\w+)", inspect.getsource(WebSocketsSansIOProtocol)))
    assert called == {"put_nowait", "get", "empty"}, ADVICE


def test_trusted_proxies_are_asked_by_address() -> None:
    async def check() -> None:
        config = uvicorn.Config(FastAPI(), forwarded_allow_ips="192.0.2.0/24", log_config=None)
        app = H11Protocol(config, ServerState(), {}).app
        assert isinstance(app, ProxyHeadersMiddleware), ADVICE
        assert "192.0.2.1" in app.trusted_hosts, ADVICE
        assert "198.51.100.1" not in app.trusted_hosts, ADVICE

    asyncio.run(check())


def test_stopping_begins_with_handle_exit() -> None:
    """Our server marks itself as not ready there."""
    names = list(inspect.signature(uvicorn.Server.handle_exit).parameters)
    assert names == ["self", "sig", "frame"], ADVICE
    assert "self.handle_exit" in inspect.getsource(uvicorn.Server.capture_signals), ADVICE
