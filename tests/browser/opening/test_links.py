"""Tests of links: the URL restores the view, and invalid parameters do no harm."""

from tests.browser.conftest import Visit
from tests.browser.view import View


def shown(view: View) -> tuple[object, ...]:
    """Return the part of a view that a link must restore."""
    return (
        view.sentence, view.tokens, view.translation, view.current, view.candidates, view.kind, view.layer, view.mean,
        view.step, view.map.rows, view.map.columns, view.map.cells, view.map.framed, view.map.brightest,
    )  # fmt: skip


def test_a_copied_link_shows_the_same_in_a_new_browser(visit: Visit) -> None:
    screen = visit()
    screen.write("the girl sees Zorkina & 100% + #1 ")
    screen.choose("kind", "decoder")
    screen.until(lambda view: view.columns[:1] == ["<bos>"])
    screen.toggle("mean")
    screen.slide("layer", "Home")
    screen.slide("head", "ArrowRight", "ArrowRight")
    screen.until_url("layer=1", "head=3", "kind=decoder", "mean=false")
    screen.settled()
    screen.slide("step", "Home", "ArrowRight", "ArrowRight")
    screen.until_url("step=3")
    view = screen.settled()
    assert (view.layer, view.head, view.step) == (1, 3, 3)
    other = visit(screen.url.removeprefix(screen.url.split("/?")[0]))
    assert shown(other.settled()) == shown(view)
    assert other.settled().head == 3


def test_a_link_holds_mean_stretch_and_gold(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20a%20dog%20")
    for name, value in (("mean", "false"), ("stretch", "true"), ("gold", "true")):
        screen.toggle(name)
        screen.until_url(f"{name}={value}")
    screen.until(lambda view: view.map.dots and not view.mean and view.map.brightest < 1)
    view = screen.settled()
    other = visit(screen.url.removeprefix(screen.url.split("/?")[0])).settled()
    assert shown(other) == shown(view)
    assert (other.mean, other.stretch, other.gold, other.map.gold) == (False, True, True, view.map.gold)


def test_a_link_to_a_head_from_before_the_mean_was_the_default_shows_the_head(visit: Visit) -> None:
    view = visit("/?sentence=i%20eat%20fish%20&layer=1&head=3").settled()
    assert (view.layer, view.head, view.mean) == (1, 3, False)


def test_reloading_shows_the_same(visit: Visit) -> None:
    screen = visit("/?sentence=i%20eat%20fish%20&layer=2&head=4&step=2")
    view = screen.settled()
    screen.page.reload()
    screen.until(lambda again: again.attention and again.overview)
    assert shown(screen.settled()) == shown(view)


NONSENSE = [
    "layer=1.5&head=%00&step=9999&kind=%00&training_step=zzz&unknown=%F0%9F%90%88",
    "layer=0&head=-4&step=&kind=&mean=&stretch=&gold=",
    "layer=1&layer=2&head=x&head=%20&kind=zzz&kind=%F0%9F%90%88",
]


def test_nonsense_for_every_parameter_at_once_shows_the_defaults(visit: Visit) -> None:
    usual = visit().settled()
    odd = visit("/?layer=99&head=abc&step=-1&kind=zzz&mean=x&stretch=x&gold=x&unknown=1").settled()
    assert shown(odd) == shown(usual)
    assert (usual.mean, usual.stretch, usual.gold) == (True, False, False)


def test_other_nonsense_leaves_the_page_at_work(visit: Visit) -> None:
    screen = visit()
    root = screen.url.split("?")[0]
    for query in NONSENSE:
        screen.page.goto(f"{root}?{query}&sentence=i%20eat%20fish%20")
        screen.until(lambda view: view.columns == ["i", "eat", "fish"])
        view = screen.settled()
        assert view.kind == "cross", query
        assert view.layer in (1, 2), query
        assert view.head in (1, 2, 3, 4), query
        assert 1 <= view.step <= len(view.translation), query
        screen.assert_sound()


def test_a_page_opened_by_a_nonsense_link_can_be_used(visit: Visit) -> None:
    screen = visit("/?layer=99&head=abc&step=-1&kind=zzz")
    screen.settled()
    screen.slide("layer", "Home")
    screen.toggle("mean")
    screen.slide("head", "Home", "ArrowRight")
    screen.choose("kind", "encoder")
    screen.until(lambda view: (view.layer, view.head, view.kind) == (1, 2, "encoder"))
    screen.until_url("layer=1", "head=2", "kind=encoder")


def test_the_link_is_that_of_the_page_after_fast_typing_over_a_forced_token(visit: Visit) -> None:
    screen = visit("/?sentence=the%20cat%20sees%20the%20dog&step=2&forced=2-chien")
    screen.settled()
    screen.box.click()
    screen.press("End")
    screen.box.press_sequentially(" now", delay=0)
    screen.until_url("sentence=the+cat+sees+the+dog+now", without=["forced", "step"])
    view = screen.settled()
    assert view.step == len(view.translation) - 1
    screen.until_url("sentence=the+cat+sees+the+dog+now", without=["forced", "step"])


def test_a_completion_chosen_by_keyboard_is_in_the_link(visit: Visit) -> None:
    screen = visit("/?sentence=the%20dog%20")
    screen.settled()
    screen.box.click()
    screen.press("End")
    screen.box.press_sequentially("sle")
    screen.until(
        lambda view: (
            view.unfinished == ["sle"] and view.completions and all(word.startswith("sle") for word in view.completions)
        )
    )
    screen.settled()
    completion = screen.page.locator(".st-key-completion button").first
    word = completion.inner_text()
    completion.focus()
    screen.press("Enter")
    screen.until(lambda view: view.sentence == f"the dog {word} ")
    screen.settled()
    screen.until_url(f"sentence=the+dog+{word}+")
