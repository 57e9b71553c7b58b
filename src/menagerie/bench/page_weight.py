"""The page, measured in a real browser: what is sent to it, and how soon one sees something."""

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from rich.console import Console

from menagerie import discovery
from menagerie.bench.report import Result
from menagerie.bench.server_process import Host
from menagerie.errors import BadInput

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

# The first is the same engine without windows, which takes a quarter less time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
FLAGS = (  # as root there is no sandbox; and the browser is to ask nobody for anything
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
WEIGHED = (".js", ".css")
HOME_AT_MOST, GAME_AT_MOST = 120_000, 200_000  # bytes of scripts and styles, as they are sent
PAINT_AT_MOST = 1.0  # seconds until the first picture
SLOWED = 4  # times, as a cheap phone is
LOADS = 5
QUIET = 300.0  # milliseconds without a request: all has arrived
PATIENCE = 20_000.0  # milliseconds
PAINT = """new Promise((done) => new PerformanceObserver((list) => {
  for (const found of list.getEntriesByName("first-contentful-paint")) done(found.startTime);
}).observe({ type: "paint", buffered: true }))"""


class Arrivals:
    """The scripts and styles that came over the network, packed as they came, with their heads."""

    def __init__(self, shown: "Page") -> None:
        self.shown = shown
        self.names: dict[str, str] = {}
        self.sizes: dict[str, int] = {}
        self.waiting: set[str] = set()
        self.session: CDPSession = shown.context.new_cdp_session(shown)
        self.session.send("Network.enable")
        self.session.on("Network.requestWillBeSent", self._asked)
        self.session.on("Network.loadingFinished", self._came)
        self.session.on("Network.loadingFailed", self._ended)

    def _asked(self, told: dict[str, Any]) -> None:
        self.names[told["requestId"]] = Path(urlsplit(told["request"]["url"]).path).name
        self.waiting.add(told["requestId"])

    def _came(self, told: dict[str, Any]) -> None:
        name = self.names.get(told["requestId"], "")
        if name.endswith(WEIGHED):
            self.sizes[name] = self.sizes.get(name, 0) + int(told["encodedDataLength"])
        self._ended(told)

    def _ended(self, told: dict[str, Any]) -> None:
        self.waiting.discard(told["requestId"])

    @property
    def weight(self) -> int:
        """Bytes, once nothing more comes."""
        seen = -1
        while self.waiting or seen != len(self.names):
            seen = len(self.names)
            self.shown.wait_for_timeout(QUIET)
        return sum(self.sizes.values())


def find_browser() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def open_home(shown: "Page", address: str) -> None:
    shown.goto(address)
    shown.locator("section[aria-labelledby^=door-]").first.wait_for()


def play(shown: "Page", game: str) -> None:
    """From home to a table of this game, with its board."""
    shown.locator(f"section[aria-labelledby=door-{game}] button").first.click()
    await_board(shown)


def await_board(shown: "Page") -> None:
    """What is first in a board may be drawings to be used later, which nobody sees."""
    shown.locator("[data-number] .board > *").first.wait_for(state="attached")


def measure(folder: Path, notes: Console) -> list[Result] | str:
    """All there is to measure; or why that cannot be done here."""
    browser = find_browser()
    if not (folder / "index.html").exists():
        return "it is not built (`make page`)"
    if browser is None:
        return "there is no Chromium (`make chromium`)"
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return "Playwright is not installed (the extra `peers`)"
    notes.print("measuring the page in Chromium …")
    try:
        with (
            tempfile.TemporaryDirectory() as scratch,
            Host(f"sqlite:///{Path(scratch, 'page.db')}") as host,
            sync_playwright() as playwright,
        ):
            opened = playwright.chromium.launch(executable_path=browser, args=list(FLAGS))
            return list(_measure(opened, f"http://{host.address}/"))
    except (Error, BadInput) as error:
        return str(error).strip().splitlines()[0]


def _measure(browser: "Browser", address: str) -> Iterator[Result]:
    most = f"at most {HOME_AT_MOST // 1000}"
    with _looking(browser) as shown:
        arrivals = Arrivals(shown)
        open_home(shown, address)
        yield Result(f"home: scripts and styles, packed ({most})", arrivals.weight / 1000, "KB")
    most = f"at most {GAME_AT_MOST // 1000}"
    for game in discovery.names():
        with _looking(browser) as shown:
            arrivals = Arrivals(shown)
            open_home(shown, address)
            play(shown, game)
            yield Result(f"home and {game}: likewise ({most})", arrivals.weight / 1000, "KB")
    times = statistics.median(_time_to_paint(browser, address) for _ in range(LOADS))
    how = f"processor slowed {SLOWED} times, median of {LOADS}"
    yield Result(f"home: first picture, {how} (under {PAINT_AT_MOST:.0f})", times, "s")


def _time_to_paint(browser: "Browser", address: str) -> float:
    """Seconds, in a browser that has never been here."""
    with _looking(browser) as shown:
        session = shown.context.new_cdp_session(shown)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        open_home(shown, address)
        return float(shown.evaluate(PAINT)) / 1000


@contextmanager
def _looking(browser: "Browser") -> Iterator["Page"]:
    """A phone with nothing in its cache."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="en")
    context.set_default_timeout(PATIENCE)
    try:
        yield context.new_page()
    finally:
        context.close()
