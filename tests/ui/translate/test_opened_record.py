"""A record that is opened again, in place of the model's own translation."""

import json
import re
from base64 import b64decode
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from model.inference.intervention import Intervention
from model.inference.named_head import Head
from model.inference.record_json import write_json
from model.inference.record_npz import write_npz
from model.inference.translation import Translation
from model.transformer.kind import Kind
from tests.apptest.fixtures import AppSetup, Open, open_page, show_last_step
from tests.apptest.reading import chart, chips, html
from tests.model.inference.records import make_record, records
from ui.heads import heads_page_keys
from ui.translate import translate_page_keys
from ui.translate.drawing_choice import DrawnAs
from ui.translate.opened_record import OpenedRecord
from ui.widgets import link_keys, widget_keys

SOURCE, TARGET = ("Der", "<b>Hund</b>", "$schläft$"), ("el", "perro", "duerme", "<eos>")
OFF = Intervention(off=(Head(Kind.CROSS, 2, 1),))


def make_foreign_record(n_layers: int = 3, n_heads: int = 2, source: tuple[str, ...] = SOURCE) -> Translation:
    """Return a record of no model here: other languages, and other numbers of layers and heads."""
    return make_record(source, TARGET, n_layers, n_heads)


def upload(app: AppTest, content: str | bytes, name: str = "hund.json") -> AppTest:
    data = content.encode() if isinstance(content, str) else content
    app.session_state[translate_page_keys.RECORD_DOWNLOADS] = True
    app.run().file_uploader[0].upload(name, data, "application/json").run()
    assert not app.exception
    return app


def drawn(app: AppTest) -> np.ndarray:
    """Return the weights of the big map."""
    z = chart(app)["data"][0]["z"]
    weights = np.frombuffer(b64decode(z["bdata"]), np.float32)
    return weights.reshape([int(size) for size in z["shape"].split(",")])


@pytest.mark.parametrize("kind", Kind)
def test_a_record_is_shown_from_itself(opened: Open, kind: Kind) -> None:
    record = make_foreign_record()
    app = show_last_step(upload(opened(kind=kind.value), write_json(record, OFF)))
    assert (chips(app, "Source"), chips(app, "Generated")) == (list(SOURCE), list(TARGET))
    app.slider(link_keys.LAYER).set_value(3)
    app.toggle(link_keys.MEAN).set_value(False).run()
    np.testing.assert_array_equal(drawn(app), record.maps[kind][2, 0])
    assert len(chart(app, 1)["data"][1]["customdata"]) == 3 * (2 + 1), "the overview has all heads"
    assert "Opened from hund.json. Decoded with changes: cross, layer 3, head 2 off." in html(app)
    assert len(chart(app, 1)["data"]) == (3 if kind is Kind.CROSS else 2), "the head that is off is crossed out"


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(records(), st.sampled_from(Kind), st.sampled_from(DrawnAs))
def test_any_record_is_shown(
    opened: Open, saved: tuple[Translation, Intervention], kind: Kind, drawn_as: DrawnAs
) -> None:
    app = upload(opened(kind=kind.value, drawn_as=drawn_as.value), write_json(*saved))
    assert not app.warning
    assert len(chips(app, "Source")) == len(saved[0].source)
    assert len(chips(app, "Generated")) == len(saved[0].steps)


def test_the_same_record_as_npz_is_shown_alike(opened: Open) -> None:
    record = make_foreign_record()
    as_json = show_last_step(upload(opened(), write_json(record, OFF)))
    as_npz = show_last_step(upload(opened(), write_npz(record, OFF), "Hund.NPZ"))
    assert (chips(as_npz, "Source"), chips(as_npz, "Generated")) == (list(SOURCE), list(TARGET))
    np.testing.assert_array_equal(drawn(as_npz), drawn(as_json))
    assert "Opened from Hund.NPZ. Decoded with changes: cross, layer 3, head 2 off." in html(as_npz)


def test_nothing_is_said_of_languages_that_it_may_not_have(opened: Open) -> None:
    app = opened()
    assert "generated token" in html(app), "the first visit explains the map of the model"
    app = upload(app, write_json(make_foreign_record()))
    assert not re.search(r">(French|English)|(French|English) word", html(app))
    assert '<div class="tokens" lang="" role="group" aria-label="Source">' in html(app)
    assert 'lang="fr"' not in html(app)


@pytest.mark.parametrize(("kind", "sizes"), [(Kind.CROSS, (3, 2)), (Kind.ENCODER, (2, 4)), (Kind.DECODER, (3, 2))])
def test_encoder_and_decoder_may_differ_in_layers_and_heads(opened: Open, kind: Kind, sizes: tuple[int, int]) -> None:
    record = make_record(SOURCE, TARGET, n_layers=3, n_heads=2, encoder=(2, 4))
    app = show_last_step(upload(opened(kind=kind.value), write_json(record)))
    app.toggle(link_keys.MEAN).set_value(False).run()
    assert (app.slider(link_keys.LAYER).max, app.slider(link_keys.HEAD).max) == sizes
    app.slider(link_keys.LAYER).set_value(sizes[0])
    app.slider(link_keys.HEAD).set_value(sizes[1]).run()
    np.testing.assert_array_equal(drawn(app), record.maps[kind][-1, -1])
    assert len(chart(app, 1)["data"][1]["customdata"]) == sizes[0] * (sizes[1] + 1)


def test_special_tokens_are_no_part_of_its_texts(opened: Open) -> None:
    record = make_record(("<s>", "Hu", "‧nd", "</s>"), ("<fr>", "chi", "‧en", "</s>"), 1, 1)
    app = upload(opened(), write_json(replace(record, is_subword=True, specials=("<s>", "</s>", "<fr>"))))
    assert app.text_input(link_keys.SENTENCE).value == "Hund "
    assert '<div class="french"><span lang=""><bdi>chien</bdi></span></div>' in html(app)
    assert (chips(app, "Source"), chips(app, "Generated")) == (list(record.source), [*record.words, "·"])


def test_a_token_of_two_words_has_no_gold_links(opened: Open) -> None:
    record = make_record(["the", "cat", "sees", "the", "dog"], ("le chat", "voit", "le", "chien", "<eos>"), 1, 1)
    app = upload(opened(), write_json(record))
    assert chips(app, "Generated") == [*record.words, "·"]


def test_its_steps_and_candidates_are_its_own(opened: Open) -> None:
    app = upload(opened(), write_json(make_foreign_record()))
    app.slider(link_keys.STEP).set_value(2).run()
    assert chips(app, "Generated") == ["el", "perro", "·", "·"]
    assert np.isnan(drawn(app)[2:]).all()
    assert 'Step 2 of 4: <b lang=""><bdi>perro</bdi></b>' in html(app)
    assert '<span class="word" lang=""><bdi>un</bdi></span>' in html(app)


def test_nothing_of_it_can_be_changed(opened: Open) -> None:
    def labels(app: AppTest) -> set[str]:
        return {each.label for each in app.button}

    assert "Switch layer off" in labels(app := opened())
    assert 'data-forces="' in html(app)
    assert "Switch layer off" not in labels(upload(app, write_json(make_foreign_record())))
    assert 'data-forces="' not in html(app)


def test_a_button_returns_to_the_model(opened: Open) -> None:
    app = upload(opened(), write_json(make_foreign_record(source=("the", "cat", "sings"))))
    assert chips(app, "Generated") == [*TARGET[:-1], "·"]
    app.button(translate_page_keys.CLOSE_RECORD).click().run()
    assert not app.exception
    assert chips(app, "English") == ["the", "cat", "sings"], "the sentence of the record stays"
    assert chips(app, "French") != list(TARGET)
    assert widget_keys.OPENED_RECORD not in app.session_state


def test_what_was_chosen_for_the_sentence_of_a_record_is_there_again_after_it(opened: Open) -> None:
    app = opened(sentence="the cat sings", step="2", forced="1-chien")
    upload(app, write_json(make_foreign_record(source=("the", "cat", "sings"))))
    assert (chips(app, "Generated")[:2], app.text_input(link_keys.SENTENCE).value) == (["el", "perro"], "the cat sings")
    app.button(translate_page_keys.CLOSE_RECORD).click().run()
    assert chips(app, "French")[0] == "chien"
    assert app.slider(link_keys.STEP).value == 2


def test_a_record_can_be_opened_on_the_empty_page(opened: Open) -> None:
    app = upload(opened(sentence=" "), write_json(make_foreign_record()))
    assert chips(app, "Source") == list(SOURCE)


def test_a_head_that_is_opened_from_the_heads_page_closes_it(app_setup: AppSetup) -> None:
    app = open_page("pages/heads.py", {})
    record = OpenedRecord("r.json", make_foreign_record(source=("the", "cat")), Intervention(), "the cat ")
    app.session_state[widget_keys.OPENED_RECORD] = record
    app.session_state[heads_page_keys.OPENED] = {link_keys.SENTENCE: record.sentence, link_keys.LAYER: "1"}
    app.run()
    assert not app.exception
    assert widget_keys.OPENED_RECORD not in app.session_state


def test_another_sentence_closes_it(opened: Open) -> None:
    app = upload(opened(), write_json(make_foreign_record()))
    app.text_input(link_keys.SENTENCE).set_value("the cat ").run()
    assert chips(app, "English") == ["the", "cat"]
    app.text_input(link_keys.SENTENCE).set_value("Der <b>Hund</b> $schläft$ ").run()
    assert chips(app, "French") != list(TARGET), "it stays closed"


def test_a_token_framed_before_is_not_framed_in_it_nor_after_it(opened: Open) -> None:
    app = upload(opened(kind="encoder", framed="2", sentence="the cat "), write_json(make_foreign_record()))
    assert "framed" not in app.query_params
    assert not chart(app)["layout"]["shapes"]
    app.query_params["framed"] = "2"
    assert chart(app.run())["layout"]["shapes"]
    app.text_input(link_keys.SENTENCE).set_value("the cat ").run()
    assert "framed" not in app.query_params


def test_another_visitor_does_not_see_it(opened: Open) -> None:
    upload(opened(), write_json(make_foreign_record()))
    assert chips(opened(sentence="Der <b>Hund</b> $schläft$ "), "French") != list(TARGET)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("", "not valid JSON"),
        ("[1]", "not the record"),
        (json.dumps({"format": "attention-playground-translation", "version": 7}), "another version"),
        (write_json(make_foreign_record())[:-9], "damaged"),
        (write_json(make_foreign_record(source=("a",) * 201)), "201 source tokens, and 200 is the limit"),
        (write_json(make_foreign_record(source=("a" * 999,) * 5)), "characters, and 4,000 is the limit"),
        (write_json(make_foreign_record(n_layers=49)), "49 layers, and 48 is the limit"),
        (write_json(make_foreign_record(n_heads=65)), "65 heads per layer, and 64 is the limit"),
    ],
    ids=["empty", "list", "version", "cut", "tokens", "characters", "layers", "heads"],
)
def test_a_file_that_cannot_be_shown_gets_a_sentence(opened: Open, content: str, sentence: str) -> None:
    app = opened()
    before = chips(app, "French")
    upload(app, content)
    assert sentence in app.warning[0].value.replace("\\", "")
    assert chips(app, "French") == before
    assert not upload(app, write_json(make_foreign_record())).warning


def test_the_file_name_is_text(opened: Open) -> None:
    app = upload(opened(), write_json(make_foreign_record()), f"<img src=x>{'x' * 99}.json")
    assert "Opened from &lt;img src=x&gt;xxx" in html(app)
    assert "x" * 61 not in html(app)


def test_a_record_may_be_saved_again(opened: Open) -> None:
    app = upload(opened(), write_json(replace(make_foreign_record(), is_subword=True)))
    assert {"HTML", "JSON", "NPZ"} <= {each.label for each in app.button}


def test_a_refusal_goes_with_the_next_sentence(opened: Open) -> None:
    app = upload(upload(opened(), write_json(make_foreign_record())), "[1]")
    assert "not the record" in app.warning[0].value
    assert "hund.json is shown above" in html(app), "it still is"
    app.text_input(link_keys.SENTENCE).set_value("the cat ").run()
    assert not app.warning
