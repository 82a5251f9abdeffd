"""A decoder-only language model (Radford et al. 2018): what comes next, given what came before.

Shapes: B batch, T tokens, D model width, V vocabulary.
"""

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from model.transformer.attention import KeysValues
from model.transformer.config import LanguageConfig, Norm
from model.transformer.kind import Kind
from model.transformer.layers import Embedding, EncoderLayer
from model.transformer.masks import causal_allowed


class LanguageModel(nn.Module):
    """Ids in, scores of the next token out: an encoder whose mask hides what comes later.

    Without ``config.is_causal`` nothing hides it, and the token that a position should predict, which stands one
    position later among those fed in, can simply be looked up.

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
        """Where the weights are."""
        return self.output.weight.device

    def forward(self, fed: Int[Tensor, "B T"], is_token: Bool[Tensor, "B T"] | None = None) -> Float[Tensor, "B T V"]:
        """Score what follows each token.

        Args:
            fed: ids, ``<bos>`` first.
            is_token: False at padding, which no token of a model without the causal mask may look at; the causal
                mask hides it anyway, behind the sentence.
        """
        return self.extend(fed, is_token=is_token)[0]

    def extend(
        self,
        fed: Int[Tensor, "B T"],
        past: tuple[KeysValues, ...] = (),
        *,
        is_token: Bool[Tensor, "B T"] | None = None,
    ) -> tuple[Float[Tensor, "B T V"], tuple[KeysValues, ...]]:
        """Score what follows each new token.

        Args:
            fed: ids that follow those already in ``past``.
            past: per layer the keys and values of earlier tokens, empty at the start. Only a causal model can go on
                from there: without the mask new tokens change what the earlier ones are.
            is_token: as in ``forward``.

        Returns:
            Scores before softmax (B, T, V), and the grown past.

        Raises:
            ValueError: a past is given to a model without the causal mask.
        """
        if past and not self.config.is_causal:
            raise ValueError("without the causal mask earlier tokens see later ones: nothing of the past can be kept")
        start = past[0].keys.shape[2] if past else 0
        allowed: Tensor | None
        if self.config.is_causal:
            allowed = causal_allowed(start + fed.shape[1], fed.device)[start:]  # (T, start + T)
        else:
            allowed = None if is_token is None else is_token[:, None, None]  # (B, 1, 1, T)
        x = self.embedding(fed, start)
        grown = []
        for index, layer in enumerate(self.layers):
            assert isinstance(layer, EncoderLayer)  # noqa: S101 (a ModuleList forgets what it holds)
            x, keys_values = layer.extend(x, past[index] if past else None, allowed)
            grown.append(keys_values)
        return self.output(self.norm(x)), tuple(grown)
