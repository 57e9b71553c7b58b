"""The page: files that Vite built into the package, sent small and kept long by browsers."""

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

from menagerie.server.http.middleware import policy

FOLDER = Path(__file__).parents[2] / "web"
FOREVER = "public, max-age=31536000, immutable"  # names of assets change with what is in them
ANEW = "no-cache"
SMALL = 1024  # bytes that are not worth packing
PACKED = (".html", ".js", ".css", ".svg", ".json", ".txt", ".webmanifest")
PREFIX = 'data-prefix=""'
STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)
SAFETY = "content-security-policy"
NOT_BUILT = "The page is not built: run `make page`, or install the package with pip.\n"


@dataclass(frozen=True)
class File:
    """A file of the page, as it is and packed."""

    plain: bytes
    packed: bytes | None
    kind: str
    keep: str
    headers: Mapping[str, str] = field(default_factory=dict)

    def answer(self, request: Request) -> Response:
        headers = {"cache-control": self.keep, "vary": "accept-encoding", **self.headers}
        body = self.plain
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.packed
            headers["content-encoding"] = "gzip"
        return Response(body, media_type=self.kind, headers=headers)


def pack(name: str, content: bytes, keep: str, headers: Mapping[str, str]) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    worth = Path(name).suffix in PACKED and len(content) > SMALL
    packed = gzip.compress(content, 9, mtime=0) if worth else None
    return File(content, packed, kind, keep, headers)


@cache
def files(folder: Path, prefix: str) -> dict[str, File]:
    """Everything there is, by its path; the page itself knows under which prefix it lives."""
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            name = file.relative_to(folder).as_posix()
            keep = FOREVER if name.startswith("assets/") else ANEW
            content, headers = file.read_bytes(), {}
            if name == "index.html":
                page = _addressed(content.decode(), prefix)
                content, headers = page.encode(), {SAFETY: policy(*STYLE.findall(page))}
            found[name] = pack(name, content, keep, headers)
    return found


def _addressed(page: str, prefix: str) -> str:
    """Assets are found from any path of the page."""
    prefix = html.escape(prefix)
    return page.replace(PREFIX, f'data-prefix="{prefix}"').replace('"./', f'"{prefix}/')


async def show(request: Request) -> Response:
    """The page, whatever place in it is asked for."""
    found = files(FOLDER, request.scope.get("root_path", ""))
    if "index.html" not in found:
        return PlainTextResponse(NOT_BUILT, 503)
    return found["index.html"].answer(request)


async def fetch(request: Request) -> Response:
    """One of its files."""
    found = files(FOLDER, request.scope.get("root_path", ""))
    name = request.url.path.removeprefix(request.scope.get("root_path", "")).removeprefix("/")
    if name not in found:
        return PlainTextResponse("there is no such file\n", 404)
    return found[name].answer(request)
