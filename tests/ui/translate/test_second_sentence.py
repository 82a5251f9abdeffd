"""Two sentences, read and translated by the same head side by side."""

import re
from html import unescape

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from model.corpus.grammar.sentence import parse
from model.inference.greedy_decoding import translate
from model.inference.token_difference import find_differences
from model.transformer.kind import Kind
from tests.apptest.fixtures import Open
from tests.apptest.reading import cells, chart, html
from ui.runs.registry import get_registry
from ui.translate.second_sentence import MINIMAL_PAIRS
from ui.widgets import sentence_box

FIRST, SECOND = "she likes the black dog ", "she likes the small cat"


def paired(app: AppTest, place: int) -> int:
    """Return the number of one of the two charts: they follow the big map and the small maps."""
    return 2 + place


def compare(opened: Open, **query: str) -> AppTest:
    app = opened(**{"sentence": FIRST, "second": SECOND, "beside": "true", **query})
    assert not app.exception
    return app


def test_it_is_collapsed_until_it_is_asked_for(opened: Open) -> None:
    assert len(opened(sentence=FIRST, second=SECOND).get("plotly_chart")) == 2


@pytest.mark.parametrize("kind", list(Kind))
def test_the_chosen_head_is_drawn_for_both_sentences_with_every_row(opened: Open, kind: Kind) -> None:
    app = compare(opened, kind=kind.value, layer="2", head="3", mean="false", step="1")
    snapshot = get_registry().open_default().state.snapshot
    assert snapshot is not None
    for place, text in enumerate((FIRST, SECOND)):
        weights = translate(snapshot.translator, text.split()).maps.head(kind, 1, 2)
        assert np.allclose(cells(app, paired(app, place)), weights, atol=1e-6, equal_nan=True)
        assert not chart(app, paired(app, place))["layout"]["shapes"]


def test_both_maps_have_the_same_height_and_colours(opened: Open) -> None:
    app = compare(opened, second="he sleeps", stretch="true")
    one, other = (chart(app, paired(app, place)) for place in (0, 1))
    assert one["layout"]["height"] == other["layout"]["height"]
    largest = max(np.nanmax(cells(app, paired(app, place))) for place in (0, 1))
    assert one["data"][0]["zmax"] == other["data"][0]["zmax"] == pytest.approx(largest)


def test_the_same_source_token_is_framed_in_both(opened: Open) -> None:
    app = compare(opened, kind="encoder", framed="5")
    for place, word in enumerate(("dog", "cat")):
        (frame,) = chart(app, paired(app, place))["layout"]["shapes"]
        assert (frame["y0"], frame["y1"]) == (3.5, 4.5)
        assert f"Reading “{word}”" in html(app)


@pytest.mark.parametrize(
    ("second", "framed", "row"),
    [
        ("she likes the small black dog", 5, 6),  # the same word at another place
        ("She hates the black dog", 1, 1),
        ("the black dog likes her", 3, 1),
        ("he sleeps", 5, None),  # fewer words stand in its place
    ],
)
def test_the_like_of_a_framed_token_is_framed(opened: Open, second: str, framed: int, row: int | None) -> None:
    app = compare(opened, second=second, kind="encoder", framed=str(framed))
    one, other = (chart(app, paired(app, place))["layout"]["shapes"] for place in (0, 1))
    assert [shape["y0"] + 1.5 for shape in one] == [framed]
    assert [shape["y0"] + 1.5 for shape in other] == ([] if row is None else [row])


def test_words_that_the_first_sentence_lacks_are_marked(opened: Open) -> None:
    app = compare(opened, forced="1-rouge", step="99")
    marked = [unescape(word) for word in re.findall(r'title="not in the other sentence"><bdi>(.*?)</bdi>', html(app))]
    assert marked[:2] == ["small", "cat"]
    snapshot = get_registry().open_default().state.snapshot
    assert snapshot is not None
    first = translate(snapshot.translator, FIRST.split(), forced={0: "rouge"}).target
    second = translate(snapshot.translator, SECOND.split()).target
    assert marked[2:] == [second[place] for place in sorted(find_differences(first, second)[1])] != []
    last_row = html(app).rsplit('<div class="tokens"', 1)[1]
    assert last_row.count("<small>") == len(second), "each generated token has its probability"


def test_a_capital_makes_no_difference(opened: Open) -> None:
    app = compare(opened, second="She likes the black dog")
    assert "not in the other sentence" not in html(app)


@pytest.mark.parametrize("drawn_as", ["map", "lines", "lines by head"])
def test_each_map_is_described_with_its_sentence(opened: Open, drawn_as: str) -> None:
    app = compare(opened, drawn_as=drawn_as)
    for place, sentence in enumerate((FIRST.strip(), SECOND)):
        alt = app.get("plotly_chart")[paired(app, place)].proto.alt
        assert f"(“{sentence}”)" in alt.split(":")[0]


def test_the_description_of_a_long_sentence_still_tells_the_changes(opened: Open) -> None:
    second = "She sleeps. " + "he eats " * 30
    app = compare(opened, second=second, off="cross-2-3")
    alt = app.get("plotly_chart")[paired(app, 1)].proto.alt
    title = re.split(r"[:;.] (?=.)", alt)[0]
    assert title.startswith("cross attention, the mean of heads of layer 2 (“She sleeps he eats")
    assert title.endswith("…” · cross, layer 2, head 3 off)")


@pytest.mark.parametrize("drawn_as", ["lines", "lines by head"])
def test_lines_are_drawn_side_by_side_too(opened: Open, drawn_as: str) -> None:
    app = compare(opened, drawn_as=drawn_as)
    for place in (0, 1):
        assert chart(app, paired(app, place))["data"][0]["type"] == "scatter"


def test_heads_that_are_off_are_off_for_both_and_other_changes_for_the_first_alone(opened: Open) -> None:
    app = compare(opened, off="cross-2-3", forced="1-rouge", layer="2", head="3", mean="false")
    assert not cells(app, paired(app, 0)).any()
    assert not cells(app, paired(app, 1)).any()
    assert chart(app, paired(app, 0))["layout"]["yaxis"]["ticktext"][0] == "rouge"
    assert chart(app, paired(app, 1))["layout"]["yaxis"]["ticktext"][0] != "rouge"


def test_an_empty_box_asks_for_a_sentence(opened: Open) -> None:
    app = compare(opened)
    app.text_input("second").set_value(" ").run()
    assert not app.exception
    assert len(app.get("plotly_chart")) == 2
    assert "Type a sentence into this box" in html(app)


def test_the_second_sentence_is_kept_while_the_first_is_empty(opened: Open) -> None:
    app = compare(opened)
    app.text_input("sentence").set_value("").run()
    assert not app.exception
    assert app.get("plotly_chart") == []
    assert "Type a sentence into the box at the top" in html(app)
    app.text_input("sentence").set_value("he sleeps").run()
    assert app.text_input("second").value == SECOND
    assert len(app.get("plotly_chart")) == 4


def test_unknown_and_dangerous_words_are_told_and_escaped(opened: Open) -> None:
    app = compare(opened, second="she likes <img> ")
    assert "Not in the vocabulary" in html(app)
    assert "<img>" not in html(app)


@pytest.mark.parametrize("name", list(MINIMAL_PAIRS))
def test_a_pair_fills_both_boxes_with_sentences_of_the_grammar(opened: Open, name: str) -> None:
    app = compare(opened)
    app.button_group("minimal_pair").set_value(name).run()
    assert not app.exception
    assert (app.text_input("sentence").value, app.text_input("second").value) == MINIMAL_PAIRS[name]
    assert app.button_group("minimal_pair").value is None


def test_the_sentences_offered_belong_to_the_grammar() -> None:
    for text in (sentence_box.SECOND_EXAMPLE, *(text for pair in MINIMAL_PAIRS.values() for text in pair)):
        assert parse(text.split()), text
