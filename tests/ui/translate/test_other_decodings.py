"""Beams and samples of the sentence shown: what is drawn of them, and what a link to them holds."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import Open
from tests.apptest.nonsense import NONSENSE
from tests.apptest.reading import chart, chips, html
from ui.translate import translate_page_keys


def test_nothing_is_searched_until_it_is_asked_for(opened: Open) -> None:
    app = opened()
    assert not app.exception
    assert "Translations found" not in html(app)


@pytest.mark.parametrize("width", ["1", "3", "8"])
def test_a_beam_is_drawn_and_its_best_translation_listed_first(opened: Open, width: str) -> None:
    app = opened(decodings="true", beam=width, sentence="the small cat sleeps")
    assert not app.exception
    assert app.slider("beam").value == int(width)
    tree = chart(app, len(app.get("plotly_chart")) - 1)["data"][0]
    assert any(text.startswith("<b>") for text in tree["text"])
    n_found = sum(button.key.startswith("hypothesis_") for button in app.button)
    assert 1 <= n_found <= int(width)
    assert html(app).count('<div class="tokens" lang="fr"') == 1 + n_found, "the translation and those found"


def test_the_tree_shows_its_scores_and_on_request_every_branch(opened: Open) -> None:
    def tree(app: AppTest) -> dict[str, list[str]]:
        return chart(app, len(app.get("plotly_chart")) - 1)["data"][0]

    app = opened(decodings="true", beam="3", sentence="the small cat sleeps")
    few = tree(app)
    first = few["hovertext"][0]
    score = re.search(r"% here, (−?\d+\.\d\d) nats up to here$", first)
    assert score is not None, first
    assert f">{score[1]}<" in few["text"][0], "the score of the hover text is below the label"
    assert any(text.endswith(", pruned") for text in few["hovertext"])
    assert "Below a token is the log-probability" in html(app)
    app.toggle(translate_page_keys.ALL_PRUNED).set_value(True).run()
    assert not app.exception
    assert set(few["hovertext"]) < set(tree(app)["hovertext"])


def test_a_tree_without_room_for_scores_says_where_they_are(opened: Open) -> None:
    app = opened(decodings="true", beam="8", sentence="the small cat sleeps")
    app.toggle(translate_page_keys.ALL_PRUNED).set_value(True).run()
    assert "<span" not in chart(app, len(app.get("plotly_chart")) - 1)["data"][0]["text"][0]
    assert "Point at a token for the log-probability" in html(app)


def test_a_translation_found_can_be_shown(opened: Open) -> None:
    app = opened(decodings="true", sentence="the small cat sleeps")
    before, shown = chips(app, "French"), []
    for place in range(3):
        app.button(f"hypothesis_{place}").click().run()
        assert not app.exception
        shown.append(chips(app, "French"))
        assert ("forced" in app.query_params) == (shown[-1] != before)
    assert len(set(map(tuple, shown))) == 3


def test_heads_stay_off_where_a_translation_found_is_shown(opened: Open) -> None:
    app = opened(decodings="true", sentence="the small cat sleeps", off="cross-1-1")
    app.button("hypothesis_1").click().run()
    assert not app.exception
    assert app.query_params["off"] == "cross-1-1"
    assert "forced" in app.query_params


def test_equal_samples_are_one_line_with_their_number(opened: Open) -> None:
    app = opened(decodings="true", decoding="sampling", temperature="2.0", top_k="1", sentence="the small cat sleeps")
    assert [button.key for button in app.button if button.key.startswith("hypothesis_")] == ["hypothesis_0"]
    assert "× 5" in html(app)


@pytest.mark.parametrize(("penalty", "is_divided"), [("0.0", False), ("0.5", True)])
def test_a_score_that_is_divided_is_said_to_be(opened: Open, penalty: str, is_divided: bool) -> None:
    app = opened(decodings="true", penalty=penalty, sentence="the small cat sleeps")
    assert ("divided by the length penalty" in html(app)) == is_divided


def test_equal_seeds_sample_equal_translations(opened: Open) -> None:
    query = {"decodings": "true", "decoding": "sampling", "temperature": "2.0", "sentence": "the small cat sleeps"}
    texts = [html(opened(**query, seed=seed)) for seed in ("1", "1", "2")]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize("value", NONSENSE)
@pytest.mark.parametrize("key", ["decodings", "decoding", "beam", "penalty"])
def test_a_nonsense_link_to_other_decodings_is_corrected(opened: Open, key: str, value: str) -> None:
    app = opened(**{"decodings": "true", key: value})
    assert not app.exception
