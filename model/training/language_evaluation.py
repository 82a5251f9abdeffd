"""How good a language model is: on sentences it was not trained on, and at writing its own."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from model.corpus import parse
from model.data.batches import EncodedSentences
from model.data.vocabulary import PAD_ID
from model.inference.text_generation import sample_sentences
from model.inference.text_generator import TextGenerator


@dataclass(frozen=True, slots=True)
class LanguageEvaluation:
    """Scores of a language model.

    Attributes:
        loss: mean cross-entropy per token of held-out sentences, in nats.
        grammatical: share of the sentences it wrote by itself, drawn from its own probabilities, that the grammar of
            the corpus can say.
        n_sentences: how many held-out sentences were scored.
        n_written: how many sentences it wrote.
    """

    loss: float
    grammatical: float
    n_sentences: int
    n_written: int


@torch.inference_mode()
def evaluate_language(writer: TextGenerator, sentences: Sequence[Sequence[str]], n_written: int) -> LanguageEvaluation:
    """Score a language model.

    Args:
        writer: what to score; its model is left in the mode it was in.
        sentences: what to read, at least one.
        n_written: how many sentences to write, at least one.
    """
    model = writer.model
    was_training = model.training
    model.eval()
    batch = EncodedSentences(sentences, writer.vocabulary, model.device).batch(torch.arange(len(sentences)))
    is_token = batch.expected != PAD_ID
    scores = model(batch.fed, batch.fed != PAD_ID)
    loss = float(functional.cross_entropy(scores[is_token], batch.expected[is_token]))
    written = sample_sentences(writer, n_written)
    model.train(was_training)
    grammatical = sum(parse(words) is not None for words in written) / n_written
    return LanguageEvaluation(loss, grammatical, len(sentences), n_written)
