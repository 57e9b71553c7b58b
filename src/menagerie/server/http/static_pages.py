"""The files of the page that Vite built into the package, compressed and cached by browsers."""

import gzip
import html
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from fastapi import Request
from fastapi.responses import PlainTextResponse, Response

from menagerie.server.http.middleware import content_security_policy

FOLDER = Path(__file__).parents[2] / "web"
IMMUTABLE = "public, max-age=31536000, immutable"  # assets are named by their contents
REVALIDATE = "no-cache"
MIN_COMPRESSED = 1024  # bytes; smaller files are not worth it
COMPRESSED_TYPES = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
PREFIX = 'data-prefix=""'
STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)
CSP_HEADER = "content-security-policy"
NOT_BUILT = "The page is not built: run `make page`, or install the package with pip.\n"


@dataclass(frozen=True)
class File:
    """A file of the page, as it is and compressed with gzip."""

    content: bytes
    compressed: bytes | None
    media_type: str
    cache_control: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def answer(self, request: Request) -> Response:
        headers = {"cache-control": self.cache_control, "vary": "accept-encoding", **self.headers}
        body = self.content
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.compressed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=self.media_type, headers=headers)


def make_file(name: str, content: bytes, cache_control: str, headers: Mapping[str, str]) -> File:
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    worth_it = Path(name).suffix in COMPRESSED_TYPES and len(content) > MIN_COMPRESSED
    compressed = gzip.compress(content, 9, mtime=0) if worth_it else None
    return File(content, compressed, media_type, cache_control, headers)


@cache
def files(folder: Path, prefix: str) -> dict[str, File]:
    """All files by their paths; the page itself is told its URL prefix."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            name = file.relative_to(folder).as_posix()
            cache_control = IMMUTABLE if name.startswith("assets/") else REVALIDATE
            content, headers = file.read_bytes(), {}
            if name == "index.html":
                page = _with_prefix(content.decode(), prefix)
                content, headers = (
                    page.encode(),
                    {CSP_HEADER: content_security_policy(*STYLE.findall(page))},
                )
            found[name] = make_file(name, content, cache_control, headers)
    return found


def _with_prefix(page: str, prefix: str) -> str:
    """Make the URLs of assets independent of the page's path."""
    prefix = html.escape(prefix)
    return page.replace(PREFIX, f'data-prefix="{prefix}"').replace('"./', f'"{prefix}/')


async def show(request: Request) -> Response:
    """The page itself, for any of its paths."""
    found = files(FOLDER, request.scope.get("root_path", ""))
    if "index.html" not in found:
        return PlainTextResponse(NOT_BUILT, 503)
    return found["index.html"].answer(request)


async def fetch(request: Request) -> Response:
    """One of the page's files."""
    found = files(FOLDER, request.scope.get("root_path", ""))
    name = request.url.path.removeprefix(request.scope.get("root_path", "")).removeprefix("/")
    if name not in found:
        return PlainTextResponse("there is no such file\n", 404)
    return found[name].answer(request)
