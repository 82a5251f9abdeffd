"""What visitors share is told apart by the weights it was computed with."""

from model.data.typed_sentence import read_sentence
from model.training.snapshot import Snapshot
from tests.apptest.fixtures import House
from ui.runs import cache


def test_weights_that_were_replaced_are_not_answered_for(house: House) -> None:
    """As when a run is deleted, and another of the same settings comes from a file or is trained elsewhere."""
    first = cache.runs().open_default().state.snapshot
    other = Snapshot(first.learning_curve, first.translator.frozen())
    sentence = read_sentence("the cat sees a dog ", first.translator.source)
    other.translator.model.output.weight.neg_()
    assert cache.translation(first, sentence) is cache.translation(first, sentence)
    assert cache.translation(first, sentence).target != cache.translation(other, sentence).target
