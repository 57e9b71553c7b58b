"""Playing by keyboard: Tab, the arrow keys, Enter and the space bar."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from support.web.browser import Visit
from support.web.page_player import MAX_MOVES, Player, make_move, wait_for_turn

MAX_TABS = 80  # more than any screen needs
FOCUSED = """() => {
  const one = document.activeElement;
  const box = one.getBoundingClientRect();
  const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  return {
    name: one.getAttribute("aria-label") ?? one.innerText ?? "",
    off: one.disabled === true || one.ariaDisabled === "true" || one === document.body,
    confirms: one.classList.contains("confirm"),
    hidden: over !== null && over.closest(".bar") !== null && one.closest(".bar") === null,
    ring: getComputedStyle(one).outlineStyle !== "none",
  };
}"""
Predicate = Callable[[dict[str, object]], bool]


def named(pattern: str) -> Predicate:
    """Whether the focused element is enabled and its name matches."""
    return lambda one: not one["off"] and re.match(pattern, str(one["name"])) is not None


def reach(page: Page, wanted: Predicate) -> str:
    """Press Tab until a wanted element has the focus, visibly; return its name."""
    seen = []
    for _ in range(MAX_TABS):
        page.keyboard.press("Tab")
        one = page.evaluate(FOCUSED)
        seen.append(one["name"])
        if wanted(one):
            assert one["ring"], one
            assert not one["hidden"], one
            return str(one["name"])
    raise AssertionError(f"not reachable by Tab: {seen}")


def confirm(page: Page) -> None:
    reach(page, lambda one: bool(one["confirms"]))
    page.keyboard.press("Enter")


def cubosaurs(page: Page, rng: random.Random) -> None:
    """Keep the Hand, or refuse it if possible."""
    refuse = page.get_by_role("button", name=re.compile("^Refuse …"))
    if refuse.is_enabled() and rng.random() < 0.4:
        reach(page, named("Refuse …"))
        page.keyboard.press("Space")
        reach(page, named("Refuse, adding"))
        page.keyboard.press("Enter")
    else:
        reach(page, named("Keep"))
        page.keyboard.press("Space")
    confirm(page)


def incubation(page: Page, _: random.Random) -> None:
    """Take the first choice that is offered."""
    reach(page, named("Take|Hatch|Keep|Use|Give|Put"))
    page.keyboard.press("Enter")
    if page.locator("button.confirm").count():
        confirm(page)


def catbox(page: Page, _: random.Random) -> None:
    """Choose a card, or move over the places with the arrow keys and place it."""
    places = page.get_by_role("button", name=re.compile(r"^Column -?\d+, row"))
    cards = page.get_by_role("button", name=re.compile(r"^(Your card|Card) \d"))
    places.or_(cards.and_(page.locator("[aria-disabled=false]"))).first.wait_for(state="attached")
    if places.count() == 0:
        reach(page, named(r"(Your card|Card) \d"))
        page.keyboard.press("Enter")
        return
    reach(page, named(r"Column -?\d+, row"))
    before = page.evaluate(FOCUSED)["name"]
    for arrow in ("ArrowRight", "ArrowLeft", "ArrowDown", "ArrowUp"):
        page.keyboard.press(arrow)
        if page.evaluate(FOCUSED)["name"] != before:
            break
    else:
        raise AssertionError("the arrow keys do not move the focus")
    page.keyboard.press("Enter")
    confirm(page)


def test_a_whole_game_by_keyboard(ada: Visit) -> None:
    ada.start_game("cubosaurs", rounds=1)
    rng = random.Random(4)
    for _ in range(MAX_MOVES):
        if not wait_for_turn(ada.page):
            break
        make_move(ada.page, cubosaurs, rng)
    reach(ada.page, named("Rematch"))


@pytest.mark.parametrize(
    ("game", "player", "moves"), [("incubation", incubation, 5), ("catbox", catbox, 4)]
)
def test_the_first_moves_by_keyboard(ada: Visit, game: str, player: Player, moves: int) -> None:
    ada.start_game(game)
    for _ in range(moves):
        assert wait_for_turn(ada.page)
        make_move(ada.page, player, random.Random(1))


@pytest.mark.parametrize("name", ["Points", "Rules", "Menu"])
def test_a_dialog_traps_the_focus_and_restores_it(ada: Visit, name: str) -> None:
    page = ada.page
    ada.start_game("cubosaurs")
    wait_for_turn(page)
    reach(page, named(f"{name}$"))
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name=name)
    expect(dialog).to_be_visible()
    for _ in range(15):  # the browser's own controls get the focus too
        page.keyboard.press("Tab")
        assert page.evaluate(
            "document.activeElement === document.body || "
            "document.activeElement.closest('dialog') !== null"
        )
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(ada.button(name)).to_be_focused()


def test_an_invitation_by_keyboard(ada: Visit) -> None:
    page = ada.go()
    expect(ada.button("Play now")).to_have_count(3)
    reach(page, named("Invite friends"))
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(ada.button("Invite friends").first).to_be_focused()
