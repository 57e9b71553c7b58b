"""Takes the screenshots in docs/screenshots: each game in mid-game, on a phone and on a desktop.

Three friends play on a real server. The deal is fixed and every move is chosen by a rule, so that
the pictures show the same positions each time.
"""

import base64
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import palette_png
from playwright.sync_api import Browser, Page, sync_playwright
from support.server.live_server import Server, Socket, Visitor, running
from support.web.browser import launch

from menagerie import fairness

FOLDER = Path(__file__).parent / "screenshots"
NAMES = ("Ada", "Bo", "Cleo")
SECRET_BYTES = 32
PREVIEW_MS = 500  # until the points after each move are there
PREFERRED = ("Hatch", "Take an objective", "Use .* to take|Take", "Give|Put|Use|Keep")
# Skips to the end of all animations but the endless ones.
FINISH_ANIMATIONS = """() => document.getAnimations()
  .filter((one) => one.effect.getComputedTiming().iterations !== Infinity)
  .forEach((one) => one.finish())"""
# Draws a screenshot at a smaller size; returns its pixels as base64 of RGBA.
REDUCE = """async ([png, width, height]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let text = "";
  for (let at = 0; at < data.length; at += 32768)
    text += String.fromCharCode(...data.subarray(at, at + 32768));
  return btoa(text);
}"""


@dataclass(frozen=True)
class Scene:
    """A position worth showing: how it is reached, always in the same way."""

    game: str
    deal: int
    phase: str  # the picture is taken when Ada is to move in this phase,
    moves: int  # after this many moves at least
    options: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Screen:
    """A device: the size of its window, and of the picture."""

    name: str
    width: int
    height: int
    scale: float  # device pixels per CSS pixel
    reduced: float  # pixels of the picture per CSS pixel


SCENES = (
    Scene("cubosaurs", deal=28, phase="choose", moves=16),
    Scene("incubation", deal=3, phase="dice", moves=80),
    Scene("catbox", deal=3, phase="place", moves=16),
)
SCREENS = (Screen("phone", 390, 844, 2.0, 1.5), Screen("desktop", 1366, 768, 1.0, 1.0))


class Players:
    """Friends at one table, each with a socket."""

    def __init__(self, server: Server, scene: Scene, stack: ExitStack) -> None:
        self.visitors = [Visitor(server.address, name) for name in NAMES]
        host, *guests = self.visitors
        table = host.make_table(scene.game, len(NAMES), options=scene.options)
        self.table = str(table["id"])
        for guest in guests:
            guest.sit(self.table)
        host.start(self.table)
        self.sockets: list[Socket] = [
            stack.enter_context(visitor.connect(self.table)) for visitor in self.visitors
        ]
        self.views = [socket.receive("welcome")["sight"] for socket in self.sockets]

    def play(self, scene: Scene) -> None:
        """Play until the scene is reached."""
        while not self.at(scene):
            if self.views[0]["over"]:
                raise SystemExit(f"{scene.game}: the game was over before the picture was taken")
            self.move()

    def at(self, scene: Scene) -> bool:
        view = self.views[0]
        phase = view["view"]["position"]["phase"]
        is_late_enough: bool = view["number"] >= scene.moves
        return view["turn"] == 0 and phase == scene.phase and is_late_enough

    def move(self) -> None:
        """One move of the player to move; everybody sees it."""
        seat = self.views[0]["turn"]
        view, socket = self.views[seat], self.sockets[seat]
        number = view["number"]
        socket.send(type="preview", number=number)
        points = socket.receive("previewed")["points"]
        socket.move(number, choose(view, points))
        for other, listener in enumerate(self.sockets):
            while self.views[other]["number"] <= number:
                self.views[other] = listener.receive("update")["sight"]


def choose(view: dict[str, Any], points: list[int | None]) -> dict[str, Any]:
    """The move with the most points; of equal ones a preferred kind, then any, by its number."""
    legal: list[dict[str, Any]] = view["legal"]

    def worth(index: int) -> tuple[int, int, int]:
        words = legal[index]["words"]
        kinds = (at for at, kind in enumerate(PREFERRED) if re.match(kind, words, re.IGNORECASE))
        return points[index] or 0, -next(kinds, len(PREFERRED)), (index * 7 + view["number"]) % 11

    best: dict[str, Any] = legal[max(range(len(legal)), key=worth)]["move"]
    return best


@contextmanager
def open_page(browser: Browser, players: Players, screen: Screen) -> Iterator[Page]:
    """Ada's browser, at her table from the beginning."""
    ada = players.visitors[0]
    context = browser.new_context(
        viewport={"width": screen.width, "height": screen.height},
        device_scale_factor=screen.scale,
        color_scheme="light",
        locale="en",
    )
    try:
        url = f"http://{ada.address}"
        context.add_cookies([{"name": "menagerie", "value": ada.token, "url": url}])
        page = context.new_page()
        page.goto(f"{url}/t/{players.table}")
        page.locator(".board").first.wait_for()
        yield page
    finally:
        context.close()


def settle(page: Page, number: int) -> None:
    """Wait until the page shows the view with this number, and nothing moves."""
    page.locator(f"[data-number='{number}']").wait_for()
    page.locator(".bar.mine").wait_for()
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(PREVIEW_MS)
    page.evaluate(FINISH_ANIMATIONS)


def picture(page: Page, screen: Screen) -> bytes:
    """What the window shows, reduced, as a PNG file with a palette."""
    width, height = round(screen.width * screen.reduced), round(screen.height * screen.reduced)
    png = base64.b64encode(page.screenshot()).decode()
    blank = page.context.new_page()  # the page's own security policy forbids images from data
    raw = base64.b64decode(blank.evaluate(REDUCE, [png, width, height]))
    pixels = np.frombuffer(raw, np.uint8).reshape(height, width, 4)
    return palette_png.encode(np.ascontiguousarray(pixels[:, :, :3]))


def take(browser: Browser, scene: Scene) -> None:
    """Play to the scene on a new server, and write its pictures."""
    secret = bytes([scene.deal]) * SECRET_BYTES
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(patch.object(fairness, "new_secret", lambda: secret))
        server = stack.enter_context(running(f"sqlite:///{folder}/screenshots.db"))
        players = Players(server, scene, stack)
        pages = [stack.enter_context(open_page(browser, players, screen)) for screen in SCREENS]
        players.play(scene)
        for screen, page in zip(SCREENS, pages, strict=True):
            settle(page, players.views[0]["number"])
            file = FOLDER / f"{scene.game}-{screen.name}.png"
            file.write_bytes(picture(page, screen))
            sys.stdout.write(f"{file.name}: {file.stat().st_size // 1000} KB\n")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for scene in SCENES:
            take(browser, scene)
        browser.close()


if __name__ == "__main__":
    main()
