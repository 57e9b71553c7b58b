"""The "Forget me" button: confirmation, request, and what the browser keeps."""

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
def test_forget_me_asks_for_confirmation_and_sends_one_request(
    ada: Visit, way: str, keep: bool, told: str
) -> None:
    requests: list[object] = []

    def answer(route: Route) -> None:
        requests.append(route.request.post_data_json)
        route.fulfill(status=204)

    page = ada.go()
    page.route("**/api/forget", answer)
    page.evaluate("localStorage['menagerie.commitments'] = '[]'")
    ada.button("Forget me…").click()
    ada.button(way).click()
    assert not violations(page, ada.read)
    ada.button("No, leave it").click()
    assert requests == []
    ada.button("Forget me…").click()
    ada.button(way).click()
    ada.button("Yes, go ahead").click()
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    assert requests == [{"keep": keep}]
    assert page.evaluate("'menagerie.commitments' in localStorage") is keep


def test_an_error_of_the_server_is_shown_and_the_request_can_be_repeated(ada: Visit) -> None:
    ada.expected.append("503")
    page = ada.go()
    words = '{"error": "the database does not answer"}'
    page.route("**/api/forget", lambda route: route.fulfill(status=503, body=words))
    ada.button("Forget me…").click()
    ada.button("Only this browser").click()
    ada.button("Yes, go ahead").click()
    expect(page.get_by_text("the database does not answer")).to_be_visible()
    expect(ada.button("Yes, go ahead")).to_be_enabled()


def test_a_browser_without_its_cookie_becomes_a_watcher(ada: Visit) -> None:
    ada.expected += ["WebSocket", "ERR_INTERNET_DISCONNECTED"]
    page = ada.page
    ada.start_game("cubosaurs")
    expect(page.locator("[data-number]")).to_be_visible()
    ada.context.clear_cookies()
    page.reload()
    expect(page.get_by_text("You are watching").first).to_be_visible()
