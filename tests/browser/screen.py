"""Actions of a visitor on the Translate page."""

import time
from collections.abc import Callable, Sequence

from playwright.sync_api import ConsoleMessage, FloatRect, Locator, Page, WebSocket, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.view import NotDrawnError, View, look

# Screen position of a tile of the overview; head -1 is the mean.
TILE = """
([layer, head]) => {
  const figure = document.querySelector(".st-key-heads .js-plotly-plot:not(.held)");
  const [, centres] = figure.data;
  const place = centres.customdata.findIndex(tile => tile[0] === layer - 1 && tile[1] === (head > 0 ? head - 1 : -1));
  const numbers = (values) => Array.isArray(values) ? values : [...new Float64Array(
    Uint8Array.from(atob(values.bdata), letter => letter.charCodeAt(0)).buffer)];
  const box = figure.getBoundingClientRect(), {xaxis, yaxis} = figure._fullLayout;
  return [
    box.left + xaxis._offset + xaxis.l2p(numbers(centres.x)[place]),
    box.top + yaxis._offset + yaxis.l2p(numbers(centres.y)[place]),
  ];
}
"""
CELL = """
([row, column]) => {
  const figure = document.querySelector(".st-key-attention .js-plotly-plot:not(.held)");
  const box = figure.getBoundingClientRect(), {xaxis, yaxis} = figure._fullLayout;
  return [box.left + xaxis._offset + xaxis.l2p(column), box.top + yaxis._offset + yaxis.l2p(row)];
}
"""
OVERFLOW = """
() => [document.documentElement, document.querySelector('[data-testid="stMain"]')]
  .filter(element => element).map(element => element.scrollWidth - element.clientWidth)
"""
EXAMPLE = "she does not like the small black dog "
MEAN = -1  # head number of the mean of heads
_IDLE = "() => document.querySelector('[data-test-script-state=\"notRunning\"]') !== null"
_PATIENCE = 5.0  # seconds until an answer counts as missing: a fragment that is gone is never answered


def only(found: Locator, seconds: float = 30) -> Locator:
    """Wait until the script has ended and one element is left: a new figure briefly coexists with the old one."""
    expect(found.page.locator('[data-test-script-state="notRunning"]')).to_have_count(1, timeout=seconds * 1000)
    expect(found).to_have_count(1, timeout=seconds * 1000)
    found.wait_for(timeout=seconds * 1000)
    return found


def still(found: Locator) -> FloatRect:
    """Wait until two successive looks find an element in the same place, and return its box."""
    deadline = time.monotonic() + 20
    before = None
    while (box := found.bounding_box()) is None or box != before:
        assert time.monotonic() < deadline, "the element does not stay in its place"
        before = box
        found.page.wait_for_timeout(200)
    return box


class Screen:
    """The page of one visitor."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self._asked_at: float | None = None  # the time of a question to the server that is not answered yet
        page.on("websocket", self._follow)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: self.asked.append(request.url))

    def _hear(self, message: ConsoleMessage) -> None:
        # On a path below the root, Streamlit requests its endpoints below that path first, and then at the root.
        is_search = message.location["url"].endswith(("/_stcore/health", "/_stcore/host-config"))
        if message.type == "error" and not is_search:
            self.complaints.append(f"{message.text} {message.location['url']}")

    def _follow(self, socket: WebSocket) -> None:
        self._asked_at = None
        socket.on("framesent", self._note_question)
        socket.on("framereceived", self._note_answer)

    def _note_question(self, data: bytes) -> None:
        if BackMsg.FromString(data).WhichOneof("type") == "rerun_script":
            self._asked_at = time.monotonic()

    def _note_answer(self, data: bytes) -> None:
        if ForwardMsg.FromString(data).WhichOneof("type") == "new_session":
            self._asked_at = None

    @property
    def _is_answered(self) -> bool:
        return self._asked_at is None or time.monotonic() - self._asked_at > _PATIENCE

    @property
    def box(self) -> Locator:
        return self.page.locator(":is(.st-key-sentence, .st-key-prompt) input")

    @property
    def url(self) -> str:
        return str(self.page.evaluate("location.href"))

    def look(self) -> View:
        return look(self.page)

    def until(self, condition: Callable[[View], object], timeout: float = 20) -> View:
        """Wait until the view of the page fulfils a condition, and return the view."""
        deadline = time.monotonic() + timeout
        while not _holds(condition, view := self.look()):
            assert time.monotonic() < deadline, f"after {timeout} s the page still shows {view}"
            self.page.wait_for_timeout(75)
        return view

    def until_url(self, *parts: str, without: Sequence[str] = ()) -> str:
        self.page.wait_for_function(
            "([parts, without]) => parts.every(part => location.search.includes(part))"
            " && !without.some(part => location.search.includes(part))",
            arg=[list(parts), list(without)],
            polling=100,
        )
        return self.url

    def wait_for_answer(self) -> None:
        """Wait until the server has begun to answer the last action: until then the page does not look busy."""
        self.page.wait_for_timeout(50)  # the question follows the action
        while not self._is_answered:
            self.page.wait_for_timeout(50)
        self.page.wait_for_timeout(50)  # the page reads the answer

    def only(self, found: Locator, seconds: float = 30) -> Locator:
        """Wait like the function of this name, but for the page after the last action."""
        self.wait_for_answer()
        return only(found, seconds)

    def settled(self) -> View:
        """Wait until the last action is answered and two successive views are equal, and return the view."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            self.page.wait_for_function(_IDLE, polling=100)
            before = self.look()
            self.page.wait_for_timeout(250)
            is_drawn = not before.translation or (before.attention and before.overview)
            if is_drawn and before == self.look() and self._is_answered and self.page.evaluate(_IDLE):
                return before
        raise AssertionError("the page does not settle")

    def begin(self, sentence: str = EXAMPLE, kind: str = "cross") -> "Screen":
        """Reset all controls, which restores the view of a first visit, and enter a sentence."""
        self.page.mouse.move(0, 0)
        self.until(lambda view: view.head > 0, 60)  # the controls of a new page are drawn
        view = self.settled()
        for name in ("mean", "stretch", "gold"):
            if getattr(view, name):
                self.toggle(name)
        for name in ("layer", "head"):
            if getattr(view, name) != 1:
                self.slide(name, "Home")
        self.choose("kind", kind)
        self.box.fill("")
        self.until(lambda view: not view.tokens and view.attention is None)
        self.box.fill(sentence)
        self.until(lambda view: view.tokens and view.map and (view.kind, view.layer, view.head) == (kind, 1, 1))
        self.until_url(without=["=true", "step=", "framed="])
        return self

    def write(self, sentence: str) -> View:
        """Fill the sentence box and wait until the page has read it."""
        self.box.fill(sentence)
        return self.settled()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def slide(self, name: str, *keys: str) -> None:
        """Move a slider by keys, once it is enabled and settled: Streamlit may redraw a new one."""
        slider = self.only(self.page.locator(f".st-key-{name} input"))
        expect(slider).to_be_enabled()
        slider.focus()
        self.press(*keys)

    def choose(self, key: str, name: str) -> None:
        """Choose one of the options that are shown side by side."""
        self.page.locator(f".st-key-{key}").get_by_role("radio", name=name, exact=True).click()

    def toggle(self, name: str) -> None:
        self.page.locator(f".st-key-{name} label").first.click()

    def click(self, name: str) -> None:
        self.page.locator(f".st-key-{name} button").click()

    def click_tile(self, layer: int, head: int) -> None:
        """Click near the centre of a tile of the overview."""
        self.page.locator(".st-key-heads").scroll_into_view_if_needed()
        x, y = self.page.evaluate(TILE, [layer, head])
        self.page.mouse.click(x + 25, y - 20)

    def hover(self, row: int, column: int) -> str:
        """Return the hover text of a cell of the big map, once it is settled."""
        self.page.locator(".st-key-attention").scroll_into_view_if_needed()
        self.page.mouse.move(0, 0)
        label = self.page.locator(".st-key-attention .hoverlayer .hovertext")
        label.wait_for(state="detached")
        x, y = self.page.evaluate(CELL, [row, column])
        self.page.mouse.move(x - 3, y - 3)
        self.page.mouse.move(x, y)
        return label.text_content() or ""

    def leave(self) -> None:
        """End the visit: clear all state but the browser's HTTP cache."""
        for other in self.page.context.pages:
            if other is not self.page:
                other.close()
        self.page.mouse.move(0, 0)
        self.page.evaluate("localStorage.clear(), sessionStorage.clear()")
        self.page.goto("about:blank")
        self.page.context.clear_cookies()
        self.complaints.clear()
        self.asked.clear()

    def assert_sound(self) -> None:
        """Assert that there are no errors, no overflow and no requests to other hosts."""
        assert self.complaints == [], "the browser complains"
        assert self.page.locator('[data-testid="stException"]').count() == 0, "an exception box is on the page"
        assert max(self.page.evaluate(OVERFLOW)) <= 0, f"the page is too wide by {self.page.evaluate(OVERFLOW)} pixels"
        own = self.url.split("/")[2]
        strangers = {url for url in self.asked if url.startswith("http") and url.split("/")[2] != own}
        assert strangers == set(), "the page asks other hosts"


def _holds(condition: Callable[[View], object], view: View) -> bool:
    try:
        return bool(condition(view))
    except NotDrawnError:
        return False
