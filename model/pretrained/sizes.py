"""The numbers of layers and heads of a model that was trained elsewhere."""

from dataclasses import dataclass
from typing import Any

from model.transformer.kind import Kind


@dataclass(frozen=True, slots=True)
class PretrainedSizes:
    """The numbers of layers and heads of an encoder and a decoder, which may differ."""

    n_encoder_layers: int
    n_encoder_heads: int
    n_decoder_layers: int
    n_decoder_heads: int

    def count_layers(self, kind: Kind) -> int:
        """Return the number of layers with this kind of attention."""
        return self.n_encoder_layers if kind is Kind.ENCODER else self.n_decoder_layers

    def count_heads(self, kind: Kind) -> int:
        """Return the number of heads in each layer of a kind of attention."""
        return self.n_encoder_heads if kind is Kind.ENCODER else self.n_decoder_heads


def read_sizes(config: Any) -> PretrainedSizes:
    """Return the sizes in the configuration of an encoder-decoder of Hugging Face."""
    if hasattr(config, "num_decoder_layers"):  # T5 names them in its own way
        return PretrainedSizes(config.num_layers, config.num_heads, config.num_decoder_layers, config.num_heads)
    return PretrainedSizes(
        config.encoder_layers, config.encoder_attention_heads, config.decoder_layers, config.decoder_attention_heads
    )
