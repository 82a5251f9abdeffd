"""The predictions of gold pairs: each pair once, with the attention that teacher forcing gives for it alone."""

import numpy as np
import pytest
import torch
from torch.nn.functional import one_hot

from model.corpus import Corpus, Pair
from model.data.batches import EncodedPairs
from model.data.vocabulary import EOS
from model.inference import gold_predictions
from model.inference.gold_predictions import predict_gold
from model.inference.teacher_forcing import run_teacher_forcing
from model.training.snapshot import Snapshot
from model.transformer.head_edits import switch_head_off
from model.transformer.kind import Kind, Site
from tests.model.analysis.untrained_translator import draw_translator


def test_each_pair_is_predicted_once_and_attends_as_it_does_alone(snapshot: Snapshot, corpus: Corpus) -> None:
    translator, pairs = snapshot.translator, corpus.held_out[:300]
    encoded = EncodedPairs(pairs, translator.source, translator.target, torch.device("cpu"))
    batches = list(predict_gold(translator, pairs, encoded))
    predicted = [each for batch in batches for each in batch.pairs]
    assert len(batches) > 1
    assert sorted(each.pair.source for each in predicted) == sorted(pair.source for pair in pairs)
    assert sum(len(batch.expected) for batch in batches) == sum(len(pair.target) + 1 for pair in pairs)
    for each in predicted[::20]:
        alone = run_teacher_forcing(translator, each.source, [*each.target, EOS])[Kind.CROSS][-1]
        np.testing.assert_allclose(each.attention, alone[:, :-1], atol=1e-5)


def test_edits_reach_the_attention_that_they_are_for(snapshot: Snapshot, corpus: Corpus) -> None:
    translator, pairs = snapshot.translator, corpus.held_out[:20]
    encoded = EncodedPairs(pairs, translator.source, translator.target, torch.device("cpu"))
    off = switch_head_off(Kind.CROSS, 1, 2)
    (batch,) = predict_gold(translator, pairs, encoded, edits=[off], sites=[Site(Kind.CROSS, 1)])
    for each in batch.pairs:
        assert not each.attention[2].any()
        np.testing.assert_allclose(each.attention[[0, 1, 3]].sum(axis=-1), 1, atol=1e-5)


def test_a_translation_longer_than_decoding_may_be_is_not_exact(
    snapshot: Snapshot, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    translator, pairs = snapshot.translator, corpus.held_out[:50]
    encoded = EncodedPairs(pairs, translator.source, translator.target, torch.device("cpu"))

    def count_exact() -> int:
        return sum(each.is_exact for batch in predict_gold(translator, pairs, encoded) for each in batch.pairs)

    assert count_exact()
    monkeypatch.setattr(gold_predictions, "length_limit", lambda _: 1)
    assert not count_exact()


@pytest.mark.parametrize(("n_tokens", "is_exact"), [(9, True), (10, False)])
def test_the_end_of_a_translation_comes_within_the_limit(n_tokens: int, is_exact: bool) -> None:
    """Decoding a word stops after 10 tokens, of which the last has to be ``<eos>``."""
    translator, pairs = draw_translator(), [Pair(("cat",), ("chat",) * n_tokens, frozenset())]
    encoded = EncodedPairs(pairs, translator.source, translator.target, torch.device("cpu"))
    expected = encoded.batch(torch.tensor([0])).expected
    translator.model.register_forward_hook(lambda *_: one_hot(expected, len(translator.target)).float())  # always right
    (batch,) = predict_gold(translator, pairs, encoded)
    assert batch.is_right.all()
    assert [each.is_exact for each in batch.pairs] == [is_exact]
