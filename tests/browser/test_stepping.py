"""Tests of stepping through decoding, forwards and back."""

import pytest

from tests.browser.conftest import PHONE, Begin, Visit
from tests.browser.screen import still
from tests.browser.view import View


def exact(view: View) -> tuple[object, ...]:
    """Return everything that a step shows."""
    return (
        view.translation, view.current, view.candidates, view.words, view.step, view.overview,
        view.map.rows, view.map.columns, view.map.cells, view.map.framed, view.map.picture,
    )  # fmt: skip


# Every step that is shown, however short: a look from outside may miss one on a slow machine.
RECORD = """
() => {
  const count = () => [...document.querySelectorAll(".st-key-translation .token bdi")]
    .filter(token => token.textContent.trim() !== "·").length;
  window.shownSteps = [count()];
  window.stepRecorder = new MutationObserver(() => {
    const step = count();
    if (step && step !== window.shownSteps.at(-1)) window.shownSteps.push(step);
  });
  window.stepRecorder.observe(document.body, {subtree: true, childList: true, characterData: true});
}
"""


def test_later_rows_are_blank_and_the_current_row_is_framed(begin: Begin) -> None:
    screen = begin("the cat sees a black dog ")
    n_steps = len(screen.settled().translation)
    screen.click("first")
    screen.until(lambda view: view.step == 1)
    for step in range(1, n_steps + 1):
        view = screen.settled()
        assert view.step == step
        assert view.map.framed == step - 1
        assert [view.map.is_blank(row) for row in range(n_steps)] == [row >= step for row in range(n_steps)]
        assert view.translation[step:] == ["·"] * (n_steps - step)
        assert view.map.rows == view.translation[:step]
        assert view.current == [view.translation[step - 1]]
        if step < n_steps:
            screen.click("forward")
            screen.until(lambda view, step=step: view.step == step + 1)


@pytest.mark.parametrize("kind", ["cross", "decoder"])
def test_going_back_is_exact(begin: Begin, kind: str) -> None:
    screen = begin("i eat fish ", kind)
    n_steps = len(screen.settled().translation)
    screen.click("first")
    screen.until(lambda view: view.step == 1)
    forwards = {1: exact(screen.settled())}
    for step in range(2, n_steps + 1):
        screen.click("forward")
        screen.until(lambda view, step=step: view.step == step)
        forwards[step] = exact(screen.settled())
    assert len({str(seen) for seen in forwards.values()}) == n_steps
    for step in range(n_steps - 1, 0, -1):
        screen.click("back")
        screen.until(lambda view, step=step: view.step == step)
        assert exact(screen.settled()) == forwards[step]
    screen.click("last")
    screen.until(lambda view: view.step == n_steps)
    assert exact(screen.settled()) == forwards[n_steps]


def test_the_slider_steps_too_and_the_address_follows(begin: Begin) -> None:
    screen = begin("the cat sees a black dog ")
    screen.settled()
    screen.slide("step", "Home", "ArrowRight", "ArrowRight")
    screen.until(lambda view: view.step == 3 and view.current == ["voit"] and view.map.framed == 2)
    screen.until_url("step=3")
    screen.click("last")
    screen.until(lambda view: view.current == ["<eos>"])


def test_at_the_ends_there_is_nowhere_to_go(begin: Begin) -> None:
    screen = begin("i eat fish ")
    screen.settled()
    screen.click("last")
    screen.until(lambda view: view.current == ["<eos>"])
    screen.settled()
    enabled = {name: screen.page.locator(f".st-key-{name} button").is_enabled for name in ("back", "forward")}
    assert (enabled["back"](), enabled["forward"]()) == (True, False)
    screen.click("first")
    screen.until(lambda view: view.step == 1)
    screen.settled()
    assert (enabled["back"](), enabled["forward"]()) == (False, True)


@pytest.mark.parametrize("width", [360, 660, 760, 1000, 1440])
def test_bars_of_candidates_are_wide_enough_to_be_compared(visit: Visit, width: int) -> None:
    screen = visit("/?sentence=the%20cat%20sleeps%20")
    screen.page.set_viewport_size({"width": width, "height": 1000})
    screen.settled()
    bars = screen.page.locator(".st-key-candidates .bar").evaluate_all(
        "bars => bars.map(bar => bar.getBoundingClientRect().width)"
    )
    assert len(bars) == 5
    assert min(bars) >= 30


def test_five_candidates_best_first_and_the_best_is_generated(begin: Begin) -> None:
    screen = begin("the cat sees a black dog ")
    screen.settled()
    for key in ["Home", "ArrowRight", "End"]:
        screen.slide("step", key)
        screen.page.wait_for_timeout(100)
        view = screen.settled()
        shares = [share for _, share in view.candidates]
        assert len(shares) == 5
        assert shares == sorted(shares, reverse=True)
        assert 0 < shares[0] <= 100
        assert [view.candidates[0][0]] == view.current


def test_play_walks_to_the_end_and_stops_there(begin: Begin) -> None:
    screen = begin("i eat fish ")
    n_steps = len(screen.settled().translation)
    screen.page.evaluate(RECORD)
    screen.click("play")
    screen.page.wait_for_function("n => window.shownSteps.length > n", arg=n_steps, timeout=60_000)
    screen.page.get_by_role("button", name="Play the steps").wait_for()
    screen.page.wait_for_timeout(1500)
    assert screen.settled().step == n_steps
    assert screen.page.evaluate("window.shownSteps.slice(1)") == [*range(1, n_steps + 1)]
    screen.page.evaluate("window.stepRecorder.disconnect()")


def test_a_pause_stays_where_it_is(begin: Begin) -> None:
    screen = begin("the dog sees a black cat ")
    last = screen.settled().step
    screen.click("play")
    seen = screen.until(lambda view: 1 < view.step < last)
    screen.click("play")
    screen.page.get_by_role("button", name="Play the steps").wait_for()
    paused = screen.settled()
    screen.page.wait_for_timeout(1500)
    assert seen.step <= screen.settled().step == paused.step < last


def test_while_typing_the_last_word_is_shown(begin: Begin) -> None:
    screen = begin("the cat ")
    screen.settled()
    screen.press("End")
    screen.page.keyboard.type("sees a dog ", delay=30)
    view = screen.until(lambda view: view.columns[-1:] == ["dog"] and view.current == ["chien"])
    assert view.step == len(view.translation) - 1
    assert view.translation == ["le", "chat", "voit", "un", "chien", "·"]


def test_typing_stops_play(begin: Begin) -> None:
    screen = begin("the cat sees a black dog ")
    last = screen.settled().step
    screen.click("play")
    screen.until(lambda view: 1 < view.step < last)
    screen.box.focus()
    screen.press("End")
    screen.page.keyboard.type("and ")
    whole = screen.until(lambda view: view.columns[-1:] == ["and"] and view.step == len(view.translation) - 1 > 1)
    screen.page.get_by_role("button", name="Play the steps").wait_for()
    screen.page.wait_for_timeout(1500)
    view = screen.settled()
    assert (view.step, view.translation) == (whole.step, whole.translation)


def test_the_buttons_of_the_steps_stay_at_hand_below_the_map_on_a_phone(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20dog%20", viewport=PHONE, is_touched=True)
    back = screen.page.locator(".st-key-back button")
    box, big = still(back), still(screen.page.locator(".st-key-attention"))
    assert box["y"] + box["height"] <= PHONE["height"]
    assert box["y"] >= big["y"] + big["height"], "they hide no row"
    step = screen.look().step
    back.tap()
    screen.until(lambda view: view.step == step - 1)
    assert still(back) == box
