"""The options of a search."""

from model.data.typed_sentence import read_sentence
from model.inference.intervention import UNCHANGED
from tests.apptest.fixtures import AppSetup
from ui.runs.cached_records import search_beam
from ui.runs.registry import get_registry


def test_the_length_penalty_reaches_the_search(app_setup: AppSetup) -> None:
    snapshot = get_registry().open_default().state.snapshot
    assert snapshot
    sentence = read_sentence("the cat sees a dog ", snapshot.translator.source)
    plain, divided = (search_beam(snapshot, sentence, 2, penalty, UNCHANGED).hypotheses[0] for penalty in (0.0, 1.0))
    assert plain.score == plain.log_probability
    assert divided.score != divided.log_probability
