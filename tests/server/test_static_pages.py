"""Static files: the built page as the server delivers it."""

import gzip
import hashlib
import re
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from support.runs import compiled_only
from support.server.live_server import FAST_CONFIG, Visitor, running

from menagerie.server.http import static_pages

pytestmark = compiled_only

PLACES = ["/", "/t/abc", "/j/ABCDE", "/rules/catbox", "/learn/catbox", "/replay/abc"]


def links(text: str) -> list[str]:
    return re.findall(r'(?:src|href)="([^"]+)"', text)


@pytest.mark.parametrize("path", PLACES)
def test_every_place_is_the_same_page(ada: Visitor, path: str) -> None:
    answer = ada.http.get(path)
    assert answer.status_code == 200
    assert answer.text == ada.http.get("/").text
    assert answer.headers["cache-control"] == "no-cache"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_the_policy_allows_only_the_inline_style_of_the_page(ada: Visitor) -> None:
    answer = ada.http.get("/")
    styles = re.findall(r"<style>(.*?)</style>", answer.text, re.DOTALL)
    assert len(styles) == 1
    digest = b64encode(hashlib.sha256(styles[0].encode()).digest()).decode()
    found = answer.headers["content-security-policy"]
    assert f"style-src 'self' 'sha256-{digest}';" in found
    assert "style-src 'self';" in ada.http.get("/nowhere").headers["content-security-policy"]


def test_files_that_the_page_links_exist_and_assets_are_cached(ada: Visitor) -> None:
    found = links(ada.http.get("/").text)
    assert any(name.endswith(".js") for name in found)
    for name in found:
        answer = ada.http.get(name)
        assert answer.status_code == 200
        assert ("immutable" in answer.headers["cache-control"]) == name.startswith("/assets/")


def test_scripts_are_compressed_for_clients_that_accept_gzip(ada: Visitor) -> None:
    script = next(name for name in links(ada.http.get("/").text) if name.endswith(".js"))
    url = f"http://{ada.address}{script}"
    plain = httpx.get(url, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with httpx.stream("GET", url, headers={"accept-encoding": "gzip"}) as answer:
        packed = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed) == plain.content
    assert len(packed) < len(plain.content) / 2
    assert ada.http.head(script).headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize("path", ["/assets/none.js", "/assets/..%2F..%2Fgame.py", "/nowhere"])
def test_what_is_not_there_is_a_404(ada: Visitor, path: str) -> None:
    assert ada.http.get(path).status_code == 404


def test_all_links_begin_with_the_url_prefix(tmp_path: Path) -> None:
    config = replace(FAST_CONFIG, prefix="/games/here")
    with running(f"sqlite:///{tmp_path / 'page.db'}", config) as server:
        visitor = Visitor(server.address, prefix="/games/here")
        text = visitor.http.get("/t/abc").text
        assert 'data-prefix="/games/here"' in text
        for name in links(text):
            assert name.startswith("/games/here/")
            assert httpx.get(f"http://{server.address}{name}").status_code == 200
        visitor.http.close()


def test_a_prefix_is_escaped_in_the_page() -> None:
    static_pages.files.cache_clear()
    text = static_pages.files(static_pages.FOLDER, '/a"><b>')["index.html"].content.decode()
    assert 'data-prefix="/a&quot;&gt;&lt;b&gt;"' in text
    assert "<b>" not in text


def test_a_page_that_is_not_built_says_how_to_build_it(
    ada: Visitor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(static_pages, "FOLDER", tmp_path)
    answer = ada.http.get("/")
    assert answer.status_code == 503
    assert "make page" in answer.text
