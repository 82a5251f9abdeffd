"""Whole models on one batch: the loss, and its gradient by every weight."""

import torch
from torch import Tensor, nn

from model.data.batches import Batch, SentenceBatch
from model.data.vocabulary import PAD_ID
from model.training.manual_gradients.heads import bias_of
from model.training.manual_gradients.operations import affine, cross_entropy, embedded, normalised
from model.training.manual_gradients.packing import Packing
from model.training.manual_gradients.stacks import decoded, encoded
from model.training.manual_gradients.sublayers import Encoded
from model.transformer.encoder_decoder import Transformer
from model.transformer.language_model import LanguageModel
from model.transformer.masks import causal_allowed

_LONGEST = 48  # tokens; from some sixty on PyTorch's attention is as quick, and keeps less


def suits(model: Transformer | LanguageModel, batch: Batch | SentenceBatch) -> bool:
    """Whether this batch can be learned here: on a CPU, without dropout, from short sentences."""
    longest = max(batch.fed.shape[1], batch.source.shape[1] if isinstance(batch, Batch) else 0)
    return model.device.type == "cpu" and not model.config.dropout and longest <= _LONGEST


@torch.no_grad()
def learn_translation(model: Transformer, batch: Batch, label_smoothing: float = 0.0) -> Tensor:
    """Mean cross-entropy of the next target token, in nats; its gradient is left with the weights."""
    source, target = (Packing(ids != PAD_ID, model.config.n_heads) for ids in (batch.source, batch.expected))
    looking, seen = target.is_token[:, :, None], source.is_token[:, None]

    x, back_to_source = embedded(model.source_embedding, batch.source, source)
    x, back_to_encoder = encoded(model.encoder, source, bias_of(source.is_token[:, :, None] & seen), x)
    x, back_to_memory = normalised(model.encoder_norm, x)
    memory = Encoded(x, torch.zeros_like(x), source)

    x, back_to_target = embedded(model.target_embedding, batch.fed, target)
    earlier = bias_of(looking & causal_allowed(batch.fed.shape[1]))
    x, back_to_decoder = decoded(model.decoder, target, earlier, memory, bias_of(looking & seen), x)
    loss, gradient = _judged(model.decoder_norm, model.output, x, batch.expected, target, label_smoothing)

    back_to_target(back_to_decoder(gradient))
    back_to_source(back_to_encoder(back_to_memory(memory.gradient)))
    return loss


@torch.no_grad()
def learn_language(model: LanguageModel, batch: SentenceBatch, label_smoothing: float = 0.0) -> Tensor:
    """Mean cross-entropy of the next token, in nats; its gradient is left with the weights."""
    packing = Packing(batch.expected != PAD_ID, model.config.n_heads)
    allowed = packing.is_token[:, :, None] & packing.is_token[:, None]
    if model.config.is_causal:
        allowed &= causal_allowed(batch.fed.shape[1])
    x, back_to_words = embedded(model.embedding, batch.fed, packing)
    x, back_to_layers = encoded(model.layers, packing, bias_of(allowed), x)
    loss, gradient = _judged(model.norm, model.output, x, batch.expected, packing, label_smoothing)
    back_to_words(back_to_layers(gradient))
    return loss


def _judged(
    norm: nn.Module, output: nn.Linear, x: Tensor, expected: Tensor, packing: Packing, label_smoothing: float
) -> tuple[Tensor, Tensor]:
    """The loss of what the last layer gave, and its gradient by that."""
    x, back_to_layers = normalised(norm, x)
    scores, back_to_norm = affine(output, x)
    right = expected.flatten().index_select(0, packing.places)
    loss, gradient = cross_entropy(scores, right, label_smoothing)
    return loss, back_to_layers(back_to_norm(gradient))
