"""What visitors share is told apart by the weights it was computed with."""

from model.data.typed_sentence import read_sentence
from model.training.snapshot import Snapshot
from tests.apptest.fixtures import AppSetup
from ui.runs.records import compute_translation
from ui.runs.registry import get_registry


def test_weights_that_were_replaced_are_not_answered_for(app_setup: AppSetup) -> None:
    """As when a run is deleted, and another of the same settings comes from a file or is trained elsewhere."""
    first = get_registry().open_default().state.snapshot
    other = Snapshot(first.learning_curve, first.translator.frozen())
    sentence = read_sentence("the cat sees a dog ", first.translator.source)
    other.translator.model.output.weight.neg_()
    assert compute_translation(first, sentence) is compute_translation(first, sentence)
    assert compute_translation(first, sentence).target != compute_translation(other, sentence).target
