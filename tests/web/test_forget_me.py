"""Being forgotten: asked for in the settings, confirmed, told; and then one is a watcher."""

import pytest
from playwright.sync_api import Route, expect
from support.web.browser import Visit, violations

WAYS = pytest.mark.parametrize(
    ("way", "keep", "told"),
    [
        ("Only this browser", True, "only this browser has your seats now"),
        ("Leave no trace here", False, "this browser has forgotten you"),
    ],
)


@WAYS
def test_to_be_forgotten_is_confirmed_asked_for_once_and_told(
    ada: Visit, way: str, keep: bool, told: str
) -> None:
    asked: list[object] = []

    def answer(route: Route) -> None:
        asked.append(route.request.post_data_json)
        route.fulfill(status=204)

    page = ada.go()
    page.route("**/api/forget", answer)
    page.evaluate("localStorage['menagerie.commitments'] = '[]'")
    ada.button("Forget me…").click()
    ada.button(way).click()
    assert not violations(page, ada.read)
    ada.button("No, leave it").click()
    assert asked == []
    ada.button("Forget me…").click()
    ada.button(way).click()
    ada.button("Yes, go ahead").click()
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    assert asked == [{"keep": keep}]
    assert page.evaluate("'menagerie.commitments' in localStorage") is keep


def test_when_the_server_cannot_forget_it_is_said_and_can_be_tried_again(ada: Visit) -> None:
    ada.expected.append("503")
    page = ada.go()
    words = '{"error": "the database does not answer"}'
    page.route("**/api/forget", lambda route: route.fulfill(status=503, body=words))
    ada.button("Forget me…").click()
    ada.button("Only this browser").click()
    ada.button("Yes, go ahead").click()
    expect(page.get_by_text("the database does not answer")).to_be_visible()
    expect(ada.button("Yes, go ahead")).to_be_enabled()


def test_who_comes_back_without_a_key_watches(ada: Visit) -> None:
    ada.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED"]
    page = ada.page
    ada.start_game("cubosaurs")
    expect(page.locator("[data-number]")).to_be_visible()
    ada.context.clear_cookies()
    page.reload()
    expect(page.get_by_text("You are watching").first).to_be_visible()
