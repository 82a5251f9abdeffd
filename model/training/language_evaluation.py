"""Evaluation of a language model: loss on held-out sentences, and how grammatical its generated sentences are."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch.nn import functional

from model.corpus import parse
from model.data.batches import EncodedSentences
from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, UNKNOWN_ID, UNKNOWN_VOWEL_ID
from model.inference.text_generator import TextGenerator

# Written never: padding and the beginning mean nothing here, and an unknown word has no letters.
NEVER_WRITTEN = (PAD_ID, BOS_ID, UNKNOWN_ID, UNKNOWN_VOWEL_ID)
MAX_NEW = 16  # tokens after which writing freely is given up; no sentence of the corpus is longer
_SEED = 0


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
    was_training = model.training
    model.eval()
    batch = EncodedSentences(sentences, text_generator.vocabulary, model.device).batch(torch.arange(len(sentences)))
    is_token = batch.expected != PAD_ID
    scores = model(batch.fed, batch.fed != PAD_ID)
    loss = float(functional.cross_entropy(scores[is_token], batch.expected[is_token]))
    generated = write_freely(text_generator, n_generated)
    model.train(was_training)
    grammatical = sum(parse(words) is not None for words in generated) / n_generated
    return LanguageEvaluation(loss, grammatical, len(sentences), n_generated)


@torch.inference_mode()
def write_freely(writer: TextGenerator, n_sentences: int, seed: int = _SEED) -> list[tuple[str, ...]]:
    """Sentences drawn word by word from the model's own probabilities, all at once.

    Each sees only what is written so far, also when the model could look ahead. One that does not end within
    ``MAX_NEW`` tokens is as long as that.
    """
    model = writer.model
    generator = torch.Generator(model.device).manual_seed(seed)
    fed = torch.full((n_sentences, 1), BOS_ID, device=model.device)
    is_open = torch.ones(n_sentences, dtype=torch.bool, device=model.device)
    for _ in range(MAX_NEW):
        scores = model(fed)[:, -1]
        scores[:, NEVER_WRITTEN] = -torch.inf
        drawn = torch.multinomial(scores.softmax(dim=-1), 1, generator=generator)[:, 0]
        fed = torch.cat((fed, drawn.where(is_open, EOS_ID)[:, None]), dim=1)
        is_open &= drawn != EOS_ID
        if not is_open.any():
            break
    tokens = writer.vocabulary.tokens
    return [tuple(tokens[id_] for id_ in row[1:] if id_ != EOS_ID) for row in fed.tolist()]
