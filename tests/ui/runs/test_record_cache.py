"""Cached records are keyed by the weights that computed them."""

from model.data.typed_sentence import read_sentence
from model.training.snapshot import Snapshot
from tests.apptest.fixtures import AppSetup
from ui.runs.cached_records import compute_translation
from ui.runs.registry import get_registry


def test_replaced_weights_have_their_own_record(app_setup: AppSetup) -> None:
    """A deleted run and an imported run may have equal settings and steps, but other weights."""
    first = get_registry().open_default().state.snapshot
    other = Snapshot(first.learning_curve, first.translator.frozen())
    sentence = read_sentence("the cat sees a dog ", first.translator.source)
    other.translator.model.output.weight.neg_()
    assert compute_translation(first, sentence) is compute_translation(first, sentence)
    assert compute_translation(first, sentence).target != compute_translation(other, sentence).target
