"""Heads switched off and tokens forced on the page, and their link."""

import re
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.data.sentence import Sentence
from model.inference.intervention import Intervention
from model.inference.translation import Translation
from tests.apptest.fixtures import ME, AppSetup, Open, open_page, show_last_step
from tests.apptest.reading import cells, chart, chips, html
from tests.apptest.run_list import create
from tests.model.inference.records import make_record
from tests.ui.translate.listed_changes import SENTENCE, list_changes
from ui.runs import cached_records
from ui.translate import translate_page_keys
from ui.widgets import link_keys

ALL_CROSS = ".".join(f"cross-{layer}-{head}" for layer in (1, 2) for head in (1, 2, 3, 4))


def switch(app: AppTest) -> AppTest:
    return app.button(translate_page_keys.SWITCH).click().run()


def test_nothing_is_on_the_switchboard_at_first(opened: Open) -> None:
    app = opened(sentence=SENTENCE)
    assert not chips(app, "Before")
    assert link_keys.OFF not in app.query_params


def test_a_head_is_switched_off_and_on_by_one_button(opened: Open) -> None:
    app = show_last_step(opened(sentence=SENTENCE, kind="cross", layer="2", head="3"))
    before = (chips(app, "French"), cells(app).tolist())
    show_last_step(switch(app))
    assert not app.exception
    assert app.query_params[link_keys.OFF] == "cross-2-3"
    assert list_changes(app) == ["cross, layer 2, head 3 off :material/close:"]
    assert chips(app, "Before") == before[0]
    assert '<div class="tokens" lang="fr" role="group" aria-label="Before">' in html(app)
    assert not cells(app).any()
    assert "Head 3 of layer 2 is switched off." in html(app)
    assert app.button(translate_page_keys.SWITCH).label == "Switch on"
    assert app.button(translate_page_keys.SWITCH).help.startswith("Translates with this head;")
    show_last_step(switch(app))
    assert link_keys.OFF not in app.query_params
    assert (chips(app, "French"), cells(app).tolist()) == before
    assert not chips(app, "Before")


def test_a_layer_whose_heads_are_all_off_is_named_as_a_whole(opened: Open) -> None:
    off = ".".join(f"cross-2-{head}" for head in range(1, 5))
    app = show_last_step(opened(sentence=SENTENCE, kind="cross", layer="2", off=off))
    assert "All heads of layer 2 are switched off." in html(app)


def test_what_was_tried_with_one_model_is_not_tried_with_another(writable_app_setup: AppSetup) -> None:
    run = create()
    app = open_page("", {"sentence": SENTENCE, "off": "cross-2-4"}, ME)
    app.query_params[link_keys.OFF] = "cross-2-1"
    app.run()
    assert chips(app, "Tried")
    app.query_params[link_keys.RUN] = run.digest
    app.query_params[link_keys.OFF] = "cross-1-1"
    app.run()
    assert not app.exception
    assert chips(app, "Before")
    assert not chips(app, "Tried")


def test_the_mean_of_heads_says_that_those_switched_off_count_as_zero(opened: Open) -> None:
    note = "Heads that are switched off count as zero."
    assert note in html(opened(sentence=SENTENCE, off="cross-2-1"))
    assert note not in html(opened(sentence=SENTENCE, off="cross-2-1", fill="uniform weights"))
    assert note not in html(opened(sentence=SENTENCE))


def test_with_the_mean_of_heads_a_whole_layer_is_switched_off(opened: Open) -> None:
    app = switch(opened(sentence=SENTENCE, kind="encoder", layer="1", mean="true"))
    assert app.query_params[link_keys.OFF] == "encoder-1-1.encoder-1-2.encoder-1-3.encoder-1-4"
    assert app.button(translate_page_keys.SWITCH).label == "Switch layer on"


def test_uniform_weights_stand_in_for_a_head(opened: Open) -> None:
    app = opened(sentence=SENTENCE, kind="cross", layer="1", head="1", off="cross-1-1")
    app.button_group(link_keys.FILL).set_value("uniform weights").run()
    assert not app.exception
    np.testing.assert_allclose(cells(show_last_step(app)), 1 / len(SENTENCE.split()), rtol=1e-5)


def test_tokens_that_differ_are_marked_in_both_translations(opened: Open) -> None:
    app = opened(sentence=SENTENCE, off=ALL_CROSS, forced="2-chien")
    plain = chips(show_last_step(opened(sentence=SENTENCE)), "French")
    assert chips(app, "Before") == plain
    assert chips(app, "French") != plain
    marked = re.findall(r'class="token[^"]* changed[^"]*".*? title="([^"]*)"', html(app))
    assert {tip.partition("; ")[0] for tip in marked} >= {"differs from the translation with the changes"}
    assert any(tip.endswith("differs from the translation without changes") for tip in marked)


def test_a_change_is_taken_back_by_a_click_on_it(opened: Open) -> None:
    app = opened(sentence=SENTENCE, off="cross-1-1.decoder-2-4", forced="2-chien")
    assert len(list_changes(app)) == 3
    app.button_group(translate_page_keys.CHANGES).set_value(
        app.button_group(translate_page_keys.CHANGES).options[1]
    ).run()
    assert app.query_params[link_keys.OFF] == "cross-1-1"
    app.button_group(translate_page_keys.CHANGES).set_value(
        app.button_group(translate_page_keys.CHANGES).options[1]
    ).run()
    assert link_keys.FORCED not in app.query_params
    app.button(translate_page_keys.RESET).click().run()
    assert not app.exception
    assert link_keys.OFF not in app.query_params
    assert not chips(app, "Before")


def test_a_forced_token_stands_at_its_step_until_the_sentence_changes(opened: Open) -> None:
    app = opened(sentence=SENTENCE, forced="2-chien")
    assert chips(app, "French")[1] == "chien"
    assert list_changes(app) == ["step 2: chien :material/close:"]
    app.text_input("sentence").set_value("the cat sees the dogs ").run()
    assert link_keys.FORCED not in app.query_params
    assert not chips(app, "Before")
    assert not app.exception


def test_switched_heads_stay_while_one_types(opened: Open) -> None:
    app = opened(sentence=SENTENCE, off="cross-2-1")
    app.text_input("sentence").set_value("the cat").run()
    assert app.query_params[link_keys.OFF] == "cross-2-1"
    assert chips(app, "Before")
    app.text_input("sentence").set_value("").run()
    assert not app.exception


@pytest.mark.parametrize(
    ("name", "text", "kept"),
    [
        ("off", "cross-9-9", None), ("off", "blah", None), ("off", "cross-2-3.self-1-1", "cross-2-3"),
        ("off", "", None), ("off", "<b>x</b>", None), ("off", "." * 400, None), ("off", "cross-1-1" * 99, None),
        ("forced", "99-x", None), ("forced", "1-zzz.2-chien", "2-chien"), ("forced", "0-chat", None),
        ("forced", "1-<script>", None),
    ],
)  # fmt: skip
def test_a_bad_link_is_corrected_with_a_word(opened: Open, name: str, text: str, kept: str | None) -> None:
    app = opened(sentence=SENTENCE, **{name: text})
    assert not app.exception
    assert app.query_params.get(name) == kept
    assert chart(app)["data"]
    has_parts = bool(text.strip("."))
    assert any("Ignored" in toast.value for toast in app.toast) == has_parts


def test_a_change_that_the_translation_never_reaches_is_said(opened: Open) -> None:
    app = opened(sentence=SENTENCE, rows="cross-2-1-30-1", forced="40-chat")
    assert not app.exception
    assert "Without effect, because this translation ends before it" in html(app)
    assert "the head is off" not in html(app)
    assert "row 30" in html(app)
    assert "step 40: chat" in html(app)
    assert "Without effect" not in html(opened(sentence=SENTENCE, rows="cross-2-1-2-1"))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ((0.998, 0.25), (0.4, 0.25), "; “le” has 40\u202f% instead of &gt;\u202f99\u202f%"),
        ((0.998, 0.25), (0.99, 0.5), "; “chat” has 50\u202f% instead of 25\u202f%"),
        ((0.998, 0.25), (0.998, 0.25), ""),
    ],
)
def test_the_same_translation_tells_the_probability_that_changed_most(
    opened: Open, monkeypatch: pytest.MonkeyPatch, before: tuple[float, ...], after: tuple[float, ...], told: str
) -> None:
    def changed(_: object, sentence: Sentence, intervention: Intervention) -> Translation:
        record = make_record(sentence.texts, ("le", "chat", "<eos>"), 2, 4)
        steps = zip(record.steps, (*(after if intervention else before), 0.9), strict=True)
        return replace(record, steps=tuple(replace(step, probability=share) for step, share in steps))

    monkeypatch.setattr(cached_records, "compute_changed_translation", changed)
    app = opened(sentence="the cat ", off="cross-1-1")
    assert f"the translation is the same{told}<" in html(app)
