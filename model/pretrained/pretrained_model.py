"""An encoder-decoder of Hugging Face as decoding asks for it.

Shapes: B batch, S source positions, T target positions, D model width, V target tokens.
"""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor
from transformers import DynamicCache, EncoderDecoderCache, PretrainedConfig, PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput

from model.pretrained.encoded_source import EncodedSource
from model.pretrained.sizes import PretrainedSizes
from model.transformer.config import MAX_LENGTH


class DecoderCache:
    """Keys and values of the tokens that all layers of the decoder have seen, and those of the source."""

    def __init__(self) -> None:
        self.layers = EncoderDecoderCache(DynamicCache(), DynamicCache())

    def __len__(self) -> int:
        return int(self.layers.get_seq_length())

    def select(self, rows: Int[Tensor, "B"]) -> None:
        """Keep these rows of the batch, in this order; one may be kept several times."""
        self.layers.reorder_cache(rows)


class PretrainedModel:
    """An encoder-decoder in evaluation mode, whose attention is ``tapped_attention``."""

    def __init__(self, model: PreTrainedModel) -> None:
        self.model = model
        self.config = _read_sizes(model.config)
        # T5 has relative positions only.
        self.max_length: int = getattr(model.config, "max_position_embeddings", MAX_LENGTH)
        self._first_id: int | None = model.generation_config.forced_bos_token_id  # such as the target language

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return self.model.device

    def new_caches(self) -> list[DecoderCache]:
        """Return an empty cache of all layers, to decode token by token."""
        return [DecoderCache()]

    def encode(self, source: Int[Tensor, "B S"]) -> EncodedSource:
        """Encode source ids."""
        return EncodedSource(self.model.get_encoder()(input_ids=source).last_hidden_state)

    def decode(
        self, target: Int[Tensor, "B T"], memory: EncodedSource, caches: Sequence[DecoderCache]
    ) -> Float[Tensor, "B T V"]:
        """Score the token after each target token; a model that begins with one token scores no other there."""
        (cache,) = caches
        is_first = len(cache) == 0
        scores: Tensor = self.model(
            encoder_outputs=BaseModelOutput(memory.states),
            decoder_input_ids=target,
            past_key_values=cache.layers,
            use_cache=True,
        ).logits
        if is_first and self._first_id is not None:
            begun = torch.full_like(scores[:, :1], -math.inf)
            begun[..., self._first_id] = 0.0
            scores = torch.cat((begun, scores[:, 1:]), dim=1)
        return scores


def _read_sizes(config: PretrainedConfig) -> PretrainedSizes:
    if hasattr(config, "num_layers"):  # T5 names them in its own way
        return PretrainedSizes(config.num_layers, config.num_heads, config.num_decoder_layers, config.num_heads)
    return PretrainedSizes(
        config.encoder_layers, config.encoder_attention_heads, config.decoder_layers, config.decoder_attention_heads
    )
