"""The sentences that the model was trained for, and the options of a search."""

import pytest

from model.data.typed_sentence import read_sentence
from model.inference.intervention import UNCHANGED
from tests.apptest.fixtures import AppSetup
from ui.runs.cached_records import is_in_domain, search_beam
from ui.runs.registry import get_registry


def judge(text: str) -> bool:
    run = get_registry().open_default()
    snapshot = run.state.snapshot
    assert snapshot
    vocabulary = snapshot.translator.source
    return is_in_domain(run, read_sentence(text, vocabulary))


@pytest.mark.parametrize("text", ["she does not like the small black dog", "Anna's small cat eats."])
def test_no_beginning_of_a_sentence_is_outside(text: str, app_setup: AppSetup) -> None:
    assert all(judge(text[:length]) for length in range(1, len(text) + 1))


@pytest.mark.parametrize(
    ("text", "is_inside"),
    [
        ("Zorbin sees the cat ", True),
        ("ZORBIN sees the cat ", True),
        ("THE CAT SEES ZORBIN ", False),
        ("ZORBIN ", True),
        ("My name is Jean-Luc ", True),
        ("O'Brien is tired ", True),
        ("zorbin sees the cat ", False),
        ("the cat sees zorbin", False),
        ("the cat sees Zorbin", True),
        ("the cat sees Zorbin ", True),
        ("she do", True),
        ("she do ", False),
        ("she do.", False),
        ("the cats is", False),
        ("fish the the ", False),
        ("I'd like a cat ", False),
        ("she sees the cat " * 4, False),
    ],
)
def test_a_sentence_that_the_grammar_cannot_begin_is_outside(text: str, is_inside: bool, app_setup: AppSetup) -> None:
    assert judge(text) is is_inside


def test_the_length_penalty_reaches_the_search(app_setup: AppSetup) -> None:
    snapshot = get_registry().open_default().state.snapshot
    assert snapshot
    sentence = read_sentence("the cat sees a dog ", snapshot.translator.source)
    plain, divided = (search_beam(snapshot, sentence, 2, penalty, UNCHANGED).hypotheses[0] for penalty in (0.0, 1.0))
    assert plain.score == plain.log_probability
    assert divided.score != divided.log_probability
