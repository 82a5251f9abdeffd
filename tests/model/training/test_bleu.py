"""BLEU of decoded text."""

from model.corpus import Corpus
from model.training.bleu import score_text
from model.training.snapshot import Snapshot


def test_bleu_is_a_percentage(raw_text_snapshot: Snapshot, raw_text: Corpus) -> None:
    scores = score_text(raw_text_snapshot.translator, raw_text.held_out)
    assert 0 <= scores.bleu <= 100
