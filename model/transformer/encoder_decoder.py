"""The encoder-decoder Transformer (Vaswani et al. 2017, arXiv:1706.03762).

Shapes: B batch, S source positions, T target positions, D model width, V target tokens.
"""

from typing import NamedTuple

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from model.transformer.attention import KeysValues
from model.transformer.config import ModelConfig, Norm
from model.transformer.layers import DecoderLayer, Embedding, EncoderLayer
from model.transformer.masks import causal_allowed


class Memory(NamedTuple):
    """What the decoder looks at: per layer the keys and values of the encoded source, and which may be seen."""

    layers: tuple[KeysValues, ...]
    allowed: Bool[Tensor, "B 1 1 S"] | None


class Transformer(nn.Module):
    """Source ids in, scores of the next target token out.

    Every attention ends in a tap (``model.transformer.taps``): ``with recording()`` around any call sees its maps.
    """

    def __init__(self, config: ModelConfig, *, n_source: int, n_target: int) -> None:
        super().__init__()
        self.config = config
        self.source_embedding = Embedding(n_source, config)
        self.target_embedding = Embedding(n_target, config)
        self.encoder = nn.ModuleList(EncoderLayer(config, layer) for layer in range(config.n_layers))
        self.decoder = nn.ModuleList(DecoderLayer(config, layer) for layer in range(config.n_layers))
        # Pre-norm leaves the residual stream unnormalised at the end of a stack; post-norm does not.
        self.encoder_norm, self.decoder_norm = (
            nn.LayerNorm(config.d_model) if config.norm is Norm.PRE else nn.Identity() for _ in range(2)
        )
        self.output = nn.Linear(config.d_model, n_target)

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.output.weight.device

    def encode(self, source: Int[Tensor, "B S"], allowed: Bool[Tensor, "B S"] | None = None) -> Memory:
        """Read the source once; ``allowed`` is False at padding."""
        mask = None if allowed is None else allowed[:, None, None]  # (B, 1, 1, S)
        x = self.source_embedding(source)
        for layer in self.encoder:
            x = layer(x, mask)
        x = self.encoder_norm(x)
        return Memory(tuple(layer.cross_attn.project_memory(x) for layer in self._decoder_layers()), mask)

    def decode(
        self, target: Int[Tensor, "B T"], memory: Memory, past: tuple[KeysValues, ...] = ()
    ) -> tuple[Float[Tensor, "B T V"], tuple[KeysValues, ...]]:
        """Score what follows each target token, seeing only that token, those before it, and the memory.

        Args:
            target: (B, T) ids that follow those already in ``past``.
            memory: from ``encode``.
            past: per layer the keys and values of earlier target tokens; empty at the start.

        Returns:
            Scores before softmax (B, T, V), and the grown past.
        """
        start = past[0].keys.shape[2] if past else 0
        length = target.shape[1]
        # One new token may look at everything before it: no mask to build, and the fused kernel is at its fastest.
        allowed = None if length == 1 else causal_allowed(start + length, target.device)[start:]
        x = self.target_embedding(target, start)
        grown = []
        for index, layer in enumerate(self._decoder_layers()):
            x, keys_values = layer(
                x,
                memory.layers[index],
                past=past[index] if past else None,
                target_allowed=allowed,
                source_allowed=memory.allowed,
            )
            grown.append(keys_values)
        return self.output(self.decoder_norm(x)), tuple(grown)

    def forward(
        self, source: Int[Tensor, "B S"], target: Int[Tensor, "B T"], source_allowed: Bool[Tensor, "B S"] | None = None
    ) -> Float[Tensor, "B T V"]:
        """Teacher forcing: scores (B, T, V) of the token after each given target token."""
        return self.decode(target, self.encode(source, source_allowed))[0]

    def _decoder_layers(self) -> list[DecoderLayer]:
        return [layer for layer in self.decoder if isinstance(layer, DecoderLayer)]
