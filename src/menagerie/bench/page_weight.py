"""The weight of the page in a real browser: bytes transferred, and time to first paint."""

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from rich.console import Console

from menagerie import discovery
from menagerie.bench.report import Result
from menagerie.bench.server_process import ServerProcess
from menagerie.errors import BadInput
from menagerie.jsontext import Json

if TYPE_CHECKING:  # Playwright is optional
    from playwright.sync_api import Browser, CDPSession, Page

# The first is the same engine without a GUI, which takes a quarter less time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
BROWSER_FLAGS = (  # no sandbox, for root; no requests of the browser itself
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
COUNTED_SUFFIXES = (".js", ".css")
MAX_HOME_BYTES, MAX_GAME_BYTES = 120_000, 200_000  # of scripts and styles, compressed
MAX_PAINT_S = 1.0  # until the first contentful paint
CPU_SLOWDOWN = 4  # to simulate a cheap phone
PAGE_LOADS = 5
NETWORK_IDLE_MS = 300.0  # without a request: the page has loaded
TIMEOUT_MS = 20_000.0
FIRST_PAINT_SCRIPT = """new Promise((done) => new PerformanceObserver((list) => {
  for (const found of list.getEntriesByName("first-contentful-paint")) done(found.startTime);
}).observe({ type: "paint", buffered: true }))"""


class NetworkTraffic:
    """The scripts and styles that a page fetches: their compressed sizes, with HTTP headers."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.names: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.pending: set[str] = set()
        self.session: CDPSession = page.context.new_cdp_session(page)
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._on_request)
        self.session.on("Network.loadingFinished", self._on_finished)
        self.session.on("Network.loadingFailed", self._on_end)

    def _on_request(self, event: Json) -> None:
        self.names[event["requestId"]] = Path(urlsplit(event["request"]["url"]).path).name
        self.pending.add(event["requestId"])

    def _on_finished(self, event: Json) -> None:
        name = self.names.get(event["requestId"], "")
        if name.endswith(COUNTED_SUFFIXES):
            self.sizes[name] = self.sizes.get(name, 0) + int(event["encodedDataLength"])
        self._on_end(event)

    def _on_end(self, event: Json) -> None:
        self.pending.discard(event["requestId"])

    def wait_for_bytes(self) -> int:
        """Wait until the network is idle; return the sum of all sizes."""
        seen = -1
        while self.pending or seen != len(self.names):
            seen = len(self.names)
            self.page.wait_for_timeout(NETWORK_IDLE_MS)
        return sum(self.sizes.values())


def find_browser() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def open_home(page: "Page", address: str) -> None:
    page.goto(address)
    page.locator("section[aria-labelledby^=game-title-]").first.wait_for()


def start_game(page: "Page", game: str) -> None:
    """From the home page, start this game and wait for its board."""
    page.locator(f"section[aria-labelledby=game-title-{game}] button").first.click()
    await_board(page)


def await_board(page: "Page") -> None:
    """Wait until the board is attached: its first element may be invisible SVG definitions."""
    page.locator("[data-number] .board > *").first.wait_for(state="attached")


def measure(folder: Path, stderr: Console) -> list[Result] | str:
    """Measure the page built into `folder`; return the reason if that is impossible."""
    browser = find_browser()
    if not (folder / "index.html").exists():
        return "it is not built (`make page`)"
    if browser is None:
        return "there is no Chromium (`make system-packages`)"
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return "Playwright is not installed (the extra `peers`)"
    stderr.print("measuring the page in Chromium …")
    try:
        with (
            tempfile.TemporaryDirectory() as scratch,
            ServerProcess(f"sqlite:///{Path(scratch, 'page.db')}") as server,
            sync_playwright() as playwright,
        ):
            opened = playwright.chromium.launch(executable_path=browser, args=list(BROWSER_FLAGS))
            return list(_measure(opened, f"http://{server.address}/"))
    except (Error, BadInput) as error:
        return str(error).strip().splitlines()[0]


def _measure(browser: "Browser", address: str) -> Iterator[Result]:
    limit = f"at most {MAX_HOME_BYTES // 1000}"
    with _new_phone(browser) as page:
        traffic = NetworkTraffic(page)
        open_home(page, address)
        yield Result(
            f"home: scripts and styles, packed ({limit})", traffic.wait_for_bytes() / 1000, "KB"
        )
    limit = f"at most {MAX_GAME_BYTES // 1000}"
    for game in discovery.names():
        with _new_phone(browser) as page:
            traffic = NetworkTraffic(page)
            open_home(page, address)
            start_game(page, game)
            yield Result(
                f"home and {game}: scripts and styles, packed ({limit})",
                traffic.wait_for_bytes() / 1000,
                "KB",
            )
    median = statistics.median(_time_to_paint(browser, address) for _ in range(PAGE_LOADS))
    how = f"processor slowed {CPU_SLOWDOWN} times, median of {PAGE_LOADS}"
    yield Result(f"home: first picture, {how} (under {MAX_PAINT_S:.0f})", median, "s")


def _time_to_paint(browser: "Browser", address: str) -> float:
    """Seconds to the first contentful paint, with an empty cache."""
    with _new_phone(browser) as page:
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": CPU_SLOWDOWN})
        open_home(page, address)
        return float(page.evaluate(FIRST_PAINT_SCRIPT)) / 1000


@contextmanager
def _new_phone(browser: "Browser") -> Iterator["Page"]:
    """A browser context like a phone, with an empty cache."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    context.set_default_timeout(TIMEOUT_MS)
    try:
        yield context.new_page()
    finally:
        context.close()
