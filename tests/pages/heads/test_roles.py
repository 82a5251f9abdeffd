"""The view "Roles" of the Heads page: every head measured, at any training step, for any corpus."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest

from model.analysis.head_report import report_heads
from model.corpus import Corpus, Pair
from model.runs.run_state import Status
from model.training.config import TrainingConfig
from model.transformer.config import ModelConfig
from tests.apptest.fixtures import ME, AppSetup, open_page
from tests.apptest.reading import chart, html
from ui.runs.registry import get_registry
from ui.widgets import link_keys

PAGE = "pages/heads.py"


def test_the_table_shows_what_is_measured(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {})
    assert not app.exception
    run = get_registry().open_default()
    assert run.state.snapshot is not None
    scores = report_heads(run.state.snapshot.translator, run.corpus.held_out)
    table = app.dataframe[0].value
    assert len(table) == len(scores) == 2 * 4 * 3
    assert list(zip(table["kind"], table["layer"], table["head"], strict=True)) == [
        (each.head.kind.value, each.head.layer + 1, each.head.head + 1) for each in scores
    ]
    np.testing.assert_allclose(table["confidence"], [100 * each.confidence for each in scores])
    aligned = [each.alignment_accuracy for each in scores if each.alignment_accuracy is not None]
    np.testing.assert_allclose(table["alignment"].dropna(), 100 * np.array(aligned))
    assert len(aligned) == 8, "cross-attention only"
    n = sum(table["roles"] != "")
    assert (f"{n} of 24 {'has' if n == 1 else 'have'} a role: " if n else "none has a role") in html(app)
    assert table["open"][0] == "./?kind=cross&layer=1&head=1&mean=false"


def test_sentences_that_show_a_measure_most_are_one_click_away(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"head_measure": "confidence"})
    table, sentences = (each.value for each in app.dataframe)
    assert 1 <= len(sentences) <= 5
    best = table.loc[table["confidence"].idxmax()]
    (name,) = set(sentences.columns) - {"sentence", "open"}
    assert (name == "confidence") == (not best["roles"]), "a role comes before the chosen measure"
    assert list(sentences[name]) == sorted(sentences[name], reverse=True)
    for sentence, link in zip(sentences["sentence"], sentences["open"], strict=True):
        query = parse_qs(urlsplit(link).query)
        assert query["sentence"] == [sentence]
        assert (query["kind"], query["layer"]) == ([best["kind"]], [str(best["layer"])])


def test_every_measure_colours_the_heads(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {})
    seen = set()
    for name in app.button_group(link_keys.MEASURE).options:
        app.button_group(link_keys.MEASURE).set_value(name).run()
        assert not app.exception
        seen.add(str(chart(app)["data"][0]["z"]))
    assert len(seen) == 9


def test_the_offset_of_a_head_is_told_where_it_is_measured(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"head_measure": "one offset"})
    offsets = app.dataframe[0].value["offset"]
    told = re.findall(r"one offset [^@]*? at ([+\N{MINUS SIGN}]?\d+)", json.dumps(chart(app), ensure_ascii=False))
    assert {*told} == {*offsets}


def test_errors_are_best_where_they_are_smallest(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"head_measure": "error"})
    table = app.dataframe[0].value
    best = table.loc[table["error"].idxmin()]
    assert f"Cross attention, layer {best['layer']}, head {best['head']}" in html(app)


def test_a_training_step_has_measures_of_its_own(app_setup: AppSetup) -> None:
    last, first = (open_page(PAGE, query).dataframe[0].value for query in ({}, {"training_step": "0"}))
    assert not np.allclose(last["confidence"], first["confidence"])


def test_a_head_opens_with_the_weights_that_were_measured(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"training_step": "0", "model": "nowhere"})
    assert app.dataframe[0].value["open"][0] == "./?training_step=0&kind=cross&layer=1&head=1&mean=false"


def test_without_gold_links_alignment_is_absent_with_a_word(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((one, two), ("un", "deux"), frozenset()) for one in "abcde" for two in "fghij")
    run = get_registry().create_run(
        Corpus("unaligned", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert run.join(60).status is Status.TRAINED
    app = open_page(PAGE, {"run": run.digest}, ME)
    assert not app.exception
    missing = {"alignment", "error", "alignment as fed", "error as fed", "relation"}
    assert missing.isdisjoint(app.button_group(link_keys.MEASURE).options)
    assert "No held-out sentence has a gold alignment" in html(app)


def test_sentences_of_one_word_cannot_be_measured_and_the_page_says_so(writable_app_setup: AppSetup) -> None:
    pairs = tuple(Pair((word,), (), frozenset()) for word in "abcdefgh")
    run = get_registry().create_run(
        Corpus("words", pairs, pairs[:5]), ModelConfig(n_layers=1), TrainingConfig(steps=2, batch_size=8)
    )
    assert run.join(60).status is Status.TRAINED
    app = open_page(PAGE, {"run": run.digest}, ME)
    assert not app.exception
    assert "too short" in html(app)


@pytest.mark.parametrize("value", ["", "zzz", "99", "<b>", "alignment,"])
def test_a_nonsense_link_is_corrected(app_setup: AppSetup, value: str) -> None:
    app = open_page(PAGE, {"head_measure": value, "training_step": value})
    assert not app.exception
    assert app.button_group(link_keys.MEASURE).value in app.button_group(link_keys.MEASURE).options


def test_the_head_that_a_link_names_is_described(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"described": "decoder-1-3"})
    assert "Decoder attention, layer 1, head 3" in html(app)
    assert app.query_params["described"] == "decoder-1-3"


@pytest.mark.parametrize("name", ["decoder-9-3", "decoder", "<script>", ""])
def test_a_link_to_a_head_that_the_model_lacks_describes_the_best_one(app_setup: AppSetup, name: str) -> None:
    app = open_page(PAGE, {"described": name})
    assert not app.exception
    assert html(app) == html(open_page(PAGE, {}))
    assert "described" not in app.query_params


def test_a_typical_sentence_opens_without_the_changes_made_to_another(app_setup: AppSetup) -> None:
    app = open_page(
        "app.py", {"sentence": "the cat sleeps", "off": "cross-1-2", "forced": "2-chien", "step": "3", "framed": "2"}
    )
    app.switch_page(PAGE).run()
    roles, sentences = (parse_qs(urlsplit(each.value["open"][0]).query) for each in app.dataframe)
    assert roles["off"] == ["cross-1-2"], "the sentence is the same"
    assert sentences.keys() & {"off", "forced", "rows", "step", "fill", "framed"} == set()


def test_a_gain_is_written_in_points(app_setup: AppSetup) -> None:
    app = open_page(PAGE, {"head_measure": "relation"})
    picture = str(chart(app))
    assert re.search(r"<br>relation (−|\+|0)?\d* ?points|<br>relation [+−]\d+ points", picture)
    assert not re.search(r"<br>relation [^<']*%", picture)
    assert "points" in html(app)
