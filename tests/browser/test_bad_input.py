"""Tests of hostile input: it is shown literally and never executed."""

from unicodedata import normalize
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from model.data.sentence import MAX_TOKENS
from tests.browser.conftest import Begin, Visit
from tests.browser.screen import Screen

NASTY = [
    "🐈", "👩\u200d👩\u200d👧", "القط", "e\u0301t", "x\u0300\u0301\u0302",
    "<script>window.__x=1</script>", "<img", "onerror=window.__x=1>", "<svg/onload=window.__x=1>", "<b>b</b>",
    "<br>", "**bold**", "`code`", "$x$", "$$y$$",
    ":red[x]", ":material/bug", "[a](b)c", "&lt;b", "%{y}",
    "{0}", "\\n", "#", "<eos>", "zqx" * 10,
]  # fmt: skip
FOREIGN = """
() => [window.__x ?? null, document.querySelectorAll(
  '[data-testid="stMain"] :is(.token, .candidate, .line, .js-plotly-plot, .step-title)'
  + ' :is(img, script, a[href], svg[onload], mjx-container, .katex, [data-testid="stIconMaterial"])'
).length]
"""
SHORT = 12  # characters of a token that fit an axis


def label(token: str) -> str:
    return token if len(token) <= SHORT else token[: SHORT - 1] + "…"


def paste(screen: Screen, text: str) -> None:
    screen.settled()
    screen.box.focus()
    screen.press("Control+a")
    screen.page.keyboard.insert_text(text)


def assert_nothing_ran(screen: Screen) -> None:
    assert screen.page.evaluate(FOREIGN) == [None, 0]
    screen.assert_sound()


def test_nasty_words_are_shown_literally_everywhere(begin: Begin) -> None:
    screen = begin(kind="encoder")
    for start in range(0, len(NASTY), 5):
        words = NASTY[start : start + 5]
        tokens = [normalize("NFC", word) for word in words]
        screen.box.fill(" ".join(words) + " ")
        screen.until(lambda view, want=tokens: view.columns == [label(token) for token in want])
        view = screen.settled()
        assert view.tokens == view.unknown == tokens
        assert view.map.rows == [label(token) for token in tokens]
        for column, token in enumerate(tokens):
            assert screen.hover(0, column).endswith(f"% at {token}")
        assert_nothing_ran(screen)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("a\x00b\x01c\x07 \x1b[31m the\u200bcat \ufeff", ["a", "b", "c", "[31m", "the", "cat"]),
        ("<script>window.__x=1</script> <img src=x onerror=window.__x=1> ", None),
        ("\u202egnp.exe \u2066x ", ["gnp.exe", "x"]),
    ],
    ids=["control characters", "tags", "direction marks"],
)
def test_a_link_with_nasty_words_shows_them(visit: Visit, text: str, tokens: list[str] | None) -> None:
    screen = visit(f"/?sentence={quote(text)}")
    assert screen.settled().tokens == (tokens or text.split())
    assert_nothing_ran(screen)


@pytest.mark.parametrize("text", ["", "\t \u00a0\u3000?!"])
def test_a_sentence_without_words_asks_for_one(visit: Visit, text: str) -> None:
    screen = visit(f"/?sentence={quote(text)}", has_map=False)
    screen.page.get_by_text("Type an English sentence").wait_for()
    view = screen.settled()
    assert (view.tokens, view.attention) == ([], None)
    screen.assert_sound()


def test_an_emptied_box_fills_again(begin: Begin) -> None:
    screen = begin()
    screen.settled()
    screen.press("Control+a", "Backspace")
    screen.until(lambda view: view.tokens == [] and view.attention is None)
    assert screen.page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Sentence"
    screen.page.keyboard.type("i eat fish", delay=20)
    screen.until(lambda view: view.columns == ["i", "eat", "fish"] and view.overview)


@pytest.mark.parametrize("how", ["pasted", "linked"])
def test_ten_thousand_characters_are_cut_with_a_word_about_it(begin: Begin, visit: Visit, how: str) -> None:
    text = ("cats see dogs " * 715)[:10_000]
    if how == "linked":
        screen = visit(f"/?sentence={quote(text)}")
    else:
        paste(screen := begin(), text)
    view = screen.until(lambda view: len(view.tokens) == MAX_TOKENS and len(view.map.cells[0]) == MAX_TOKENS)
    assert view.tokens[:3] == ["cats", "see", "dogs"]
    assert set(view.columns) <= {"cats", "see", "dogs"}, "a long map shows as many labels as have room"
    assert "300 characters" in screen.page.locator(".st-key-tokens .note").inner_text()


def test_a_page_with_a_long_paste_is_still_there_after_a_reload(begin: Begin) -> None:
    paste(screen := begin(), "é " * 100_000)
    screen.until(lambda view: len(view.tokens) == MAX_TOKENS)
    expect(screen.box).to_have_value("é " * 500)
    screen.page.wait_for_function("() => location.search.length < 10_000")
    screen.page.reload()
    screen.until(lambda view: len(view.tokens) == MAX_TOKENS)


def test_one_endless_word_keeps_the_page_in_shape(begin: Begin) -> None:
    screen = begin()
    for letter, length in (("x", 60), ("y", 300), ("z", 10_000)):
        paste(screen, letter * length + " ")
        view = screen.until(lambda view, letter=letter: view.columns == [letter * 11 + "…"])
        assert len(view.tokens) == 1
        screen.settled()
        screen.assert_sound()


def test_case_and_punctuation_are_understood(begin: Begin) -> None:
    screen = begin("the cat eats fish ")
    plain = screen.settled()
    loud = screen.write("THE Cat, eats “FISH”!")
    assert loud.tokens == loud.columns == ["THE", "Cat", "eats", "FISH"]
    assert loud.unknown == loud.unfinished == []
    assert loud.translation == plain.translation
    assert loud.map.cells == plain.map.cells
