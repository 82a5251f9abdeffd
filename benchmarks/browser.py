"""Keystroke to picture, measured in a real Chromium: the harness behind the README's latency numbers."""

from __future__ import annotations

import os
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Browser, Page, sync_playwright

BOX = ".st-key-sentence input"
CHROMIUM_FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

# Runs inside the page. ``watch`` is repainted once its text, or the pictures in it, are others than before
# the key; a frame counts when the browser has produced it (animation frame, then a task after it).
PROBE = """
(watch) => {
  const look = () => {
    const element = document.querySelector(watch);
    if (!element) return {text: "", pictures: []};
    const pictures = [...element.querySelectorAll("image, img, canvas")]
      .map(picture => picture.getAttribute("href") || picture.src || picture);
    return {text: element.textContent, pictures};
  };
  const repainted = (old, now) => old.pictures.length
    ? now.pictures.some(picture => !old.pictures.includes(picture))
    : now.text !== "" && now.text !== old.text;
  const afterFrame = (done) => requestAnimationFrame(() => {
    const {port1, port2} = new MessageChannel();
    port2.onmessage = () => done(performance.now());
    port1.postMessage(0);
  });
  const probe = window.__keystroke = {start: null, painted: null, settled: null, changed: null};
  let before = look(), waiting = false;
  window.addEventListener("keydown", () => {
    before = look();
    waiting = true;
    probe.start = probe.changed = performance.now();
    probe.painted = probe.settled = null;
  }, true);
  new MutationObserver(() => {
    if (probe.start === null) return;
    const start = probe.start;
    probe.changed = performance.now();
    afterFrame(now => { if (probe.start === start) probe.settled = now - start; });
    if (!waiting || !repainted(before, look())) return;
    waiting = false;
    afterFrame(now => { if (probe.start === start) probe.painted = now - start; });
  }).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
}
"""
QUIET = """
(quiet) => {
  const probe = window.__keystroke;
  const still = performance.now() - probe.changed;
  return still > (probe.painted === null ? 4 * quiet : quiet);
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


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least ``share`` (0 to 1) of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]


def summary(strokes: Sequence[Keystroke]) -> dict[str, float]:
    """Median and 95th percentile of both measures."""
    painted, settled = [stroke.painted for stroke in strokes], [stroke.settled for stroke in strokes]
    return {
        "painted_median": statistics.median(painted),
        "painted_p95": percentile(painted, 0.95),
        "settled_median": statistics.median(settled),
        "settled_p95": percentile(settled, 0.95),
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def serve(script: Path | str, *, env: Mapping[str, str] | None = None, timeout: float = 60) -> Iterator[str]:
    """Run a Streamlit script on a free port; gives its URL once it is healthy, and stops it on leaving."""
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true", "--browser.gatherUsageStats=false"]
    command += ["--server.fileWatcherType=none"]
    url = f"http://127.0.0.1:{port}"
    server = subprocess.Popen(command, env={**os.environ, **(env or {})}, stdout=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + timeout
        while True:
            try:
                with urlopen(f"{url}/_stcore/health", timeout=1):
                    break
            except (URLError, OSError):
                if server.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"{script} did not start (exit status {server.poll()})") from None
                time.sleep(0.1)
        yield url
    finally:
        server.terminate()
        server.wait(timeout=10)


@contextmanager
def chromium() -> Iterator[Browser]:
    """The Chromium installed on this machine, headless."""
    executable = shutil.which("chromium") or shutil.which("google-chrome")
    if executable is None:
        raise RuntimeError("no Chromium found on the PATH")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(CHROMIUM_FLAGS))
        try:
            yield browser
        finally:
            browser.close()


def _open(browser: Browser, target: Target) -> Page:
    """Load a page, wait until its watched element is there and quiet, and put the caret behind the text."""
    page = browser.new_page(viewport={"width": 1440, "height": 1000})
    page.goto(target.url)
    page.locator(BOX).wait_for()
    page.locator(target.watch).first.wait_for(state="attached")
    page.wait_for_timeout(1500)
    page.evaluate(PROBE, target.watch)
    page.locator(BOX).click()
    page.keyboard.press("End")
    page.wait_for_timeout(500)
    return page


def interleaved(
    targets: Mapping[str, Target], text: str, *, warmup: int = 1, quiet: float = 250, timeout: float = 10_000
) -> dict[str, list[Keystroke]]:
    """Type ``text`` into every page, each letter in all pages before the next, and measure each key.

    Interleaving lets every page meet the same weather on the machine, so that their ratios mean something.
    The first ``warmup`` letters are typed but not counted, nor is a key that changes nothing to be seen.
    """
    strokes: dict[str, list[Keystroke]] = {name: [] for name in targets}
    with chromium() as browser:
        pages = {name: _open(browser, target) for name, target in targets.items()}
        for number, letter in enumerate(text):
            for name, page in pages.items():
                page.bring_to_front()
                page.locator(BOX).focus()
                page.keyboard.press("Space" if letter == " " else letter)
                page.wait_for_function(QUIET, arg=quiet, timeout=timeout)
                measured = page.evaluate("() => window.__keystroke")
                if number >= warmup and measured["painted"] is not None:
                    strokes[name].append(Keystroke(measured["painted"], measured["settled"]))
    return strokes


def keystrokes(url: str, text: str, *, watch: str, warmup: int = 1, quiet: float = 250) -> list[Keystroke]:
    """Type ``text`` into one page and measure each key; see ``interleaved``."""
    return interleaved({"page": Target(url, watch)}, text, warmup=warmup, quiet=quiet)["page"]
