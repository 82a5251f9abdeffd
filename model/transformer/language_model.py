"""A decoder-only language model (Radford et al. 2018), which predicts the next token.

Shapes: B batch, T tokens, D model width, V vocabulary.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from model.transformer.attention import KeyValueCache
from model.transformer.config import LanguageConfig, Norm
from model.transformer.kind import Kind
from model.transformer.layers import Embedding, EncoderLayer
from model.transformer.masks import allow_next


class LanguageModel(nn.Module):
    """Scores of the next token from token ids: an encoder with a causal mask.

    Without ``config.is_causal`` there is no mask, and the model can look up the token that a position predicts: it
    stands one position later in the input.

    Every attention ends in a tap (``model.transformer.taps``) at ``Site(Kind.DECODER, layer)``.
    """

    def __init__(self, config: LanguageConfig, n_tokens: int) -> None:
        super().__init__()
        self.config = config
        self.embedding = Embedding(n_tokens, config)
        self.layers = nn.ModuleList(EncoderLayer(config, layer, Kind.DECODER) for layer in range(config.n_layers))
        self.norm = nn.LayerNorm(config.d_model) if config.norm is Norm.PRE else nn.Identity()
        self.output = nn.Linear(config.d_model, n_tokens)

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return self.output.weight.device

    def new_caches(self) -> list[KeyValueCache]:
        """Return empty caches, one per layer, to generate token by token with a causal model."""
        return [KeyValueCache() for _ in self.layers]

    def forward(
        self,
        fed: Int[Tensor, "B T"],
        is_token: Bool[Tensor, "B T"] | None = None,
        *,
        caches: Sequence[KeyValueCache] = (),
    ) -> Float[Tensor, "B T V"]:
        """Score the token after each token.

        Args:
            fed: ids that follow those already in the caches; ``<bos>`` first.
            is_token: False at padding, for a model without the causal mask; with it, padding at the end of a sentence
                is hidden anyway.
            caches: from ``new_caches``; they grow by ``fed``. Without them ``fed`` starts a sequence.

        Returns:
            Scores before softmax (B, T, V).

        Raises:
            ValueError: caches for a model without the causal mask.
        """
        if caches and not self.config.is_causal:
            raise ValueError("without the causal mask keys and values change with later tokens: they cannot be cached")
        start = len(caches[0]) if caches else 0
        allowed: Tensor | None
        if self.config.is_causal:
            allowed = allow_next(start, fed.shape[1], fed.device)  # (T, start + T)
        else:
            allowed = None if is_token is None else is_token[:, None, None]  # (B, 1, 1, T)
        x = self.embedding(fed, start)
        for index, layer in enumerate(self.layers):
            x = layer(x, allowed, caches[index] if caches else None)
        return self.output(self.norm(x))
