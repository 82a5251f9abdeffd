"""Chromium as a measuring instrument: from a key to the painted picture, and to the page at rest."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLongError

# Without windows to draw it takes two thirds of the processor time of the whole browser.
EXECUTABLES = ("chromium-headless-shell", "chromium", "google-chrome")
BOX = ".st-key-sentence input"
_QUIET = 250  # milliseconds without a change after which a page counts as settled
_CHROMIUM_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

# Runs inside the page. The element ``watch`` is repainted once it shows the word ``expected`` and, where it holds
# pictures, one that was not there before the key. A frame counts when the browser has produced it: an animation
# frame, then a task after it.
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
    """Milliseconds from a key press to ``painted`` (the watched element) and ``settled`` (the whole page)."""

    painted: float
    settled: float


@dataclass(frozen=True, slots=True)
class Target:
    """A page to type into: where it is, and the element (a CSS selector) whose repainting is awaited."""

    url: str
    watch: str


@contextmanager
def chromium() -> Iterator[Browser]:
    """The Chromium installed on this machine, headless.

    Raises:
        RuntimeError: there is none on the PATH.
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
    """Type sentences into every page, a few letters in each page in turn, and measure keys.

    Interleaving lets every page meet the same weather on the machine, so that their ratios mean something.

    Args:
        targets: the pages, by name.
        sentences: each typed into an emptied box; ``|`` stands behind every key that is measured, which is one that
            completes a word. The first sentence is for warming up: its keys are not counted.

    Returns:
        By name of the page, the keys in the order of typing; a key that a page did not answer within ten seconds,
        in none of them.
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
                measured = [answer for answer in answers if answer is not None]
                if number and len(measured) == len(pages):
                    for name, stroke in zip(pages, measured, strict=True):
                        strokes[name].append(stroke)
    return strokes


def moves(target: Target, echo: Target, slider: str, keys: Sequence[str]) -> list[tuple[float, float]]:
    """Move a slider with keys, and after each move type a letter into the echo.

    Args:
        target: the page with the slider, and what it repaints.
        echo: the page that repeats what is typed.
        slider: the CSS selector of the slider's container.
        keys: names of keys, each of which moves it and changes a picture; the first is not counted.

    Returns:
        Milliseconds from a key to the new picture, and from a letter to its echo; a key without an answer in ten
        seconds is in neither.
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
            if number and moved and echoed:
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
    """Type letters that are not measured, and wait until the page rests."""
    page.bring_to_front()
    page.evaluate(_EXPECT, None)
    page.locator(BOX).focus()
    if empties:
        page.keyboard.press("Control+A")
        page.keyboard.press("Delete")
    page.keyboard.type(letters)
    page.wait_for_function(_AT_REST, arg=_QUIET)


def _measure(page: Page, letters: str, word: str) -> Keystroke | None:
    """Type letters and measure the last of them, which makes ``word`` appear."""
    _type(page, letters[:-1])
    return _press(page, "Space" if letters[-1] == " " else letters[-1], word)


def _press(page: Page, key: str, word: str) -> Keystroke | None:
    """Press a key and measure it, until ``word`` appears among the letters of a picture that is new."""
    page.evaluate(_EXPECT, word)
    page.keyboard.press(key)
    try:
        page.wait_for_function(_AT_REST, arg=_QUIET, timeout=10_000)
    except TookTooLongError:
        return None
    measured = page.evaluate("() => window.__keystroke")
    return Keystroke(measured["painted"], measured["settled"])
