"""Evaluation of a language model: loss on held-out sentences, and how grammatical its generated sentences are."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from model.corpus import parse
from model.data.batches import EncodedSentences
from model.data.vocabulary import PAD_ID
from model.inference.text_generation import sample_sentences
from model.inference.text_generator import TextGenerator
from model.training.evaluation_mode import evaluation_mode


@dataclass(frozen=True, slots=True)
class LanguageEvaluation:
    """Scores of a language model.

    Attributes:
        loss: mean cross-entropy per token of held-out sentences, in nats.
        grammatical: share of the generated sentences, sampled from the model's probabilities, that the grammar of
            the corpus accepts; NaN if none was generated.
        n_sentences: held-out sentences scored.
        n_generated: sentences generated.
    """

    loss: float
    grammatical: float
    n_sentences: int
    n_generated: int


@torch.inference_mode()
def evaluate_language(
    text_generator: TextGenerator, sentences: Sequence[Sequence[str]], n_generated: int
) -> LanguageEvaluation:
    """Score a language model.

    Args:
        text_generator: its model is left in the mode it was in.
        sentences: held-out sentences, at least one.
        n_generated: sentences to generate, at least one.
    """
    model = text_generator.model
    batch = EncodedSentences(sentences, text_generator.vocabulary, model.device).batch(torch.arange(len(sentences)))
    is_token = batch.expected != PAD_ID
    with evaluation_mode(model):
        scores = model(batch.fed, batch.fed != PAD_ID)
        loss = float(functional.cross_entropy(scores[is_token], batch.expected[is_token]))
        generated = sample_sentences(text_generator, n_generated)
    grammatical = sum(parse(words) is not None for words in generated) / n_generated
    return LanguageEvaluation(loss, grammatical, len(sentences), n_generated)
