"""Tests of accessibility: keyboard, screen readers and contrast."""

import re
import time

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.browser.conftest import DESKTOP, PHONE, Begin, Visit

FOCUSED = """
() => {
  const at = document.activeElement;
  return at?.getAttribute("aria-label") || at?.textContent?.trim() || at?.tagName || "";
}
"""
# A table is a canvas, whose cells stand inside it for the keyboard and for screen readers.
IS_IN_CELLS = """() => document.activeElement.closest("[data-testid='stDataFrame'] canvas") !== null"""
REACHABLE = {
    "Sentence", "cross", "Layer", "Head", "Mean of heads", "Stretch colours", "Gold alignment",
    "First step", "One step back", "Play the steps", "Decoding step", "Training step", "Play the training", "cats",
    "Show the calculation", "Copy link",
    "Attention", "Building blocks", "How to read these maps",
}  # fmt: skip
# Relative luminance of a colour and contrast of two, as WCAG 2 defines them.
COLOURS = """
  const canvas = Object.assign(document.createElement("canvas"), {width: 1, height: 1}).getContext("2d");
  const pixel = (...layers) => {
    for (const layer of layers) { canvas.fillStyle = layer; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = colour => colour.map(x => x / 255).map(x => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4)
    .reduce((sum, x, place) => sum + x * [0.2126, 0.7152, 0.0722][place], 0);
  const contrast = (one, other) => {
    const [a, b] = [light(one), light(other)].sort((a, b) => b - a);
    return (a + 0.05) / (b + 0.05);
  };
"""
# The axis label with the least contrast to the background: its contrast, and its size in pixels.
LABELS = f"""
() => {{{COLOURS}
  const ground = getComputedStyle(document.querySelector('[data-testid="stApp"]')).backgroundColor;
  const ticks = [...document.querySelectorAll(".js-plotly-plot :is(.xtick, .ytick) text")];
  const told = tick => contrast(pixel(ground), pixel(ground, getComputedStyle(tick).fill));
  return {{
    number: ticks.length, contrast: Math.min(...ticks.map(told)), ground: light(pixel(ground)),
    size: Math.min(...ticks.map(tick => parseFloat(getComputedStyle(tick).fontSize))),
  }};
}}
"""
# The least contrast of the texts that match a selector, each against its background.
FAINTEST = f"""
words => {{{COLOURS}
  const told = word => {{
    let grounds = [], opacity = 1;
    for (let at = word; at; at = at.parentElement) {{
      const {{backgroundColor, opacity: own}} = getComputedStyle(at);
      grounds = [backgroundColor, ...grounds];
      opacity *= own;
    }}
    const ground = pixel(...grounds), full = pixel(...grounds, getComputedStyle(word).color);
    return contrast(ground, full.map((x, place) => x * opacity + ground[place] * (1 - opacity)));
  }};
  return Math.min(...words.map(told));
}}
"""
WORDS = {
    "/blocks": ("[data-testid=stCaptionContainer] p", ".legend span", "[aria-checked=true] p", ".heading span"),
    "/heads": (".heading span", ".legend span", "[aria-checked=true] p"),
    "/heads?view=Importance": (".heading span", ".legend span", "[aria-checked=true] p"),
    "/heads?view=Explanation": (".heading span", "[aria-checked=true] p", "td", "th"),
    "/heads?view=Aligners": (".heading span", "td", "th"),
    "/training?view=New": ("[data-testid=stBaseButton-primary] p", ".figures span"),
}


def test_pictures_say_in_words_what_they_show(begin: Begin) -> None:
    screen = begin("i eat fish ")
    screen.slide("layer", "ArrowRight")
    screen.slide("head", "ArrowRight", "ArrowRight")
    screen.until(lambda view: (view.layer, view.head) == (2, 3))
    screen.settled()
    big = screen.page.locator(".st-key-attention").get_by_role("figure").get_attribute("aria-label") or ""
    assert "cross attention" in big
    assert "head 3 of layer 2" in big
    assert re.search(r"looks \d+\s%", big)
    small = screen.page.locator(".st-key-heads").get_by_role("figure").get_attribute("aria-label") or ""
    assert "All heads of cross attention" in small
    screen.choose("kind", "encoder")
    screen.page.locator('.st-key-attention [role="figure"][aria-label*="encoder attention"]').wait_for()


def test_everything_is_reached_by_the_tab_key(begin: Begin) -> None:
    screen = begin("she sees the small black cat")
    screen.settled()
    screen.box.focus()
    reached = []
    for _ in range(60):
        reached.append(screen.page.evaluate(FOCUSED).split("\n")[0])
        screen.press("Tab")
    assert {name for name in REACHABLE if not any(at.endswith(name) for at in reached)} == set()


def test_everything_that_can_be_used_has_a_name(begin: Begin) -> None:
    screen = begin("the cat se")
    screen.settled()
    tree = screen.page.locator('[data-testid="stMain"]').aria_snapshot()
    roles = "button|switch|radio|slider|textbox|link|figure|radiogroup"
    assert re.findall(rf"^\s*- (?:{roles})(?: \[.*\])?:?$", tree, re.M) == []
    assert re.findall(r'button "\w+ icon"', tree) == [], "a button without a label has the name of its icon"
    for name in ("First step", "One step back", "One step forward", "Last step", "Play the steps"):
        assert f'button "{name}"' in tree


def test_pages_have_headings(visit: Visit) -> None:
    page = visit("/heads?view=Roles", has_map=False).page
    expect(page.get_by_role("heading", level=1)).to_have_text("Heads")
    expect(page.get_by_role("heading", level=2, name="Roles").first).to_be_visible(timeout=60_000)


def test_kind_and_play_work_by_keyboard(begin: Begin) -> None:
    screen = begin("i eat fish ")
    screen.settled()
    screen.page.locator(".st-key-kind").get_by_role("radio", name="cross").focus()
    screen.press("ArrowRight", "Space")
    screen.until(lambda view: view.kind == "encoder" and view.map.rows == view.columns)
    screen.settled()
    screen.page.locator(".st-key-first button").focus()
    screen.press("Enter")
    screen.until(lambda view: view.step == 1)
    expect(screen.page.locator(".st-key-forward button")).to_be_focused()  # the first one is disabled now
    screen.page.locator(".st-key-mean input").focus()
    screen.press("Space")
    screen.until(lambda view: view.mean)


def test_a_token_chosen_by_keyboard_keeps_the_focus(begin: Begin) -> None:
    screen = begin()
    screen.settled()
    token = screen.page.locator(".st-key-translation [data-step='2']")
    token.focus()
    screen.press("Enter")
    screen.until(lambda view: view.step == 2)
    screen.settled()
    expect(token).to_be_focused()

    screen.choose("kind", "encoder")
    source = screen.page.locator(".st-key-tokens [data-step='2']")
    source.focus()
    screen.press("Enter")
    screen.until(lambda view: view.map.framed == 1)
    screen.settled()
    expect(source).to_be_focused()


@pytest.mark.parametrize("is_touched", [False, True])
def test_the_help_beside_a_switch_is_shown_and_does_not_switch(visit: Visit, *, is_touched: bool) -> None:
    screen = visit(viewport=PHONE if is_touched else DESKTOP, is_touched=is_touched)
    screen.settled()
    help_ = screen.page.locator(".st-key-stretch [data-testid='stTooltipIcon']")
    if is_touched:
        help_.tap()
    else:
        help_.click()
    expect(screen.page.get_by_test_id("stTooltipContent")).to_contain_text("brightest colour")
    assert not screen.page.locator(".st-key-stretch input").is_checked()


def test_heads_are_coloured_and_measured_by_keyboard(visit: Visit) -> None:
    screen = visit("/heads", has_map=False)
    page = screen.page
    page.locator(".st-key-roles [data-testid='stDataFrame']").wait_for(timeout=60_000)
    page.get_by_role("radio", name="confidence").focus()
    screen.press("ArrowRight", "Enter")
    screen.until_url("head_measure=")
    page.get_by_role("radio", name="confidence").wait_for()
    reached = set()
    for _ in range(12):
        screen.press("Tab")
        if page.evaluate(IS_IN_CELLS):
            break
        reached.add(page.evaluate(FOCUSED))
    else:
        raise AssertionError(f"the cells of the table are not reached, but {reached}")
    assert {"Training step", "Download as CSV"} <= reached, "the slider, and the tools of the table"
    page.get_by_role("radio", name="Roles").focus()
    screen.press("ArrowRight", "Enter")
    screen.until_url("view=Importance")
    # A table that has just been drawn again stands beside the one before it.
    expect(page.locator(".st-key-importance [data-testid='stDataFrame']").first).to_be_visible(timeout=180_000)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_are_legible(visit: Visit, scheme: str) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20black%20dog%20", color_scheme=scheme)
    for size in (DESKTOP, PHONE):
        screen.page.set_viewport_size(size)
        screen.settled()
        worst = screen.page.evaluate(LABELS)
        assert worst["number"] > 12
        assert worst["contrast"] >= 4.5
        assert worst["size"] >= 11
        assert (worst["ground"] < 0.2) == (scheme == "dark")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_are_legible(visit: Visit, scheme: str) -> None:
    for path, selectors in WORDS.items():
        page = visit(path, color_scheme=scheme, has_map=False).page
        for selector in selectors:
            page.locator(selector).first.wait_for(timeout=90_000)  # heads and methods are measured first
            # Streamlit dims elements that a running script has not redrawn yet.
            deadline = time.monotonic() + 20
            while (faintest := page.locator(selector).evaluate_all(FAINTEST)) < 4.5:
                assert time.monotonic() < deadline, f"{selector} on {path} has a contrast of {faintest}"
                page.wait_for_timeout(100)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_disabled_button_keeps_its_label(visit: Visit, scheme: str) -> None:
    page = visit("/training?view=New&new_corpus=Own", color_scheme=scheme, has_map=False).page
    start = page.locator(".st-key-start button:disabled p")
    start.wait_for()
    assert start.inner_text() == "Start training"
    page.wait_for_timeout(500)  # for transitions
    assert start.evaluate_all(FAINTEST) > 2


def place(page: Page, key: str) -> FloatRect:
    box = page.locator(f".st-key-{key}").first.bounding_box()
    assert box is not None, key
    return box


def test_everything_fits_on_a_phone_and_the_map_comes_before_the_choice_of_its_head(visit: Visit) -> None:
    screen = visit(viewport=PHONE, is_touched=True)
    screen.settled()
    for key in (
        "sentence", "tokens", "translation", "attention", "kind", "layer", "head", "step", "candidates", "heads",
    ):  # fmt: skip
        box = place(screen.page, key)
        assert box["x"] >= 0, key
        assert box["x"] + box["width"] <= PHONE["width"], key
    big = place(screen.page, "attention")
    assert big["y"] + big["height"] / 2 < PHONE["height"], "half of it is seen at once"
    assert place(screen.page, "kind")["y"] > big["y"] + big["height"]


def test_the_french_is_spoken_as_french_and_no_browser_translates_the_page(begin: Begin) -> None:
    page = begin("the cat sleeps ").page
    spoken = "element => element.closest('[lang]').lang"
    assert page.locator(".st-key-tokens .token").first.evaluate(spoken) == "en"
    assert page.locator(".st-key-translation .token").first.evaluate(spoken) == "fr"
    assert page.locator(".french bdi").evaluate(spoken) == "fr"
    assert page.locator(".st-key-candidates .step-title bdi").evaluate(spoken) == "fr"
    assert page.locator(".candidate .word bdi").first.evaluate(spoken) == "fr"
    assert page.locator(".st-key-translation .language").evaluate(spoken) == "en"
    assert not page.evaluate("document.documentElement.translate")
    assert page.locator("meta[name=google]").get_attribute("content") == "notranslate"


def test_a_translation_is_announced_once_typing_pauses(begin: Begin) -> None:
    screen = begin("the cat sleeps ")
    announcer = screen.page.get_by_role("status").and_(screen.page.locator(".announcer"))
    expect(announcer).to_have_text("le chat dort")
    announcer.evaluate(
        "element => { window.told = [];"
        " new MutationObserver(() => window.told.push(element.textContent)).observe(element, {childList: true}); }"
    )
    screen.box.fill("she ")
    screen.box.press_sequentially("sees the small black cat ", delay=60)
    expect(announcer).to_have_text("elle voit le petit chat noir")
    told = screen.page.evaluate("window.told")
    assert told[-1] == "elle voit le petit chat noir"
    assert len(told) < len("sees the small black cat ") / 3, "not at every key"
    expect(announcer.locator("[lang=fr]")).to_have_count(1)
