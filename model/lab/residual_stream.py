"""The residual stream through the encoder and the decoder, with every stage of every sublayer.

Shapes: T tokens, D model width, F feed-forward width, H heads, K keys.
"""

import copy
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from model.inference.row_labels import label_steps
from model.inference.teacher_forcing import encode_inputs
from model.inference.translation import Translation
from model.inference.translator import Translator
from model.lab.activations import Activations, record_activations
from model.seeding import seeded
from model.transformer.attention import MultiHeadAttention
from model.transformer.config import Norm
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind
from model.transformer.layers import DecoderLayer, EncoderLayer, FeedForward, Residual, list_modules
from model.transformer.taps import recording

Values = NDArray[np.float32]
ENCODER, DECODER = "encoder", "decoder"
PARTS = (ENCODER, DECODER)
FEED_FORWARD = "feed-forward"


@dataclass(frozen=True, slots=True, eq=False)
class Sublayer:
    """One sublayer with its residual connection.

    Attributes:
        name: "self-attention", "cross-attention" or "feed-forward".
        x: the stream before, (T, D).
        normed: the output of the norm, (T, D): the sublayer's input in pre-norm, ``output`` in post-norm.
        inner: stages inside the sublayer by name: "weights" (H, T, K), or "expand" and "relu" (T, F).
        update: the output of the sublayer, (T, D).
        summed: x + update.
        output: the stream after, (T, D).
    """

    name: str
    x: Values
    normed: Values
    inner: dict[str, Values]
    update: Values
    summed: Values
    output: Values


@dataclass(frozen=True, slots=True, eq=False)
class ResidualStream:
    """The stream through the encoder or the decoder.

    Attributes:
        tokens: the tokens it reads.
        queries: the row labels of its attention; in the decoder with the token generated at each position.
        blocks: the sublayers of each layer.
        end: the output after the last norm, (T, D).
        norm: the position of the norm in its blocks.
    """

    tokens: tuple[str, ...]
    queries: tuple[str, ...]
    blocks: tuple[tuple[Sublayer, ...], ...]
    end: Values
    norm: Norm

    @property
    def embedded(self) -> Values:
        """The embedded tokens, (T, D)."""
        return self.blocks[0][0].x

    def compute_lengths(self) -> list[tuple[str, NDArray[np.float64]]]:
        """Return name and L2 norm of every token's vector, (T,), after the embedding and after each sublayer."""
        points = [("embedding", self.embedded)]
        for layer, block in enumerate(self.blocks, start=1):
            points += [(f"layer {layer}, {sublayer.name}", sublayer.output) for sublayer in block]
        return [(name, np.linalg.norm(values.astype(np.float64), axis=-1)) for name, values in points]


@dataclass(frozen=True, slots=True, eq=False)
class ResidualStreams:
    """The streams of one teacher-forced pass."""

    encoder: ResidualStream
    decoder: ResidualStream

    def __getitem__(self, part: str) -> ResidualStream:
        if part not in PARTS:
            raise KeyError(f"no {part}, only {' and '.join(PARTS)}")
        return self.encoder if part == ENCODER else self.decoder


@torch.inference_mode()
def record_streams(
    translator: Translator, words: Sequence[str], translation: Translation, model: Transformer | None = None
) -> ResidualStreams:
    """Feed a model a sentence and all tokens of its translation at once (teacher forcing).

    Args:
        translator: its model in evaluation mode.
        words: of the sentence, at least one.
        translation: of the sentence, by the translator.
        model: another model with the same vocabularies; the translator's by default.
    """
    model = copy.deepcopy(model or translator.model)  # hooks on a shared model would be a race
    activations = record_activations(model)
    with recording():  # attention computes its weights explicitly only for a recorder
        model(*encode_inputs(translator, words, translation.vocabulary_tokens))
    fed_tokens = translation.keys(Kind.DECODER)
    return ResidualStreams(
        _collect_stream(model, ENCODER, activations, translation.source, translation.source),
        _collect_stream(model, DECODER, activations, fed_tokens, label_steps(fed_tokens, translation.target)),
    )


def build_untrained(translator: Translator, norm: Norm, n_layers: int, seed: int) -> Transformer:
    """Return an untrained model of the translator's widths; one seed gives both norms the same weights."""
    config = replace(translator.model.config, norm=norm, n_layers=n_layers)
    with seeded(seed):
        model = Transformer(config, n_source=len(translator.source), n_target=len(translator.target))
    return model.eval().requires_grad_(False)


def get_blocks(model: Transformer, part: str) -> Sequence[EncoderLayer | DecoderLayer]:
    """Return the layers of the encoder or the decoder."""
    return list_modules(EncoderLayer, model.encoder) if part == ENCODER else model.get_decoder_layers()


def _collect_stream(
    model: Transformer, part: str, activations: Activations, tokens: tuple[str, ...], queries: tuple[str, ...]
) -> ResidualStream:
    last_norm = model.encoder_norm if part == ENCODER else model.decoder_norm
    blocks = tuple(_collect_block(layer, activations) for layer in get_blocks(model, part))
    return ResidualStream(tokens, queries, blocks, _values(activations.outputs[last_norm]), model.config.norm)


def _collect_block(layer: EncoderLayer | DecoderLayer, activations: Activations) -> tuple[Sublayer, ...]:
    sublayers: dict[str, MultiHeadAttention | FeedForward] = {"self-attention": layer.self_attn}
    if isinstance(layer, DecoderLayer):
        sublayers["cross-attention"] = layer.cross_attn
    sublayers[FEED_FORWARD] = layer.feed_forward
    return tuple(
        _collect_sublayer(name, sublayer, residual, activations)
        for (name, sublayer), residual in zip(sublayers.items(), list_modules(Residual, layer.residuals), strict=True)
    )


def _collect_sublayer(
    name: str, sublayer: MultiHeadAttention | FeedForward, residual: Residual, activations: Activations
) -> Sublayer:
    inputs, outputs = activations.inputs, activations.outputs
    if isinstance(sublayer, FeedForward):
        inner = {"expand": outputs[sublayer.expand], "relu": inputs[sublayer.contract]}
    else:
        inner = {"weights": outputs[sublayer.tap]}
    return Sublayer(
        name=name,
        x=_values(inputs[residual]),
        normed=_values(outputs[residual.norm]),
        inner={stage: _values(values) for stage, values in inner.items()},
        update=_values(outputs[sublayer]),
        summed=_values(outputs[residual] if residual.is_pre else inputs[residual.norm]),
        output=_values(outputs[residual]),
    )


def _values(x: Tensor) -> Values:
    """Return the one sequence of a batch of one as a read-only array."""
    values: Values = x[0].cpu().numpy().astype(np.float32)
    values.setflags(write=False)
    return values
