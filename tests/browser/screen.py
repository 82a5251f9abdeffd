"""The Translate page as a visitor sees it: what is on the screen, and hands to change it."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, expect

# What is shown is read from the page, not from what was sent to it: labels from the picture, cells from its data.
READ = """
() => {
  const all = (selector, root = document) => root ? [...root.querySelectorAll(selector)] : [];
  const texts = (selector, root) => all(selector, root).map(element => element.textContent.trim());
  const numberOf = key => Number(document.querySelector(`.st-key-${key} input`)?.value ?? NaN);
  const isOn = key => document.querySelector(`.st-key-${key} input`)?.checked ?? null;
  const cellsOf = (z) => {
    if (Array.isArray(z)) return z.map(row => [...row].map(x => Number.isFinite(x) ? x : null));
    const bytes = Uint8Array.from(atob(z.bdata), letter => letter.charCodeAt(0));
    const flat = z.dtype === "f8" ? new Float64Array(bytes.buffer) : new Float32Array(bytes.buffer);
    const [rows, columns] = z.shape.split(",").map(Number);
    return Array.from({length: rows}, (_, row) =>
      [...flat.slice(row * columns, (row + 1) * columns)].map(x => Number.isFinite(x) ? x : null));
  };
  const mapOf = (figure) => {
    if (!figure || !figure.data || !figure.querySelector(".ytick")) return null;
    const labels = axis => all(`.${axis}tick`, figure)
      .sort((a, b) => a.__data__.x - b.__data__.x).map(tick => tick.textContent);
    const [cells, gold] = figure.data;
    const frame = (figure.layout.shapes ?? [])[0];
    return {
      columns: labels("x"), rows: labels("y"), cells: cellsOf(cells.z), brightest: cells.zmax,
      framed: frame ? (frame.y0 + frame.y1) / 2 : null,
      gold: gold ? [...gold.y].map((row, place) => [row, gold.x[place]]) : [],
      dots: all(".scatterlayer .point", figure).length,
      picture: pictureOf(figure),
    };
  };
  const pictureOf = (root) => {
    const picture = root?.querySelector(".heatmaplayer image")?.getAttribute("href") ?? "";
    let sum = picture.length;
    for (let place = 0; place < picture.length; place++) sum = (31 * sum + picture.charCodeAt(place)) | 0;
    return sum;
  };
  const candidate = element => [
    element.querySelector(".word").textContent,
    parseFloat(element.querySelector(".bar span").style.width),
  ];
  return {
    sentence: document.querySelector(".st-key-sentence input")?.value ?? null,
    tokens: texts(".st-key-tokens .token bdi"),
    unknown: texts(".st-key-tokens .token.unknown bdi"),
    unfinished: texts(".st-key-tokens .token.unfinished bdi"),
    completions: texts(".st-key-completion button"),
    translation: texts(".st-key-translation .token bdi"),
    current: texts(".st-key-translation .token.current bdi"),
    copied: texts(".st-key-translation .token.copied bdi"),
    candidates: all(".st-key-candidates .candidate").map(candidate),
    words: texts(".st-key-candidates .line").join(" "),
    kind: texts('.st-key-kind [aria-checked="true"]')[0] ?? null,
    layer: numberOf("layer"), head: numberOf("head"), step: numberOf("step"),
    mean: isOn("mean"), stretch: isOn("stretch"), gold: isOn("gold"),
    attention: mapOf(document.querySelector(".st-key-attention .js-plotly-plot")),
    overview: pictureOf(document.querySelector(".st-key-heads")),
    status: texts(".st-key-training_status")[0] ?? "",
  };
}
"""
# Where on the screen a tile of the overview is; the head -1 is the mean.
TILE = """
([layer, head]) => {
  const figure = document.querySelector(".st-key-heads .js-plotly-plot");
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
  const figure = document.querySelector(".st-key-attention .js-plotly-plot");
  const box = figure.getBoundingClientRect(), {xaxis, yaxis} = figure._fullLayout;
  return [box.left + xaxis._offset + xaxis.l2p(column), box.top + yaxis._offset + yaxis.l2p(row)];
}
"""
OVERFLOW = """
() => [document.documentElement, document.querySelector('[data-testid="stMain"]')]
  .filter(element => element).map(element => element.scrollWidth - element.clientWidth)
"""
EXAMPLE = "she does not like the small black dog "
MEAN = -1  # the head that stands for the mean of heads


def only(found: Locator, seconds: float = 30) -> Locator:
    """Wait until the script rests and one alone is left: for a moment a new picture stands beside the old one."""
    expect(found.page.locator('[data-test-script-state="notRunning"]')).to_have_count(1, timeout=seconds * 1000)
    expect(found).to_have_count(1, timeout=seconds * 1000)
    found.wait_for(timeout=seconds * 1000)
    return found


class NotDrawnError(AssertionError):
    """A picture that is asked about is not on the page, or not for a moment: a new one is being drawn."""


@dataclass(frozen=True, slots=True)
class Map:
    """The big heatmap: labels as they are painted, cells as they were sent, None where blank."""

    columns: list[str]
    rows: list[str]
    cells: list[list[float | None]] = field(repr=False)
    brightest: float
    framed: float | None
    gold: list[list[int]]
    dots: int
    picture: int  # a number that is another for another picture, 0 for none

    def is_blank(self, row: int) -> bool:
        return all(cell is None for cell in self.cells[row])


@dataclass(frozen=True, slots=True)
class View:
    """All that the page shows at one moment."""

    sentence: str | None
    tokens: list[str]
    unknown: list[str]
    unfinished: list[str]
    completions: list[str]
    translation: list[str]
    current: list[str]
    copied: list[str]
    candidates: list[tuple[str, float]]
    words: str
    kind: str | None
    layer: float
    head: float
    step: float
    mean: bool | None
    stretch: bool | None
    gold: bool | None
    attention: Map | None
    overview: int
    status: str

    @property
    def map(self) -> Map:
        if self.attention is None:
            raise NotDrawnError(f"no heatmap on the page: {self}")
        return self.attention

    @property
    def columns(self) -> list[str]:
        return self.attention.columns if self.attention else []


class Screen:
    """One visitor's page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("dialog", lambda dialog: (self.complaints.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.on("request", lambda request: self.asked.append(request.url))

    def _hear(self, message: ConsoleMessage) -> None:
        # Opened below its root, Streamlit first asks for its own addresses below the page's, and then at the root.
        is_search = message.location["url"].endswith(("/_stcore/health", "/_stcore/host-config"))
        if message.type == "error" and not is_search:
            self.complaints.append(f"{message.text} {message.location['url']}")

    @property
    def box(self) -> Locator:
        return self.page.locator(".st-key-sentence input")

    @property
    def url(self) -> str:
        return str(self.page.evaluate("location.href"))

    def look(self) -> View:
        seen: dict[str, Any] = self.page.evaluate(READ)
        attention = seen.pop("attention")
        candidates = [(word, width) for word, width in seen.pop("candidates")]
        return View(**seen, candidates=candidates, attention=Map(**attention) if attention else None)

    def until(self, condition: Callable[[View], object], timeout: float = 20) -> View:
        """Look until the page shows what it should, and return what it shows."""
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

    def settled(self) -> View:
        """Look until nothing runs and two looks, a moment apart, see the same."""
        idle = "() => document.querySelector('[data-test-script-state=\"notRunning\"]') !== null"
        while True:
            self.page.wait_for_function(idle, polling=100)
            before = self.look()
            self.page.wait_for_timeout(250)
            is_drawn = not before.translation or (before.attention and before.overview)
            if is_drawn and before == self.look():
                return before

    def begin(self, sentence: str = EXAMPLE, kind: str = "cross") -> "Screen":
        """Write a sentence, and undo by hand all that was chosen before: the rest is what a first visitor finds."""
        self.page.mouse.move(0, 0)
        view = self.settled()
        for name in ("mean", "stretch", "gold"):
            if getattr(view, name):
                self.toggle(name)
        for name in ("layer", "head"):
            if getattr(view, name) != 1:
                self.slide(name, "Home")
        self.choose(kind)
        self.box.fill("")
        self.until(lambda view: not view.tokens)
        self.box.fill(sentence)
        self.until(lambda view: view.map and (view.kind, view.layer, view.head) == (kind, 1, 1))
        self.until_url(without=["=true", "step="])
        return self

    def write(self, sentence: str) -> View:
        """Put a sentence into the box at once, and wait until the page has read it."""
        self.box.fill(sentence)
        return self.settled()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def slide(self, name: str, *keys: str) -> None:
        """Move a slider by keys, once it is on and at rest: one just come may be drawn again under the hand."""
        slider = only(self.page.locator(f".st-key-{name} input"))
        expect(slider).to_be_enabled()
        slider.focus()
        self.press(*keys)

    def choose(self, kind: str) -> None:
        self.page.locator(".st-key-kind").get_by_role("radio", name=kind, exact=True).click()

    def toggle(self, name: str) -> None:
        self.page.locator(f".st-key-{name} label").first.click()

    def click(self, name: str) -> None:
        self.page.locator(f".st-key-{name} button").click()

    def click_tile(self, layer: int, head: int) -> None:
        """Click beside the middle of one small map."""
        self.page.locator(".st-key-heads").scroll_into_view_if_needed()
        x, y = self.page.evaluate(TILE, [layer, head])
        self.page.mouse.click(x + 25, y - 20)

    def hover(self, row: int, column: int) -> str:
        """What the big map, once it is at rest, says about one cell."""
        self.page.locator(".st-key-attention").scroll_into_view_if_needed()
        self.page.mouse.move(0, 0)
        label = self.page.locator(".st-key-attention .hoverlayer .hovertext")
        label.wait_for(state="detached")
        x, y = self.page.evaluate(CELL, [row, column])
        self.page.mouse.move(x - 3, y - 3)
        self.page.mouse.move(x, y)
        return label.text_content() or ""

    def leave(self) -> None:
        """Let the next be a new visitor: nothing is left of this one but what the browser has loaded."""
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
        """Nothing went wrong behind or before the scenes."""
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
