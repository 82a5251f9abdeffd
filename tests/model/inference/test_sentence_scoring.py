"""Scoring: losses equal those of training, and only a model without the mask looks at the answer."""

import numpy as np
import torch

from model.corpus import Corpus
from model.data.vocabulary import BOS_ID, EOS, EOS_ID
from model.inference.sentence_scoring import score_sentence
from model.training.snapshot import LanguageSnapshot
from model.transformer.kind import Kind


def test_the_leaky_model_looks_at_the_answer(causal: LanguageSnapshot, leaky: LanguageSnapshot, corpus: Corpus) -> None:
    for pair in corpus.held_out[:20]:
        readings = [score_sentence(snapshot.text_generator, pair.source) for snapshot in (causal, leaky)]
        heads = [(layer, head) for layer in range(2) for head in (None, 0, 1, 2, 3)]
        assert all(readings[0].attention_to_next_token(*head) == 0 for head in heads)
        assert max(readings[1].attention_to_next_token(*head) for head in heads) > 0.5
        assert readings[1].losses.max() < readings[0].losses.max()


def test_losses_are_those_of_training(causal: LanguageSnapshot) -> None:
    words = ("the", "cat", "sees", "a", "dog")
    reading = score_sentence(causal.text_generator, words)
    assert reading.queries(Kind.DECODER) == (*words, EOS)
    ids = [BOS_ID, *causal.text_generator.vocabulary.encode(words), EOS_ID]
    with torch.inference_mode():
        p = causal.text_generator.model(torch.tensor([ids[:-1]]))[0].softmax(-1)
    expected = [-np.log(float(row[id_])) for row, id_ in zip(p, ids[1:], strict=True)]
    np.testing.assert_allclose(reading.losses, expected, atol=1e-4)
    assert score_sentence(causal.text_generator, ()).attention_to_next_token(0, 0) == 0
