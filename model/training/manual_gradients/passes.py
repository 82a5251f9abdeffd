"""The forward and backward pass of the encoder-decoder on one batch."""

import torch
from torch import Tensor

from model.data.batches import Batch
from model.data.vocabulary import PAD_ID
from model.training.manual_gradients.heads import mask_to_bias
from model.training.manual_gradients.operations import apply_linear, apply_norm, cross_entropy, embed
from model.training.manual_gradients.packing import Packing
from model.training.manual_gradients.stacks import decode, encode
from model.training.manual_gradients.sublayers import Memory
from model.transformer.encoder_decoder import Transformer
from model.transformer.masks import causal_allowed

_MAX_LENGTH = 48  # tokens; from about sixty on PyTorch's attention is as fast and keeps less memory


def supports(model: Transformer, batch: Batch) -> bool:
    """Return True if ``compute_gradients`` applies: on a CPU, without dropout and guidance, to short sentences."""
    length = max(batch.fed.shape[1], batch.source.shape[1])
    is_plain = batch.guidance is None and not model.config.dropout
    return model.device.type == "cpu" and is_plain and length <= _MAX_LENGTH


@torch.no_grad()
def compute_gradients(model: Transformer, batch: Batch, label_smoothing: float = 0.0) -> Tensor:
    """Return the mean cross-entropy of the next target token, in nats; store its gradients in the weights."""
    source, target = (Packing(ids != PAD_ID, model.config.n_heads) for ids in (batch.source, batch.expected))
    is_query, is_key = target.is_token[:, :, None], source.is_token[:, None]

    x, back_to_source = embed(model.source_embedding, batch.source, source)
    x, back_to_encoder = encode(model.encoder, source, mask_to_bias(source.is_token[:, :, None] & is_key), x)
    x, back_to_memory = apply_norm(model.encoder_norm, x)
    memory = Memory(x, torch.zeros_like(x), source)

    x, back_to_target = embed(model.target_embedding, batch.fed, target)
    causal_bias = mask_to_bias(is_query & causal_allowed(batch.fed.shape[1]))
    x, back_to_decoder = decode(model.decoder, target, causal_bias, memory, mask_to_bias(is_query & is_key), x)
    x, back_to_decoded = apply_norm(model.decoder_norm, x)
    scores, back_to_normed = apply_linear(model.output, x)
    expected = batch.expected.flatten().index_select(0, target.places)
    loss, gradient = cross_entropy(scores, expected, label_smoothing)

    back_to_target(back_to_decoder(back_to_decoded(back_to_normed(gradient))))
    back_to_source(back_to_encoder(back_to_memory(memory.gradient)))
    return loss
