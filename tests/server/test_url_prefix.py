"""A URL prefix, behind a reverse proxy that strips it or passes it on."""

import contextlib
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from support.runs import compiled_only
from support.server.background_game import play_a_game
from support.server.health_checks import nothing_goes_wrong
from support.server.live_server import FAST_CONFIG, TIMEOUT_S, Server, Visitor, running

from menagerie.cli.serve import check_prefix
from menagerie.errors import BadInput

pytestmark = compiled_only

PREFIX = "/menagerie"
ASKED = {"game": "cubosaurs", "players": 2, "name": "Ada"}
EXAMPLE = Path(__file__).parents[2] / "docs" / "hosting" / "nginx.conf"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/usr/local/sbin")
WHOLE = """
daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr notice;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/menagerie.conf;
}}
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    file = tmp_path_factory.mktemp("prefix") / "prefix.db"
    config = replace(FAST_CONFIG, prefix=PREFIX)
    with running(f"sqlite:///{file}", config) as server, nothing_goes_wrong(server):
        yield server


def test_the_proxy_may_pass_the_prefix_on(server: Server) -> None:
    ada, bob = (Visitor(server.address, name, PREFIX) for name in ("Ada", "Bob"))
    with ada.http, bob.http:
        play_a_game(ada, bob, options={"rounds": 1})


def test_the_proxy_may_strip_the_prefix(server: Server) -> None:
    """The browser sends its cookie for the public path, and the proxy passes it on."""
    ada, bob = (Visitor(server.address, name) for name in ("Ada", "Bob"))
    with ada.http, bob.http:
        for visitor in (ada, bob):
            visitor.ask("post", "/api/tables", 201, ASKED)
            visitor.http.headers["Cookie"] = f"menagerie={visitor.token}"
        play_a_game(ada, bob, options={"rounds": 1})


@pytest.mark.parametrize("sent", ["", PREFIX])
def test_the_cookie_is_for_the_prefix(sent: str, server: Server) -> None:
    answer = httpx.post(f"http://{server.address}{sent}/api/tables", json=ASKED)
    assert answer.status_code == 201
    assert f"Path={PREFIX};" in answer.headers["set-cookie"]


@pytest.mark.parametrize("sent", ["", PREFIX])
def test_over_https_the_prefix_is_in_the_name_of_the_cookie(sent: str, server: Server) -> None:
    url = f"http://{server.address}{sent}/api"
    https = {"X-Forwarded-Proto": "https"}
    answer = httpx.post(f"{url}/tables", json=ASKED, headers=https)
    name, _, rest = answer.headers["set-cookie"].partition("=")
    assert name == "__Host-menagerie-menagerie"
    assert "Path=/;" in rest
    mine = httpx.get(f"{url}/mine", headers={**https, "Cookie": f"{name}={rest.split(';')[0]}"})
    assert [one["seat"] for one in mine.json()] == [0]


@pytest.mark.parametrize("sent", ["", PREFIX])
def test_the_schema_contains_the_prefix(sent: str, server: Server) -> None:
    schema = httpx.get(f"http://{server.address}{sent}/api/openapi.json").json()
    assert schema["servers"] == [{"url": PREFIX}]
    assert "/api/tables" in schema["paths"]


@pytest.mark.parametrize("sent", ["", PREFIX])
def test_other_routes_work_with_and_without_the_prefix(sent: str, server: Server) -> None:
    for path in ("/healthz", "/metrics", "/api/games", "/api/version"):
        assert httpx.get(f"http://{server.address}{sent}{path}").status_code == 200
    for path in ("/menageries/api/games", "/menagerie/menagerie/api/games", "/other/api/games"):
        assert httpx.get(f"http://{server.address}{path}").status_code == 404


@pytest.mark.parametrize("given", ["menagerie", "//x", "/a//b", "/a b\n", "http://x/y"])
def test_a_prefix_is_a_path(given: str) -> None:
    with pytest.raises(BadInput, match="the prefix must be a path"):
        check_prefix(given)


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextlib.contextmanager
def nginx(folder: Path, server: Server, *, cuts_off: bool) -> Iterator[str]:
    """A real nginx with the documented configuration and other ports; yields its address."""
    if NGINX is None:
        pytest.skip("nginx is not installed; Debian's package nginx-light has it")
    port = free_port()
    site = EXAMPLE.read_text(encoding="utf-8")
    for ours, here in (
        ("server 127.0.0.1:8000;", f"server {server.address};"),
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("proxy_pass http://menagerie;", f"proxy_pass http://menagerie{'/' * cuts_off};"),
    ):
        assert site.count(ours) == 1
        site = site.replace(ours, here)
    (folder / "menagerie.conf").write_text(site, encoding="utf-8")
    (folder / "nginx.conf").write_text(WHOLE.format(folder=folder), encoding="utf-8")
    with (folder / "log").open("wb") as log:
        command = [NGINX, "-p", str(folder), "-c", str(folder / "nginx.conf")]
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        end = time.monotonic() + TIMEOUT_S
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                told = (folder / "log").read_text(encoding="utf-8")
                assert process.poll() is None, told
                assert time.monotonic() < end, told
                time.sleep(0.05)
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(TIMEOUT_S)


@pytest.mark.parametrize("cuts_off", [False, True])
def test_a_whole_game_through_nginx(cuts_off: bool, tmp_path: Path, server: Server) -> None:
    with nginx(tmp_path, server, cuts_off=cuts_off) as address:
        ada, bob = (Visitor(address, name, PREFIX) for name in ("Ada", "Bob"))
        with ada.http, bob.http:
            play_a_game(ada, bob)
            assert ada.ask("get", "/healthz")["ok"] is True
            assert ada.http.get("/metrics").status_code == 403
            table = ada.make_table()["id"]
            ada.connect(table, Origin=f"http://{address}").close()  # like our page
            own = ada.http.post(
                f"/api/tables/{table}/leave", headers={"Origin": f"http://{address}"}
            )
            assert own.status_code == 204
            claimed = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
            answer = httpx.post(f"http://{address}{PREFIX}/api/tables", json=ASKED, headers=claimed)
            assert "Secure" not in answer.headers["set-cookie"]
            assert "203.0.113.9" not in server.app.state.services.limits.requests._buckets
