"""The encoder-decoder Transformer (Vaswani et al. 2017, arXiv:1706.03762).

Shapes: B batch, S source positions, T target positions, D model width, V target tokens.
"""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from model.transformer.attention import KeysValues, KeyValueCache
from model.transformer.config import MAX_LENGTH, ModelConfig, Norm
from model.transformer.layers import DecoderLayer, Embedding, EncoderLayer, list_modules
from model.transformer.masks import allow_next


class Memory(NamedTuple):
    """The encoded source as the decoder reads it: keys and values per decoder layer, and their mask."""

    layers: tuple[KeysValues, ...]
    allowed: Bool[Tensor, "B 1 1 S"] | None

    def repeat(self, n: int) -> "Memory":
        """Return the memory of one sentence for a batch of ``n`` hypotheses."""
        layers = (KeysValues(*(each.expand(n, -1, -1, -1) for each in layer)) for layer in self.layers)
        return Memory(tuple(layers), self.allowed)


class Transformer(nn.Module):
    """Scores of the next target token from source and target ids.

    Every attention ends in a tap (``model.transformer.taps``): ``with recording()`` around any call sees its maps.
    """

    def __init__(self, config: ModelConfig, *, n_source: int, n_target: int) -> None:
        super().__init__()
        self.config = config
        self.source_embedding = Embedding(n_source, config)
        self.target_embedding = Embedding(n_target, config)
        self.encoder = nn.ModuleList(EncoderLayer(config, layer) for layer in range(config.n_layers))
        self.decoder = nn.ModuleList(DecoderLayer(config, layer) for layer in range(config.n_layers))
        # Pre-norm leaves the residual stream without a norm at the end of a stack; post-norm does not.
        self.encoder_norm, self.decoder_norm = (
            nn.LayerNorm(config.d_model) if config.norm is Norm.PRE else nn.Identity() for _ in range(2)
        )
        self.output = nn.Linear(config.d_model, n_target)

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return self.output.weight.device

    @property
    def max_length(self) -> int:
        """The number of positions that the decoder has."""
        return MAX_LENGTH

    def new_caches(self) -> list[KeyValueCache]:
        """Return empty caches, one per decoder layer, to decode token by token."""
        return [KeyValueCache() for _ in self.decoder]

    def encode(self, source: Int[Tensor, "B S"], allowed: Bool[Tensor, "B S"] | None = None) -> Memory:
        """Encode the source; ``allowed`` is False at padding."""
        return self.encode_vectors(self.source_embedding(source), allowed)

    def encode_vectors(self, x: Float[Tensor, "B S D"], allowed: Bool[Tensor, "B S"] | None = None) -> Memory:
        """Encode embedded source tokens, positions included; ``allowed`` is False at padding."""
        mask = None if allowed is None else allowed[:, None, None]  # (B, 1, 1, S)
        for layer in self.encoder:
            x = layer(x, mask)
        x = self.encoder_norm(x)
        return Memory(tuple(layer.cross_attn.project_memory(x) for layer in self.get_decoder_layers()), mask)

    def decode(
        self, target: Int[Tensor, "B T"], memory: Memory, caches: Sequence[KeyValueCache] = ()
    ) -> Float[Tensor, "B T V"]:
        """Score the token after each target token, from that token, those before it, and the memory.

        Args:
            target: (B, T) ids that follow those already in the caches.
            memory: from ``encode``.
            caches: from ``new_caches``; they grow by the target. Without them the target starts a sequence.

        Returns:
            Scores before softmax (B, T, V).
        """
        return self.output(self.decode_vectors(target, memory, caches))

    def decode_vectors(
        self, target: Int[Tensor, "B T"], memory: Memory, caches: Sequence[KeyValueCache] = ()
    ) -> Float[Tensor, "B T D"]:
        """Return the vectors from which ``decode`` scores tokens: all of its attention, without the vocabulary."""
        start = len(caches[0]) if caches else 0
        allowed = allow_next(start, target.shape[1], target.device)  # (T, start + T)
        x = self.target_embedding(target, start)
        for index, layer in enumerate(self.get_decoder_layers()):
            x = layer(
                x,
                memory.layers[index],
                target_allowed=allowed,
                source_allowed=memory.allowed,
                cache=caches[index] if caches else None,
            )
        return self.decoder_norm(x)

    def forward(
        self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"], source_allowed: Bool[Tensor, "B S"] | None = None
    ) -> Float[Tensor, "B T V"]:
        """Score the token after each target token (teacher forcing)."""
        return self.decode(target, self.encode(source, source_allowed))

    def get_decoder_layers(self) -> list[DecoderLayer]:
        """Return the layers of the decoder, from the first to the last."""
        return list_modules(DecoderLayer, self.decoder)
