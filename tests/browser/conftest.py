"""The real app in a real Chromium: one server, one training and one browser for the whole session."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from benchmarks.browser import EXECUTABLES, chromium
from benchmarks.server import APP, CACHE_VARIABLE, serve
from tests.browser.screen import Screen, View

DESKTOP = {"width": 1440, "height": 1000}
PHONE = {"width": 390, "height": 844}
TRAINING_TIME = 240.0  # seconds after which a training has failed, on the slowest machine

Visit = Callable[..., Screen]
Begin = Callable[..., Screen]
Start = Callable[[Path], str]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whichever browser test comes first waits for the training as well."""
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
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache folder that all tests share; it does not exist before the app makes it."""
    return tmp_path_factory.mktemp("browser") / "cache"


@dataclass(frozen=True, slots=True)
class FirstVisit:
    """What the very first visitor saw, who touched nothing: every change, in order."""

    url: str
    views: list[View]


@pytest.fixture(scope="session")
def first_visit(browser: Browser, cache: Path) -> Iterator[FirstVisit]:
    """Start the app with an empty cache and watch until the model is trained."""
    with serve(APP, env={CACHE_VARIABLE: str(cache)}) as url:
        screen = Screen(browser.new_page(viewport=DESKTOP))
        screen.page.goto(url)
        views = [screen.until(lambda view: view.attention and view.status, TRAINING_TIME)]
        while not views[-1].status.startswith("trained"):
            last = views[-1]
            views.append(screen.until(lambda view, last=last: view != last, TRAINING_TIME))
        views.append(screen.settled())
        screen.assert_sound()
        screen.page.close()
        yield FirstVisit(url, views)


@pytest.fixture(scope="session")
def url(first_visit: FirstVisit) -> str:
    """The app, trained."""
    return first_visit.url


@pytest.fixture
def start() -> Iterator[Start]:
    """Start another server over a cache folder until the end of the test; gives its address."""
    with contextlib.ExitStack() as stack:
        yield lambda folder: stack.enter_context(serve(APP, env={CACHE_VARIABLE: str(folder)}))


@pytest.fixture
def visit_url(browser: Browser) -> Iterator[Visit]:
    """Open a whole address as a new visitor; at the end of the test everything must be sound."""
    with contextlib.ExitStack() as stack:
        screens: list[Screen] = []

        def open_page(address: str, *, has_map: bool = True, **options: Any) -> Screen:
            context = browser.new_context(**{"viewport": DESKTOP, **options})
            stack.enter_context(contextlib.closing(context))
            screens.append(screen := Screen(context.new_page()))
            screen.page.goto(address)
            if has_map:
                screen.until(lambda view: view.attention and view.overview, 60)
            return screen

        yield open_page
        for screen in screens:
            screen.assert_sound()


@pytest.fixture
def visit(visit_url: Visit, url: str) -> Visit:
    """Open a path of the trained app as a new visitor; at the end of the test everything must be sound."""

    def open_path(path: str = "/", **options: Any) -> Screen:
        return visit_url(url + path, **options)

    return open_path


@pytest.fixture(scope="session")
def staying() -> list[Screen]:
    """The page that stays open from test to test, where there is one: to load a page takes longer than most tests."""
    return []


@pytest.fixture
def begin(request: pytest.FixtureRequest, browser: Browser, url: str, staying: list[Screen]) -> Iterator[Begin]:
    """Begin a sentence as a visitor who has been here for a while; after a test that failed, as a new one."""
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
