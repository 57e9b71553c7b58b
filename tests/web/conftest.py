"""Fixtures: a browser and a server for each test module, and visits of the page."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from support.server.live_server import Server, running
from support.web.browser import TIMEOUT_MS, Visit, Visiting, launch, visiting

from menagerie.server.history import review
from menagerie.server.http import static_pages


@pytest.fixture(scope="module")  # closed after each module: Playwright occupies the event loop
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        expect.set_options(timeout=TIMEOUT_MS)
        browser = launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="module")  # the patch of the review ends with the module
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert (static_pages.FOLDER / "index.html").exists(), "the page is not built: run `make page`"
    file = tmp_path_factory.mktemp("web") / "web.db"
    with pytest.MonkeyPatch.context() as patch, running(f"sqlite:///{file}") as server:
        patch.setattr(review, "ITERATIONS", 10_000)  # shorter reviews
        yield server


@pytest.fixture
def visits(browser: Browser, server: Server) -> Visiting:
    """Opens a browser context for another visitor."""
    return partial(visiting, browser, server.address)


@pytest.fixture
def ada(visits: Visiting) -> Iterator[Visit]:
    with ExitStack() as stack:
        visit: Any = stack.enter_context(visits())
        yield visit
