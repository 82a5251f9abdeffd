"""The Translate page for any sentence and any link."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import Open
from tests.apptest.nonsense import NONSENSE
from tests.apptest.reading import chart, chips, html
from ui.translate import opening_view

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
    assert opening_view.HELP not in html(app.slider("layer").set_value(1).run())
    assert opening_view.HELP not in html(app.slider("layer").set_value(2).run())


def test_a_step_ends_the_help_of_a_link_to_a_step(opened: Open) -> None:
    app = opened(step="1")
    assert opening_view.HELP in html(app)
    assert opening_view.HELP not in html(app.button("forward").click().run())


def test_a_step_ends_the_help(opened: Open) -> None:
    app = opened(sentence="the small black cat sees a dog")
    assert opening_view.HELP in html(app.run())
    away, back = ("back", "forward") if not app.button("back").disabled else ("forward", "back")
    assert opening_view.HELP not in html(app.button(away).click().run())
    assert opening_view.HELP not in html(app.button(back).click().run())


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


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_the_first_help_speaks_of_english_words_only_where_they_are_looked_at(opened: Open, kind: str) -> None:
    assert opening_view.HELP in html(opened(kind="cross"))
    assert opening_view.HELP not in html(opened(kind=kind))
