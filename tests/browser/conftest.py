"""Fixtures for the app in Chromium: one server, one training and one browser for the whole session."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from benchmarks.browser import EXECUTABLES, chromium
from benchmarks.server import APP, serve
from model.storage.cache_folders import CACHE_VARIABLE
from tests.browser.screen import Screen
from tests.browser.view import View

DESKTOP: ViewportSize = {"width": 1440, "height": 1000}
PHONE: ViewportSize = {"width": 390, "height": 844}
TRAINING_TIME = 240.0  # seconds, enough for a training on the slowest machine

Scheme = Literal["light", "dark"]
Visit = Callable[..., Screen]
Begin = Callable[..., Screen]
Start = Callable[[Path], str]

expect.set_options(timeout=20_000)  # milliseconds: an answer may take some seconds on a busy machine


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Extend the timeouts, because the first browser test also waits for the training."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(TRAINING_TIME + 180))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not any(map(shutil.which, EXECUTABLES)):
        pytest.fail(
            "These tests need Chromium on the PATH (Debian: apt-get install chromium-headless-shell).", pytrace=False
        )
    with chromium() as opened:
        yield opened


@pytest.fixture(scope="session")
def tabs() -> dict[bool, list[Screen]]:
    """Tabs for reuse, by touch screen: a tab that has loaded the app before opens it faster."""
    return {False: [], True: []}


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache folder of all tests; the app creates it."""
    return tmp_path_factory.mktemp("browser") / "cache"


@dataclass(frozen=True, slots=True)
class FirstVisit:
    """All views of the first visit, in order, without any action."""

    url: str
    views: list[View]


@pytest.fixture(scope="session")
def first_visit(browser: Browser, cache: Path, tabs: dict[bool, list[Screen]]) -> Iterator[FirstVisit]:
    """Start the app with an empty cache and watch until the model is trained."""
    with serve(APP, env={CACHE_VARIABLE: str(cache)}) as url:
        screen = Screen(browser.new_context(viewport=DESKTOP).new_page())
        screen.page.goto(url)
        views = [screen.until(lambda view: view.attention and view.status, TRAINING_TIME)]
        while not views[-1].status.startswith("trained"):
            last = views[-1]
            views.append(screen.until(lambda view, last=last: view != last, TRAINING_TIME))
        views.append(screen.settled())
        screen.assert_sound()
        screen.leave()
        tabs[False].append(screen)
        yield FirstVisit(url, views)


@pytest.fixture(scope="session")
def url(first_visit: FirstVisit) -> str:
    """URL of the app with a trained model."""
    return first_visit.url


@pytest.fixture
def start() -> Iterator[Start]:
    """Start another server on a cache folder for the duration of the test, and return its URL."""
    with contextlib.ExitStack() as stack:
        yield lambda folder: stack.enter_context(serve(APP, env={CACHE_VARIABLE: str(folder)}))


@pytest.fixture
def visit_url(browser: Browser, tabs: dict[bool, list[Screen]], request: pytest.FixtureRequest) -> Iterator[Visit]:
    """Open a URL as a new visitor; ``assert_sound`` runs at the end of the test."""
    failed = request.session.testsfailed
    opened: list[tuple[bool, Screen]] = []

    def open_page(
        address: str, *, has_map: bool = True, viewport: ViewportSize = DESKTOP, color_scheme: Scheme = "light",
        is_touched: bool = False,
    ) -> Screen:  # fmt: skip
        if tabs[is_touched]:
            screen = tabs[is_touched].pop()
        else:
            screen = Screen(browser.new_context(is_mobile=is_touched, has_touch=is_touched).new_page())
        opened.append((is_touched, screen))
        screen.page.set_viewport_size(viewport)
        screen.page.emulate_media(color_scheme=color_scheme)
        screen.page.goto(address)
        if has_map:
            screen.until(lambda view: view.attention and view.overview, 60)
        return screen

    yield open_page
    for is_touched, screen in opened:
        if request.session.testsfailed == failed:
            screen.assert_sound()
            screen.leave()
            tabs[is_touched].append(screen)
        else:
            screen.page.context.close()


@pytest.fixture
def visit(visit_url: Visit, url: str) -> Visit:
    """Open a path of the trained app as a new visitor; ``assert_sound`` runs at the end of the test."""

    def open_path(path: str = "/", **options: Any) -> Screen:
        return visit_url(url + path, **options)

    return open_path


@pytest.fixture(scope="session")
def staying() -> list[Screen]:
    """The page that stays open between tests, if any: loading it takes longer than most tests."""
    return []


@pytest.fixture
def begin(request: pytest.FixtureRequest, browser: Browser, url: str, staying: list[Screen]) -> Iterator[Begin]:
    """Begin a sentence on the page that stays open, or on a new page after a failed test."""
    failed = request.session.testsfailed
    if staying:
        screen = staying.pop()
    else:
        screen = Screen(browser.new_page(viewport=DESKTOP))
        screen.page.goto(url)
    yield screen.begin
    screen.assert_sound()
    if request.session.testsfailed == failed:
        staying.append(screen)
    else:
        screen.page.close()
