"""The source token whose row of an encoder map is framed: chosen by a link, or by a click."""

import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from model.data.vocabulary import EOS
from model.inference.attention_maps import AttentionMaps
from model.inference.translation import Translation
from model.transformer.kind import Kind
from tests.apptest.fixtures import Open
from tests.apptest.reading import chart, html
from tests.model.inference.records import make_record
from ui.translate import source_token
from ui.widgets import link_keys, step_slider
from ui.widgets.head_selector import HeadChoice

SENTENCE = "the small black dog sleeps "


def frames(figure: dict[str, Any]) -> list[int]:
    return [round((shape["y0"] + shape["y1"]) / 2) for shape in figure["layout"]["shapes"]]


def test_a_click_chooses_a_token_and_a_second_one_lets_it_go(url: dict[str, str]) -> None:
    source_token.toggle_source_token(3)
    assert (source_token.find_source_token(), url) == (3, {link_keys.FRAMED: "3"})
    source_token.toggle_source_token(1)
    assert source_token.find_source_token() == 1
    source_token.choose_source_token(1)
    assert source_token.find_source_token() == 1
    source_token.toggle_source_token(1)
    assert (source_token.find_source_token(), url) == (None, {})


@pytest.mark.parametrize(("kind", "framed"), [(Kind.CROSS, 0), (Kind.ENCODER, 3), (Kind.DECODER, 0)])
def test_a_token_is_marked_above_encoder_maps_alone(url: dict[str, str], kind: Kind, framed: int) -> None:
    url |= {link_keys.KIND: kind.value, link_keys.FRAMED: "3"}
    assert source_token.find_framed_token() == framed


def make_translation() -> Translation:
    """Return a record of three words and <eos>; only one head and <eos> pay attention to the last source token."""
    cross = np.zeros((2, 2, 4, 4), np.float32)
    cross[:, :, 3, 3] = 1
    cross[0, 1, [0, 1, 2], [2, 0, 1]] = 1
    cross[1, 0, [0, 1, 2], [0, 1, 3]] = 1
    cross[1, 1, [0, 1, 2], [2, 1, 0]] = 0.5
    record = make_record(("a", "b", "c", "d"), ("e", "f", "g", EOS), 2, 2)
    return replace(record, maps=AttentionMaps({kind: record.maps[kind] for kind in Kind} | {Kind.CROSS: cross}))


@pytest.mark.parametrize(
    ("choice", "steps"),
    [
        (HeadChoice(Kind.CROSS, 0, 1), [2, 3, 1, 0]),
        (HeadChoice(Kind.CROSS, 1, None), [1, 2, 1, 3]),
        (HeadChoice(Kind.DECODER, 0, 1), [1, 2, 1, 3]),
    ],
)
def test_a_click_on_a_token_goes_to_the_step_that_looks_at_it_most(
    url: dict[str, str], monkeypatch: pytest.MonkeyPatch, choice: HeadChoice, steps: list[int]
) -> None:
    chosen: list[int] = []
    monkeypatch.setattr(step_slider, "go_to", chosen.append)
    url[link_keys.KIND] = choice.kind.value
    source_token.follow_click(1)
    assert not chosen, "no map is drawn yet"
    source_token.remember_looking_steps(make_translation(), choice)
    for token in range(7):  # the browser may report any number
        source_token.follow_click(token)
    assert chosen == [step for step in steps if step]
    assert link_keys.FRAMED not in url


def test_a_translation_without_words_has_no_step_for_a_token() -> None:
    assert source_token.find_looking_steps(make_record(("a", "b"), (EOS,), 1, 1), 0, None) == [0, 0]


def test_a_head_that_is_off_leaves_the_choice_to_the_mean(url: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[int] = []
    monkeypatch.setattr(step_slider, "go_to", chosen.append)
    source_token.remember_looking_steps(make_translation(), HeadChoice(Kind.CROSS, 0, 0))
    source_token.follow_click(2)
    assert chosen == [2]


def test_a_click_on_a_token_above_encoder_maps_frames_its_row(
    url: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(step_slider, "go_to", lambda step: pytest.fail("the step stays"))
    source_token.remember_looking_steps(make_translation(), HeadChoice(Kind.CROSS, 1, 0))
    url[link_keys.KIND] = Kind.ENCODER.value
    source_token.follow_click(2)
    assert url[link_keys.FRAMED] == "2"


def test_a_link_frames_a_row_and_marks_its_token(opened: Open) -> None:
    app = opened(sentence=SENTENCE, kind="encoder", framed="4")
    assert frames(chart(app)) == [3]
    assert "Reading “dog”" in html(app)
    (marked,) = re.findall(r'<button class="token current"[^>]*data-step="(\d+)"[^>]*><bdi>dog</bdi>', html(app))
    assert marked == "4"


def test_a_sentence_too_short_for_the_token_frames_none(opened: Open) -> None:
    app = opened(sentence="he sleeps ", kind="encoder", framed="9")
    assert frames(chart(app)) == []
    assert "Click a token." in html(app)
    assert app.query_params["framed"] == "9", "the sentence may become longer"


@pytest.mark.parametrize("value", ["0", "-1", "abc", "²", "99999999999999999999", "<b>"])
def test_a_link_to_no_token_is_corrected(opened: Open, value: str) -> None:
    app = opened(sentence=SENTENCE, kind="encoder", framed=value)
    assert not app.exception
    assert frames(chart(app)) == []
    assert "framed" not in app.query_params
    assert any("which is not the number of a token" in toast.value for toast in app.toast)


def test_another_word_at_its_place_lets_the_token_go(opened: Open) -> None:
    app = opened(sentence=SENTENCE, kind="encoder", framed="4")
    box = app.text_input("sentence")
    box.set_value("A small black dog eats fish ").run()
    assert (frames(chart(app)), app.query_params["framed"]) == ([3], "4")
    box.set_value("the small black cat sleeps ").run()
    assert frames(chart(app)) == []
    assert "framed" not in app.query_params


def test_a_capital_lets_no_token_go(url: dict[str, str]) -> None:
    url[link_keys.FRAMED] = "1"
    for text in ("She", "she"):
        source_token.follow_sentence((text, "sleeps"))
        assert source_token.find_source_token() == 1


def test_a_word_that_is_being_typed_may_become_a_longer_one(opened: Open) -> None:
    app = opened(sentence="the small ", kind="encoder", framed="3")
    box = app.text_input("sentence")
    for typed, framed in (("d", []), ("do", [2]), ("dog", [2]), ("dogs", [2]), ("dog", [2]), ("dog ", [2])):
        box.set_value(f"the small {typed}").run()
        assert (typed, frames(chart(app))) == (typed, framed)
    assert app.query_params["framed"] == "3"
    box.set_value("the small cat").run()
    assert "framed" not in app.query_params


def test_a_sentence_that_becomes_shorter_lets_the_token_go(opened: Open) -> None:
    app = opened(sentence=SENTENCE, kind="encoder", framed="4")
    box = app.text_input("sentence")
    box.set_value("the small ").run()
    assert "framed" not in app.query_params
    box.set_value(SENTENCE).run()
    assert frames(chart(app)) == []


def test_a_token_that_a_link_frames_waits_for_its_word(opened: Open) -> None:
    app = opened(sentence="the small ", kind="encoder", framed="4")
    app.text_input("sentence").set_value(SENTENCE).run()
    assert frames(chart(app)) == [3]


def test_another_place_is_framed_in_another_sentence(url: dict[str, str]) -> None:
    url[link_keys.FRAMED] = "1"
    source_token.follow_sentence(("The", "cat"))
    source_token.choose_source_token(2)
    source_token.follow_sentence(("the", "dog"))
    assert source_token.find_source_token() == 2
