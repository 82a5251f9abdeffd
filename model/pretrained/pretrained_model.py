"""An encoder-decoder of Hugging Face as decoding asks for it.

Shapes: B batch, S source positions, T target positions, D model width, V target tokens.
"""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor
from transformers import DynamicCache, EncoderDecoderCache, LogitsProcessorList, PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput

from model.pretrained.encoded_source import EncodedSource
from model.pretrained.seen_tokens import SeenTokens
from model.pretrained.sizes import read_sizes
from model.transformer.config import MAX_LENGTH


class DecoderCache(SeenTokens):
    """The tokens fed in so far, with their keys and values in all layers of the decoder, and those of the source."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = EncoderDecoderCache(DynamicCache(), DynamicCache())

    def select(self, rows: Int[Tensor, "B"]) -> None:
        """Keep these rows of the batch, in this order; one may be kept several times."""
        super().select(rows)
        self.layers.reorder_cache(rows)


class PretrainedModel:
    """An encoder-decoder in evaluation mode, whose attention is ``tapped_attention``.

    Args:
        model: of ``transformers``.
        processors: change the scores of the next token by the tokens before it, as in ``generate``.
    """

    def __init__(self, model: PreTrainedModel, processors: LogitsProcessorList) -> None:
        self.model = model
        self.config = read_sizes(model.config)
        n_positions: int | None = getattr(model.config, "max_position_embeddings", None)  # T5 has relative ones only
        self.max_length = n_positions or MAX_LENGTH
        self.max_source = n_positions or math.inf
        self._processors = processors

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return self.model.device

    def new_caches(self) -> list[DecoderCache]:
        """Return an empty cache of all layers, to decode token by token."""
        return [DecoderCache()]

    def encode(self, source: Int[Tensor, "B S"]) -> EncodedSource:
        """Encode source ids.

        Raises:
            ValueError: there are more than the encoder has positions for.
        """
        if source.shape[1] > self.max_source:
            raise ValueError(f"the model reads at most {self.max_source} tokens, not {source.shape[1]}")
        return EncodedSource(self.model.get_encoder()(input_ids=source).last_hidden_state)

    def decode(
        self, target: Int[Tensor, "B T"], memory: EncodedSource, caches: Sequence[DecoderCache]
    ) -> Float[Tensor, "B T V"]:
        """Score the token after each target token, as changed by the settings of generation."""
        (cache,) = caches
        ids, n_new = cache.extend(target), target.shape[1]
        scores: Tensor = self.model(
            encoder_outputs=BaseModelOutput(memory.states),
            decoder_input_ids=target,
            past_key_values=cache.layers,
            use_cache=True,
        ).logits
        lengths = range(ids.shape[1] - n_new + 1, ids.shape[1] + 1)
        return torch.stack(
            [self._process(ids[:, :n], row) for n, row in zip(lengths, scores.unbind(1), strict=True)], 1
        )

    def _process(self, ids: Int[Tensor, "B T"], scores: Float[Tensor, "B V"]) -> Float[Tensor, "B V"]:
        """Apply the settings of generation, unless they leave no token."""
        processed: Tensor = self._processors(ids, scores)
        return torch.where(processed.isfinite().any(dim=1, keepdim=True), processed, scores)
