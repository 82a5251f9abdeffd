"""The Translate page for any sentence and any link."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import Open
from tests.apptest.reading import chart, chips, html
from ui.translate import opening_view, translate_page_keys

WITH_WORDS = [
    "she does not like the small black dog", "THE cat, sees the DOG!", "I'm small. He can't see.",
    "🐈 👩\u200d👩\u200d👧 sees", "القط يأكل السمك", "e\u0301te\u0301 x\u0300\u0301", "\u202ecat dog",
    "<script>alert(1)</script> cat", "<img src=x onerror=alert(1)> cat", "**bold** `code` cat", "$x$ $$y$$ cat",
    ":red[x] :material/bug: cat", "a\x00b\x01 \x1b[31m cat", "x" * 10_000, "word " * 2000, "<eos> <unk> <pad> cat",
    "{0} %s %(x)s \\n cat", "nan None null",
]  # fmt: skip
WITHOUT_WORDS = ["", "   ", "\t\n\u00a0", "...", "?!", "'", "\x00\x01", "\u200b\ufeff"]
PARAMETERS = (
    "kind", "layer", "head", "step", "mean", "stretch", "percentages", "gold", "drawn_as", "training_step", "odd",
)  # fmt: skip
NONSENSE = ["", "99", "-1", "0", "1.5", "abc", "zzz", "NaN", "1e9", "true", "<b>", "\x00", "9" * 400]


@pytest.mark.parametrize("sentence", WITH_WORDS, ids=lambda text: ascii(text)[:40])
def test_any_sentence_is_shown(opened: Open, sentence: str) -> None:
    app = opened()
    app.text_input("sentence").set_value(f"{sentence} ").run()
    assert not app.exception
    tokens = chips(app, "English")
    assert tokens
    axis = chart(app)["layout"]["xaxis"]
    assert len(axis.get("ticktext") or axis["labelalias"]) == len(tokens), "long maps name all positions too"
    assert "<script>alert" not in html(app)
    assert "<img" not in html(app)
    has_remark = "invisible characters are read as spaces" in html(app)
    assert has_remark == any(hidden in sentence for hidden in "\x00\x01\x1b\u202e")


@pytest.mark.parametrize("sentence", WITHOUT_WORDS, ids=lambda text: ascii(text)[:40])
def test_a_sentence_without_words_asks_for_one(opened: Open, sentence: str) -> None:
    app = opened(sentence=sentence)
    assert not app.exception
    assert chips(app, "English") == []
    assert not app.get("plotly_chart")
    assert any("Type an English sentence" in text.value for text in app.markdown)


def test_punctuation_alone_is_said_to_be_no_sentence(opened: Open) -> None:
    said = "Punctuation alone is not read."
    assert [said in html(opened(sentence=text)) for text in ("?!... ", "", "sh", "she ")] == [True, False, False, False]


def test_a_word_that_cannot_become_known_is_read_at_once(opened: Open) -> None:
    for last, looks in (("Bob", "unknown"), ("Bo", "unfinished")):  # "Bo" may become "book"
        app = opened(sentence=f"My name is {last}")
        assert chips(app, "English")[-1] == last
        assert f'class="token {looks}"' in html(app)


def test_from_words_to_none_and_back(opened: Open) -> None:
    app = opened()
    before = chips(app, "English")
    for sentence in ("", "the cat ", "", " ".join(before)):
        app.text_input("sentence").set_value(sentence).run()
        assert not app.exception
    assert chips(app, "English") == before


@pytest.mark.parametrize("value", NONSENSE, ids=lambda value: ascii(value)[:20])
def test_a_nonsense_link_is_corrected(opened: Open, value: str) -> None:
    assert_works(opened(**dict.fromkeys(PARAMETERS, value), sentence="the cat sees "))


@pytest.mark.parametrize("name", PARAMETERS)
def test_nonsense_for_one_parameter_alone_is_corrected(opened: Open, name: str) -> None:
    for value in ("99", "abc", ""):
        assert_works(opened(**{name: value}, sentence="the cat sees "))


def assert_works(app: AppTest) -> None:
    assert not app.exception
    assert chips(app, "English") == ["the", "cat", "sees"]
    assert app.slider("layer").value in (1, 2)
    assert app.slider("head").value in (1, 2, 3, 4)
    assert 1 <= app.slider("step").value <= len(chips(app, "French"))
    assert chart(app)["layout"]["xaxis"]["ticktext"]


def test_a_link_restores_the_view(opened: Open) -> None:
    app = opened(sentence="the cat sees ", kind="decoder", layer="2", head="3", step="2")
    assert [app.slider(name).value for name in ("layer", "head", "step")] == [2, 3, 2]
    assert chart(app)["layout"]["yaxis"]["ticktext"][0].startswith("&lt;bos&gt; →")
    assert chips(app, "French")[2:] == ["·"] * (len(chips(app, "French")) - 2)


def test_one_step_and_back_is_exact(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ")
    app.button("last").click().run()
    app.button("back").click().run()
    before = (html(app), chart(app))
    app.button("back").click().run()
    assert (html(app), chart(app)) != before
    app.button("forward").click().run()
    assert (html(app), chart(app)) == before


def test_the_page_opens_on_the_mean_of_the_last_layers_cross_attention(opened: Open) -> None:
    app = opened()
    assert (app.slider("layer").value, app.toggle("mean").value) == (2, True)
    assert app.button_group("kind").value == "cross"


def test_one_line_of_help_is_shown_until_the_first_change(opened: Open) -> None:
    app = opened()
    assert opening_view.HELP in html(app)
    assert opening_view.HELP in html(app.run())
    assert opening_view.HELP not in html(app.button("back").click().run())
    assert opening_view.HELP not in html(app.button("forward").click().run())


def test_typing_ends_the_help(opened: Open) -> None:
    app = opened()
    app.text_input("sentence").set_value("i eat fish").run()
    assert opening_view.HELP not in html(app)


def test_a_typed_sentence_is_shown_to_its_last_word(opened: Open) -> None:
    app = opened()
    app.text_input("sentence").set_value("the black cat sees the small dog").run()
    assert app.slider("step").value == len(chips(app, "French")) - 1


def test_every_small_map_has_a_score_of_its_kind_and_the_height_stays(opened: Open) -> None:
    heights = []
    for kind, name in (("cross", "aligned"), ("encoder", "offset"), ("decoder", "offset")):
        figure = chart(opened(kind=kind), 1)
        (texts,) = (trace["text"] for trace in figure["data"] if trace.get("mode") == "text")
        assert len(texts) == 10
        assert all("%" in text for text in texts)
        assert name in figure["layout"]["yaxis"]["ticktext"]
        heights.append(figure["layout"]["height"])
    assert len(set(heights)) == 1


def test_a_head_is_drawn_as_a_map_or_as_lines_of_the_same_size(opened: Open) -> None:
    for kind in ("cross", "encoder", "decoder"):
        app = opened(kind=kind, sentence="the cat sees the dog ", step="2")
        drawn = chart(app)
        app.button_group("drawn_as").set_value("lines").run()
        assert not app.exception
        lines = chart(app)
        assert ([trace["type"] for trace in drawn["data"]], drawn["layout"].get("meta")) == (["heatmap"], None)
        (points,) = lines["data"]
        queries, keys = drawn["layout"]["yaxis"]["ticktext"], drawn["layout"]["xaxis"]["ticktext"]
        texts = [text.removeprefix("<b>").removesuffix("</b>") for text in points["text"]]
        assert texts == [*queries, *keys]
        assert lines["layout"]["height"] == drawn["layout"]["height"]
        app.button_group("drawn_as").set_value("map").run()
        assert chart(app) == drawn


def test_lines_by_head_show_all_heads_of_the_layer(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ", step="2", layer="1", drawn_as="lines by head")
    assert not app.exception
    points, *heads = chart(app)["data"]
    assert [head["name"] for head in heads] == [f"head {number}" for number in (1, 2, 3, 4)]
    drawn = {shape["line"]["color"] for shape in chart(app)["layout"]["shapes"]}
    assert drawn == {head["line"]["color"] for head in heads}
    assert all(color in html(app) for color in drawn), "the page names them too"
    assert all(re.match(r"generating <b>.*?<br>head 1: \d", text) for text in points["hovertext"][:2])
    app.toggle("mean").set_value(False).run()
    app.slider("head").set_value(3).run()
    assert chart(app)["layout"]["shapes"][-1]["line"]["color"] == heads[2]["line"]["color"]


def test_percentages_stand_in_the_cells_of_the_map(opened: Open) -> None:
    app = opened(sentence="the cat sees the dog ")
    assert "texttemplate" not in chart(app)["data"][0]
    app.toggle("percentages").set_value(True).run()
    cells = chart(app)["data"][0]
    sums = [sum(int(text or 0) for text in row) for row in cells["text"]]
    assert all(95 <= each <= 105 for each in sums[: app.slider("step").value])
    assert not any(sums[app.slider("step").value :]), "rows of later steps are blank"
    app.button_group("drawn_as").set_value("lines").run()
    assert app.toggle("percentages").disabled


def test_a_link_to_lines_opens_with_a_line_of_help_for_lines(opened: Open) -> None:
    app = opened(drawn_as="lines")
    assert chart(app)["layout"]["meta"]
    assert opening_view.LINES_HELP in html(app)
    assert opening_view.HELP not in html(app)
    assert 'class="scale widths"' in html(app)


def test_lines_of_an_empty_page_invite_as_a_map_does(opened: Open) -> None:
    app = opened(sentence="", drawn_as="lines")
    assert not app.exception
    assert not app.get("plotly_chart")


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
    assert html(app).count('<div class="tokens" lang="fr">') == 1 + n_found, "the translation and those found"


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
    app.toggle(translate_page_keys.ALL_PRUNED).set_value(True).run()
    assert not app.exception
    assert set(few["hovertext"]) < set(tree(app)["hovertext"])


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


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_the_first_help_speaks_of_english_words_only_where_they_are_looked_at(opened: Open, kind: str) -> None:
    assert opening_view.HELP in html(opened(kind="cross"))
    assert opening_view.HELP not in html(opened(kind=kind))
