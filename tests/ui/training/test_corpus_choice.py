"""A visitor's own corpus: any text is read as people have it, mistakes are named, the previous corpus stays."""

from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from tests.apptest.fixtures import Open
from tests.apptest.new_runs import TINY_RUN, button, get_run
from tests.apptest.reading import html, warnings
from ui.training import training_page_keys
from ui.widgets import link_keys

PAIRS = "\n".join(f"The {a} {b} sleeps.\tLe {b} {a} dort.\t0-0 1-2 2-1 3-3" for a in "bcdfg" for b in "klmnp")


def paste(app: AppTest, text: str) -> AppTest:
    app.text_area(training_page_keys.PASTED).set_value(text).run()
    assert not app.exception
    return app


def upload(app: AppTest, text: str, name: str = "pairs.txt") -> AppTest:
    app.file_uploader[0].upload(name, text.encode(), "text/plain").run()
    assert not app.exception
    return app


def test_a_pasted_corpus_is_previewed_and_trained_on(new_run_page: Open) -> None:
    app = paste(new_run_page(**TINY_RUN, new_corpus="Own"), PAIRS)
    shown = html(app)
    assert "<b>25</b><span>pairs</span>" in shown
    assert "sleeps.</td><td>Le " in shown
    assert "0-0 1-2 2-1 3-3".replace("-", "\N{NON-BREAKING HYPHEN}") in shown
    button(app).click().run()
    assert not app.exception
    run = get_run(app)
    assert run.join(60).status == "trained"
    assert run.corpus.is_raw_text
    assert sorted(path.name for path in run.folder.path.glob("*.tsv")) == ["held_out.tsv", "train.tsv"]
    assert run.folder.read_corpus().digest == run.corpus.digest


@pytest.mark.parametrize("is_own", [False, True])
def test_a_run_with_another_corpus_opens_on_a_sentence_of_it(new_run_page: Open, *, is_own: bool) -> None:
    app = new_run_page(**TINY_RUN)
    app.segmented_control(link_keys.VIEW).set_value("Watch").run()
    app.text_input(link_keys.SENTENCE).set_value("he is tired ").run()
    app.segmented_control(link_keys.VIEW).set_value("New").run()
    if is_own:
        app.segmented_control(link_keys.NEW_CORPUS).set_value("Own").run()
        paste(app, PAIRS)
    button(app).click().run()
    assert not app.exception
    run = get_run(app)
    assert run.join(60).status == "trained"
    held_out = [" ".join(pair.source) for pair in run.corpus.held_out]
    assert (app.text_input(link_keys.SENTENCE).value in held_out) == is_own
    assert (app.text_input(link_keys.SENTENCE).value == "he is tired ") == (not is_own)


def test_one_mistake_is_one_sentence_and_the_previous_corpus_stays(new_run_page: Open) -> None:
    app = paste(new_run_page(**TINY_RUN, new_corpus="Own"), PAIRS)
    paste(app, "no tab <b>here</b>\nA dog.\tUn chien.\t0-9\n\n\tx\n" + "none\n" * 10)
    (error,) = app.error
    assert error.value == "This text cannot be used."
    assert "In use: the text before it." in [each.value for each in app.caption]
    assert html(app).count("<li>Line") == 3
    for start in ("Lines 1 and 5 to 14: no separator", "Line 2: the link 0-9", "Line 4: the source is empty"):
        assert f"<li>{start}" in html(app)
    assert "<b>25</b><span>pairs</span>" in html(app)
    assert not button(app).disabled
    paste(app, PAIRS)
    assert not app.error


@pytest.mark.parametrize(
    "write",
    [
        lambda text: text.replace("\t", "   "),
        lambda text: text.replace("\t", " ||| "),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: f"English\tFrench\talignment\n{text}\n\n",
        lambda text: text.replace("\n", "\t\t\n"),
        lambda text: f"\ufeff{text}",
    ],
    ids=["spaces", "bars", "CRLF", "header", "spreadsheet", "BOM"],
)
def test_text_is_read_as_people_have_it_uploaded_or_pasted(new_run_page: Open, write: Callable[[str], str]) -> None:
    for bring in (paste, upload):
        app = bring(new_run_page(**TINY_RUN, new_corpus="Own"), write(PAIRS))
        assert not app.error
        assert "<b>25</b><span>pairs</span>" in html(app)
        assert "<b>25</b><span>aligned pairs</span>" in html(app)


def test_pairs_left_out_are_told(new_run_page: Open) -> None:
    app = paste(new_run_page(**TINY_RUN, new_corpus="Own"), PAIRS)
    assert not any("held-out pair." in caption.value for caption in app.caption)
    paste(app, "one\tun\none\tune\n")
    assert "All 2 pairs share sentences" in html(app)
    paste(app, "".join(f"word {n // 2}\tmot {n}\n" for n in range(8)))
    assert "<b>8</b><span>pairs</span>" in html(app)
    assert "<b>6</b><span>training pairs</span>" in html(app)
    assert "Without 1 pair that shares a sentence with a held-out pair." in [each.value for each in app.caption]


@pytest.mark.parametrize("text", ["日本 語\t猫 です", "שלום עולם\tسلام دنیا", "🐈 🐕\tमेरी बिल्ली"])
def test_any_script_is_read(new_run_page: Open, text: str) -> None:
    app = paste(
        new_run_page(**TINY_RUN, new_corpus="Own"), "\n".join(f"{number} {text} {number}" for number in range(3))
    )
    assert "<b>3</b><span>pairs</span>" in html(app)
    assert not button(app).disabled


def test_without_text_there_is_no_corpus(new_run_page: Open) -> None:
    app = upload(paste(new_run_page(**TINY_RUN, new_corpus="Own"), PAIRS), PAIRS.replace("sleeps", "sings"))
    assert "sings" in html(app), "what was provided last is read"
    assert "In use: the file “pairs”." in [each.value for each in app.caption]
    paste(app, PAIRS.replace("sleeps", "eats"))
    assert "In use: the text." in [each.value for each in app.caption]
    app.file_uploader[0].set_value([]).run()
    assert "sings" not in html(app)
    assert "eats" in html(app)
    paste(app, " \n ")
    assert not app.error
    assert "Upload or paste a corpus first" in warnings(app)


def test_text_that_the_browser_kept_while_its_session_ended_is_read(new_run_page: Open) -> None:
    app = new_run_page(**TINY_RUN, new_corpus="Own")
    app.session_state[training_page_keys.PASTED] = PAIRS
    app.run()
    assert "In use: the text." in [each.value for each in app.caption]
    assert not button(app).disabled


def test_a_file_of_the_name_that_pasted_text_has_is_still_a_file(new_run_page: Open) -> None:
    app = upload(paste(new_run_page(**TINY_RUN, new_corpus="Own"), PAIRS), PAIRS, "pasted.txt")
    assert "In use: the file “pasted”." in [each.value for each in app.caption]
    paste(app, "no pair")
    assert "In use: the file “pasted”." in [each.value for each in app.caption], "the previous corpus stays"


def test_mistakes_of_a_file_are_not_those_of_the_text(new_run_page: Open) -> None:
    app = upload(paste(new_run_page(**TINY_RUN, new_corpus="Own"), PAIRS), "no pair")
    assert [error.value for error in app.error] == ["This file cannot be used."]
    assert "In use: the text." in [each.value for each in app.caption]
    app.segmented_control(link_keys.VIEW).set_value("Watch").run()
    app.segmented_control(link_keys.VIEW).set_value("New").run()
    assert not app.error, "the file is gone"
    assert "In use: the text." in [each.value for each in app.caption]
    assert not button(app).disabled


def test_an_invalid_first_corpus_is_not_used(new_run_page: Open) -> None:
    app = paste(new_run_page(new_corpus="Own"), "one\tun")
    assert "There is only one pair" in html(app)
    assert "Correct the text first" in warnings(app)
    assert button(app).disabled


def test_the_example_can_be_used_as_it_is(new_run_page: Open) -> None:
    app = new_run_page(**TINY_RUN, new_corpus="Own")
    button(app, "Try an example").click().run()
    assert not app.exception
    assert not app.error
    assert "<b>65</b><span>pairs</span>" in html(app)
    assert "<b>65</b><span>aligned pairs</span>" in html(app)
    assert not button(app).disabled
