"""A real browser for the tests, and people who look at the page through it."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page

from menagerie.bench import page_weight

SIZES: Mapping[str, tuple[int, int]] = {
    "phone": (390, 844),
    "small": (320, 568),
    "desktop": (1440, 900),
}
THEMES = ("light", "dark")
PATIENCE = 20_000.0  # milliseconds
AXE = Path(__file__).parents[3] / "web" / "node_modules" / "axe-core" / "axe.min.js"
AXE_ALL = """axe.run(document, {
  resultTypes: ["violations"],
  preload: false,
  rules: {"label-content-name-mismatch": {enabled: true}},  // it is new, and off by itself
})"""
AXE_LOOKS = """axe.run(document, {
  resultTypes: ["violations"],
  preload: false,
  runOnly: ["color-contrast", "scrollable-region-focusable"],
})"""
SEEN = """() => [...document.querySelectorAll("body, body *")]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const bare = one.cloneNode(false);
    bare.removeAttribute("style");
    const words = [...one.childNodes].filter((part) => part.nodeType === Node.TEXT_NODE);
    return bare.outerHTML + words.map((part) => part.data).join("");
  })
  .join("")"""
QUICKLY = "localStorage.menagerie ??= '{\"quick\":true}'"


def find_browser() -> str:
    found = page_weight.find_browser()
    assert found is not None, "there is no Chromium: `make system-packages` installs it"
    return found


@dataclass
class Visit:
    """Somebody's browser, and what went wrong in it."""

    context: BrowserContext
    page: Page
    address: str
    expected: list[str] = field(default_factory=list)  # what may be said of faults
    read: set[str] = field(default_factory=set)  # what axe-core has looked at
    wrong: list[str] = field(default_factory=list)

    def note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.wrong.append(message.text)

    def go(self, path: str = "/") -> Page:
        self.page.goto(f"http://{self.address}{path}")
        return self.page

    def ask(self, path: str, data: object = None) -> Any:
        """A request with the cookies of this browser."""
        answer = self.page.request.post(f"http://{self.address}/api/{path}", data=data)
        assert answer.ok, answer.text()
        return answer.json() if answer.status != 204 else None

    def button(self, name: str, *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def start_game(self, game: str, players: int = 2, **options: Any) -> str:
        """A table with easy bots, begun, and shown; its id."""
        bots = {str(seat): "random" for seat in range(1, players)}
        asked = {"game": game, "players": players, "name": "Ada", "bots": bots, "options": options}
        table: str = self.ask("tables", asked)["table"]["id"]
        self.ask(f"tables/{table}/start")
        self.go(f"/t/{table}")
        return table

    def check(self) -> None:
        """Nothing went wrong that was not meant to."""
        bad = [text for text in self.wrong if not any(part in text for part in self.expected)]
        assert not bad, "\n".join(bad)


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
    context.set_default_timeout(PATIENCE)
    context.add_init_script(QUICKLY)
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
    """What axe-core finds wrong for people who cannot see or point.

    Where all that is seen was read before, only its looks are: they change with theme and size.
    """
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE.read_text(encoding="utf-8"))
    seen = page.evaluate(SEEN)
    found = page.evaluate(AXE_LOOKS if seen in read else AXE_ALL)
    read.add(seen)
    return [
        f"{one['id']}: {node['html'][:200]} {node['failureSummary'][:300]}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def overflow(page: Page) -> int:
    """How many pixels of the page lie beyond its right edge."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))
