"""Tests of steps that follow each other faster than the page is drawn."""

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
