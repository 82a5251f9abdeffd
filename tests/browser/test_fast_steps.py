"""Tests of steps that follow each other faster than the page is drawn."""

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser.conftest import Begin, Visit

LONG = "the girl sees the big dog in the garden and the cat eats the fish in the small house "


def test_the_slider_never_goes_back_by_itself(begin: Begin) -> None:
    screen = begin(LONG)
    thumb = screen.page.locator(".st-key-step input")
    for _ in range(4):
        screen.slide("step", "Home")
        screen.until(lambda view: view.step == 1)
        screen.settled()
        steps = []
        for _ in range(5):
            screen.press("ArrowRight")
            screen.page.wait_for_timeout(60)
            steps.append(int(thumb.input_value()))
        steps.append(screen.settled().step)
        assert steps == [2, 3, 4, 5, 6, 6]


@pytest.mark.parametrize("chosen", ["", "&step=5", "&mean=false&head=4"])
def test_both_of_two_keys_count_on_a_page_just_opened(chosen: str, visit: Visit) -> None:
    screen = visit(f"/?sentence=the small black dog sleeps{chosen}")
    screen.settled()
    name = "head" if "head" in chosen else "step"
    thumb = screen.page.locator(f".st-key-{name} input")
    before = int(thumb.input_value())
    screen.slide(name, "ArrowLeft")
    screen.page.wait_for_timeout(30)  # the answer to the first key comes after the second
    screen.press("ArrowLeft")
    screen.until_url(f"{name}={before - 2}")
    view = screen.settled()
    assert int(thumb.input_value()) == before - 2
    assert view.attention.framed == view.step - 1, "the row of the step is framed"


def test_the_browser_keeps_no_message_that_it_may_drop_before_it_is_referred_to(visit: Visit) -> None:
    screen = visit(f"/?sentence={LONG}")
    requests: list[BackMsg] = []
    with screen.page.expect_websocket() as socket:
        screen.page.reload()
    socket.value.on("framesent", lambda data: requests.append(BackMsg.FromString(data)))
    for key in ("Home", "ArrowRight", "Home"):
        screen.slide("step", key)
        screen.settled()
    assert len(requests) >= 3
    assert [name for request in requests for name in request.rerun_script.cached_message_hashes] == []
