"""A real browser for the tests, and visits to the page with it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Playwright

from menagerie.bench import page_weight

SIZES: Mapping[str, tuple[int, int]] = {
    "phone": (390, 844),
    "small": (320, 568),
    "desktop": (1440, 900),
}
THEMES = ("light", "dark")
TIMEOUT_MS = 20_000.0
AXE_SCRIPT = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
AXE_ALL = """axe.run(document, {
  resultTypes: ["violations"],
  preload: false,
  rules: {"label-content-name-mismatch": {enabled: true}},  // new, and off by default
})"""
AXE_STYLE = """axe.run(document, {
  resultTypes: ["violations"],
  preload: false,
  runOnly: ["color-contrast", "scrollable-region-focusable"],
})"""
VISIBLE_HTML = """() => [...document.querySelectorAll("body, body *")]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const bare = one.cloneNode(false);
    bare.removeAttribute("style");
    const words = [...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE);
    return bare.outerHTML + words.map((part) => part.data).join("");
  })
  .join("")"""
QUICK_SETTING = "localStorage.menagerie ??= '{\"quick\":true}'"


def find_browser() -> str:
    found = page_weight.find_browser()
    assert found is not None, "there is no Chromium: `make system-packages` installs it"
    return found


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(
        executable_path=find_browser(), args=list(page_weight.BROWSER_FLAGS)
    )


@dataclass
class Visit:
    """A browser context of one visitor, and the errors that occurred in it."""

    context: BrowserContext
    page: Page
    address: str
    expected: list[str] = field(default_factory=list)  # parts of errors that may occur
    read: set[str] = field(default_factory=set)  # HTML that axe-core has checked in full
    wrong: list[str] = field(default_factory=list)

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    def go(self, path: str = "/") -> Page:
        self.page.goto(f"http://{self.address}{path}")
        return self.page

    def ask(self, path: str, data: object = None) -> Any:
        """Send a request with the cookies of this browser; return the JSON of the response."""
        answer = self.page.request.post(f"http://{self.address}/api/{path}", data=data)
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def start_game(self, game: str, players: int = 2, **options: Any) -> str:
        """Start a game against random bots and show its table; return the table's id."""
        bots = {str(seat): "random" for seat in range(1, players)}
        asked = {"game": game, "players": players, "name": "Ada", "bots": bots, "options": options}
        table: str = self.ask("tables", asked)["table"]["id"]
        self.ask(f"tables/{table}/start")
        self.go(f"/t/{table}")
        return table

    def check(self) -> None:
        """Assert that only expected errors have occurred."""
        bad = [text for text in self.wrong if not any(part in text for part in self.expected)]
        assert not bad, "\n".join(bad)


Visiting = Callable[..., AbstractContextManager[Visit]]  # `visiting` of one browser and server


@contextmanager
def visiting(
    browser: Browser,
    address: str,
    *,
    size: str = "phone",
    theme: Any = "light",
    language: str = "en",
    touch: bool = False,
) -> Iterator[Visit]:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme=theme,
        locale=language,
        reduced_motion="reduce",
        has_touch=touch,
    )
    context.set_default_timeout(TIMEOUT_MS)
    context.add_init_script(QUICK_SETTING)
    page = context.new_page()
    visit = Visit(context, page, address)
    page.on("console", visit.note)
    page.on("pageerror", lambda error: visit.wrong.append(str(error)))
    try:
        yield visit
        visit.check()
    finally:
        context.close()


def violations(page: Page, read: set[str]) -> list[str]:
    """The accessibility violations that axe-core finds.

    HTML that was checked before only has its styles checked: they change with theme and size.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT.read_text(encoding="utf-8"))
    seen = page.evaluate(VISIBLE_HTML)
    found = page.evaluate(AXE_STYLE if seen in read else AXE_ALL)
    read.add(seen)
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def overflow(page: Page) -> int:
    """How many pixels of the page are beyond its right edge."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
