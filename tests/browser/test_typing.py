"""Tests of typing: the page follows every key."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import DESKTOP, PHONE, Begin, Visit
from tests.browser.screen import Screen, still

CARET = "() => { const box = document.activeElement; return [box.selectionStart, box.selectionEnd]; }"

# Notes every frame in which no map, as wide as its place, is in sight, and counts those in which drawn maps are hidden.
WATCH_MAPS = """
() => {
  window.hiddenMaps = [];
  window.nHidden = 0;
  const isSeen = (place) => [...place.querySelectorAll(".main-svg")].some((svg) =>
    svg.checkVisibility() && svg.getBoundingClientRect().width > place.clientWidth - 2);
  const look = () => {
    for (const name of ["attention", "head_columns"]) {
      const place = document.querySelector(`.st-key-${name}`);
      if (!place || !isSeen(place)) window.hiddenMaps.push(name);
      const maps = [...(place?.querySelectorAll(".js-plotly-plot") ?? [])];
      const drawn = maps.filter((map) => map.querySelector(".main-svg"));
      const isHidden = (map) => !(map.closest("[data-stale]") ?? map).checkVisibility();
      if (drawn.length && drawn.every(isHidden)) window.nHidden += 1;
    }
    requestAnimationFrame(look);
  };
  look();
}
"""
N_BLANK_FRAMES = 4  # of some 40 changes: a busy machine misses one now and then

FIND_DRAWN_MAPS = """() => ["attention", "heads"].filter((place) =>
  [...document.querySelectorAll(`.st-key-${place} .js-plotly-plot:not(.held) .main-svg`)].some((svg) =>
    svg.checkVisibility() && svg.getBoundingClientRect().width > 300))"""


def type_and_wait(screen: Screen, letter: str, text: str) -> None:
    """Press one key and wait until the page has read the text up to it."""
    screen.press("Space" if letter == " " else letter)
    words = text.split()
    screen.until(lambda view: view.tokens == words and view.columns == [w for w in words if w not in view.unfinished])


def test_the_box_waits_with_an_example_and_the_caret_behind_it(visit: Visit) -> None:
    screen = visit()
    expect(screen.box).not_to_have_value("")
    screen.page.wait_for_function("() => document.activeElement?.getAttribute('aria-label') === 'Sentence'")
    assert screen.page.evaluate(CARET) == [len(screen.box.input_value())] * 2


def test_every_letter_changes_the_page_before_enter(begin: Begin) -> None:
    screen = begin("the cat ")
    before = screen.settled()
    screen.press("End")
    for end in range(1, len("sees dogs") + 1):
        type_and_wait(screen, "sees dogs"[end - 1], "the cat " + "sees dogs"[:end])
    after = screen.settled()
    assert after.map.columns == after.tokens == ["the", "cat", "sees", "dogs"]
    assert after.map.picture != before.map.picture
    assert after.map.cells != before.map.cells
    assert after.overview != before.overview
    assert after.translation == ["le", "chat", "voit", "des", "chiens", "·"]
    screen.press("Backspace")  # dogs -> dog
    screen.until(lambda view: view.columns[-1:] == ["dog"] and view.map.cells != after.map.cells)


def test_fast_typing_loses_no_letter_and_keeps_the_caret(begin: Begin) -> None:
    sentence = "the small girl does not eat the black fish "
    screen = begin()
    screen.press("Control+a")
    screen.page.keyboard.type(sentence, delay=20)
    view = screen.until(lambda view: view.columns == sentence.split())
    assert view.sentence == sentence
    assert view.tokens == sentence.split()
    assert screen.page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Sentence"
    assert screen.page.evaluate(CARET) == [len(sentence)] * 2
    screen.until_url("sentence=the+small+girl+does+not+eat+the+black+fish")


def test_letters_typed_in_the_middle_stay_there(begin: Begin) -> None:
    screen = begin("the cat sees a dog")
    screen.box.focus()
    screen.press("Home", *["ArrowRight"] * 4)
    screen.page.keyboard.type("small ", delay=20)
    screen.until(lambda view: view.columns == ["the", "small", "cat", "sees", "a", "dog"])
    assert screen.page.evaluate(CARET) == [len("the small ")] * 2


def test_a_last_word_is_unfinished_then_unknown_or_known(begin: Begin) -> None:
    screen = begin("the cat sees ")
    screen.press("End")
    screen.page.keyboard.type("zor")
    view = screen.until(lambda view: view.unknown == ["zor"])
    assert view.unfinished == [], "no known word begins with it"
    screen.until(lambda view: view.columns == ["the", "cat", "sees", "zor"])
    screen.press("Space")
    screen.page.keyboard.type("fis")
    screen.until(lambda view: view.unfinished == ["fis"])
    screen.page.keyboard.type("h")
    view = screen.until(lambda view: view.columns[-1:] == ["fish"])
    assert view.unfinished == []
    assert view.unknown == ["zor"]


def test_an_unknown_name_is_carried_over_and_shown_to_be_copied(begin: Begin) -> None:
    screen = begin("Zorkina sees the dog ")
    view = screen.settled()
    assert view.unknown == ["Zorkina"]
    assert view.copied == ["Zorkina"]
    assert view.translation == ["Zorkina", "voit", "le", "chien", "·"]
    screen.click("first")
    screen.until(lambda view: view.step == 1)
    title = screen.page.locator(".st-key-candidates .step-title")
    expect(title).to_have_text("Step 1 of 5: Zorkina copied for <unk>")


def test_a_completion_completes_the_word_and_one_types_on(begin: Begin) -> None:
    screen = begin("the cat sees a ")
    screen.press("End")
    screen.page.keyboard.type("bl")
    screen.until(lambda view: "black" in view.completions and all(word.startswith("bl") for word in view.completions))
    screen.choose("completion", "black")
    screen.until(lambda view: view.columns[-1:] == ["black"] and view.sentence == "the cat sees a black ")
    screen.until(lambda view: view.completions == [])
    screen.page.keyboard.type("dog")
    screen.until(lambda view: view.sentence == "the cat sees a black dog")


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_nothing_moves_when_a_key_is_pressed(visit: Visit, size: dict[str, int]) -> None:
    screen = visit("/?sentence=the%20cat%20", viewport=size)
    screen.settled()
    screen.page.evaluate("""() => {
      window.__tops = new Set();
      const measure = () => {
        for (const key of ["tokens", "attention", "heads"]) {
          const place = document.querySelector(`.st-key-${key}`)?.getBoundingClientRect();
          window.__tops.add(`${key} ${place ? Math.round(place.top + window.scrollY) : "gone"}`);
        }
        requestAnimationFrame(measure);
      };
      measure();
    }""")
    screen.press("End")
    for end in range(1, len("sees z") + 1):
        type_and_wait(screen, "sees z"[end - 1], "the cat " + "sees z"[:end])
    screen.settled()
    assert len(screen.page.evaluate("() => [...window.__tops].sort()")) == 3, "each part had one place in every frame"


def test_completions_move_no_token_to_another_line(begin: Begin) -> None:
    text = "my friend has a big house because he does not like the small black dogs that "
    screen = begin(text)
    tops = set()
    for end, letter in enumerate("we find the", start=1):
        type_and_wait(screen, letter, text + "we find the"[:end])
        tops.add(screen.page.locator(".st-key-translation").evaluate("place => place.getBoundingClientRect().top"))
    assert len(tops) == 1


@pytest.mark.parametrize("width", [1440, 1280, 1024])
def test_completions_are_named_and_begin_above_the_column_of_the_step(visit: Visit, width: int) -> None:
    screen = visit("/?sentence=the%20s", viewport={"width": width, "height": 800})
    screen.settled()
    screen.press("End")
    type_and_wait(screen, "m", "the sm")
    completions = screen.page.locator(".st-key-completion")
    expect(completions.get_by_text("Completions")).to_be_in_viewport(ratio=1)
    lefts = [still(each)["x"] for each in (completions, screen.page.locator(".st-key-candidates"))]
    assert abs(lefts[0] - lefts[1]) < 1


def test_the_map_never_moves_up_and_down_between_letters_on_a_smaller_screen(begin: Begin) -> None:
    text = "the animal did not cross the street because "
    screen = begin(text)
    screen.page.set_viewport_size({"width": 1024, "height": 768})
    tops = []
    for end, letter in enumerate("it was too tired", start=1):
        type_and_wait(screen, letter, text + "it was too tired"[:end])
        screen.settled()
        tops.append(screen.page.locator(".st-key-attention").evaluate("place => place.getBoundingClientRect().top"))
    assert tops == sorted(tops), "it only makes room for a further line"


def test_a_map_stays_in_sight_until_the_next_one_is_drawn(begin: Begin) -> None:
    screen = begin("the")
    screen.press("End")
    screen.page.evaluate(WATCH_MAPS)
    typed = "the"
    for letter in " small black dog sees the cat ":
        typed += letter
        type_and_wait(screen, letter, typed)
    for _ in range(4):
        screen.page.locator(".st-key-back button").click()
        screen.settled()
    hidden = screen.page.evaluate("() => window.hiddenMaps")
    assert len(hidden) <= N_BLANK_FRAMES, hidden
    assert screen.page.evaluate("() => window.nHidden") == 0
    expect(screen.page.locator(".held")).to_have_count(0)


def test_maps_are_whole_after_letters_that_are_typed_and_taken_back_at_once(begin: Begin) -> None:
    screen = begin("the cat sleeps ")
    screen.press("End")
    for pause in (0, 20, 40, 60, 80, 120, 180, 250) * 3:
        for key in ("a", "Backspace"):
            screen.press(key)
            screen.page.wait_for_timeout(pause)
        screen.settled()
        assert screen.page.evaluate(FIND_DRAWN_MAPS) == ["attention", "heads"], f"{pause} ms after each key"
    expect(screen.page.locator(".held")).to_have_count(0)


def test_a_key_brings_what_it_changes_and_not_the_scripts_of_the_page(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20")
    received: list[bytes] = []
    with screen.page.expect_websocket() as socket:
        screen.page.reload()
    screen.settled()
    socket.value.on("framereceived", lambda data: received.append(data))
    for letter in "sees":
        received.clear()
        screen.press(letter)
        screen.settled()
    size = sum(map(len, received))
    assert 5_000 < size < 30_000, f"the last key brought {size} bytes"


def test_nothing_moves_while_a_first_word_is_typed(begin: Begin) -> None:
    screen = begin("the cat sleeps ")
    places = [screen.page.locator(f".st-key-{key}").first for key in ("attention", "map_options", "heads", "beside")]
    before = [still(place) for place in places]
    screen.press("Control+a")
    for beginning in ("hel", "yest"):
        screen.page.keyboard.type(beginning)
        screen.until(lambda view, beginning=beginning: view.unfinished == [beginning] and not view.tokens[1:])
        for place, there in zip(places, before, strict=True):
            assert still(place) == pytest.approx(there, abs=1)
        screen.press("Control+a")


def test_a_map_of_a_few_words_is_no_higher_for_a_long_sentence(begin: Begin) -> None:
    screen = begin("the cat sleeps ")
    before = still(screen.page.locator(".st-key-attention"))["height"]
    screen.write("the cat sleeps " * 9)
    assert still(screen.page.locator(".st-key-attention"))["height"] == before
