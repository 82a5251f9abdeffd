"""Keystroke latency in Chromium: from a key press to the painted figure, and to the settled page."""

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLongError

# The headless shell comes first: it takes two thirds of the CPU time of the full browser.
EXECUTABLES = ("chromium-headless-shell", "chromium", "google-chrome")
BOX = ".st-key-sentence input"
_QUIET = 250  # milliseconds without a change after which a page counts as settled
_LONGEST = 10_000  # milliseconds to wait for an answer
_CHROMIUM_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

# Runs inside the page. The element ``watch`` counts as repainted when it shows the word ``expected`` and, if it has
# images, an image that was absent before the key press. A frame counts as produced in the first task after an animation
# frame.
_PROBE = """
(watch) => {
  const pictures = () => [...document.querySelectorAll(`${watch} :is(image, img, canvas)`)]
    .map(picture => picture.getAttribute("href") || picture.src || picture);
  const probe = window.__keystroke = {start: null, painted: null, settled: null, changed: 0, expected: null};
  let before = [], waiting = false;
  const repainted = () => {
    if (!document.querySelector(watch)?.textContent.includes(probe.expected)) return false;
    const now = pictures();
    return !now.length && !before.length || now.some(picture => !before.includes(picture));
  };
  const afterFrame = (done) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port2.onmessage = () => done(performance.now());
    port1.postMessage(0);
  });
  window.addEventListener("keydown", () => {
    probe.start = probe.changed = performance.now();
    probe.painted = probe.settled = null;
    before = pictures();
    waiting = probe.expected !== null;
  }, true);
  new MutationObserver(() => {
    const start = probe.start;
    probe.changed = performance.now();
    if (start === null) return;
    afterFrame(now => { if (probe.start === start) probe.settled = now - start; });
    if (!waiting || !repainted()) return;
    waiting = false;
    afterFrame(now => { if (probe.start === start) probe.painted = now - start; });
  }).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
}
"""
_EXPECT = "(word) => { window.__keystroke.expected = word; }"
_AT_REST = """
(quiet) => {
  const probe = window.__keystroke;
  return (probe.expected === null || probe.painted !== null) && performance.now() - probe.changed > quiet;
}
"""


@dataclass(frozen=True, slots=True)
class Keystroke:
    """Milliseconds from a key press to ``painted`` (the watched element) and ``settled`` (the whole page).

    A key without an answer within ten seconds counts as ten seconds.
    """

    painted: float
    settled: float


@dataclass(frozen=True, slots=True)
class Target:
    """A page to type into: its URL, and the CSS selector of the element whose repainting is measured."""

    url: str
    watch: str


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the installed Chromium, headless.

    Raises:
        RuntimeError: no Chromium is on the PATH.
    """
    executable = next(filter(None, map(shutil.which, EXECUTABLES)), None)
    if executable is None:
        raise RuntimeError("no Chromium found on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(_CHROMIUM_FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def interleaved(targets: Mapping[str, Target], sentences: Sequence[str]) -> dict[str, list[Keystroke]]:
    """Type sentences into all pages, a few letters in each page in turn, and measure keystrokes.

    Interleaving exposes all pages to the same load of the machine, so that their ratios are comparable.

    Args:
        targets: pages by name.
        sentences: sentences to type into the cleared box. ``|`` follows every measured key; each of them completes a
            word. The keys of the first sentence are a warm-up and are not counted.

    Returns:
        Keystrokes by page, in the order of typing.
    """
    strokes: dict[str, list[Keystroke]] = {name: [] for name in targets}
    with chromium() as browser:
        pages = {name: _open(browser, target) for name, target in targets.items()}
        for number, sentence in enumerate(sentences):
            for page in pages.values():
                _type(page, "", empties=True)
            written = ""
            for letters in sentence.removesuffix("|").split("|"):
                written += letters
                answers = [_measure(page, letters, written.split()[-1]) for page in pages.values()]
                if number:
                    for name, stroke in zip(pages, answers, strict=True):
                        strokes[name].append(stroke)
    return strokes


def moves(target: Target, echo: Target, slider: str, keys: Sequence[str]) -> list[tuple[float, float]]:
    """Move a slider by keys, and after each move type a letter into the echo page.

    Args:
        target: page with the slider.
        echo: page that repeats the typed text.
        slider: CSS selector of the slider's container.
        keys: keys that move the slider and change the figure; the first is a warm-up.

    Returns:
        Milliseconds from a key to the new figure, and from a letter to its echo.
    """
    measured = []
    with chromium() as browser:
        page, floor = _open(browser, target), _open(browser, echo)
        _type(floor, "", empties=True)
        typed = ""
        for number, key in enumerate(keys):
            page.bring_to_front()
            page.locator(f"{slider} input").focus()
            moved = _press(page, key, "")
            typed += "abcdefgh"[number % 8]
            echoed = _measure(floor, typed[-1], typed)
            if number:
                measured.append((moved.painted, echoed.painted))
    return measured


def _open(browser: Browser, target: Target) -> Page:
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.goto(target.url)
    page.locator(BOX).wait_for(timeout=60_000)
    page.locator(target.watch).first.wait_for(state="attached", timeout=60_000)
    page.evaluate(_PROBE, target.watch)
    page.wait_for_function(_AT_REST, arg=_QUIET)
    return page


def _type(page: Page, letters: str, *, empties: bool = False) -> None:
    """Type letters without measuring them, and wait until the page is settled."""
    page.bring_to_front()
    page.evaluate(_EXPECT, None)
    page.locator(BOX).focus()
    if empties:
        page.keyboard.press("Control+A")
        page.keyboard.press("Delete")
    page.keyboard.type(letters)
    page.wait_for_function(_AT_REST, arg=_QUIET)


def _measure(page: Page, letters: str, word: str) -> Keystroke:
    """Type letters and measure the last one, after which ``word`` appears."""
    _type(page, letters[:-1])
    return _press(page, "Space" if letters[-1] == " " else letters[-1], word)


def _press(page: Page, key: str, word: str) -> Keystroke:
    """Press a key and measure the time until ``word`` and a new figure appear."""
    page.evaluate(_EXPECT, word)
    page.keyboard.press(key)
    try:
        page.wait_for_function(_AT_REST, arg=_QUIET, timeout=_LONGEST)
    except TookTooLongError:
        return Keystroke(_LONGEST, _LONGEST)
    measured = page.evaluate("() => window.__keystroke")
    return Keystroke(measured["painted"], measured["settled"])
