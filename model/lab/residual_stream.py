"""The residual stream through the stacks of a Transformer, every stage of every block, as it was computed.

Shapes: T tokens, D model width, F feed-forward width, H heads, K keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from torch import Tensor

from model.inference.greedy_decoding import translate
from model.inference.translation import Translation, arrows
from model.inference.translator import Translator
from model.lab.activations import Heard, hear
from model.seeding import seeded
from model.transformer.config import Norm
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind, Site

Values = NDArray[np.float32]
ENCODER, DECODER = "encoder", "decoder"
PARTS = (ENCODER, DECODER)
FEED_FORWARD = "feed-forward"


@dataclass(frozen=True, slots=True, eq=False)
class Sublayer:
    """One residual: its input, what the norm and the sublayer made of it, their sum, and what goes on.

    Attributes:
        name: "self-attention", "cross-attention" or "feed-forward".
        x: the stream before, (T, D).
        normed: what the norm gave, (T, D): the sublayer's input in pre-norm, ``output`` in post-norm.
        inner: stages inside the sublayer by name: "weights" (H, T, K), or "expand" and "relu" (T, F).
        changed: what the sublayer gave, (T, D).
        summed: x + changed.
        output: the stream after, (T, D).
    """

    name: str
    x: Values
    normed: Values
    inner: dict[str, Values]
    changed: Values
    summed: Values
    output: Values


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """Encoder or decoder.

    Attributes:
        tokens: what it read.
        queries: what the rows of its attention stand for; in the decoder with what is generated there.
        embedded: the stream into its first block.
        blocks: per layer its sublayers.
        end: what leaves it.
        norm: where its blocks normalise.
    """

    tokens: tuple[str, ...]
    queries: tuple[str, ...]
    embedded: Values
    blocks: tuple[tuple[Sublayer, ...], ...]
    end: Values
    norm: Norm

    def lengths(self) -> list[tuple[str, NDArray[np.float64]]]:
        """The L2 norm of every token's vector, (T,), at each point of the stream, with the point's name."""
        points = [("embedding", self.embedded)]
        for layer, block in enumerate(self.blocks, start=1):
            points += [(f"layer {layer}, {sublayer.name}", sublayer.output) for sublayer in block]
        return [(name, np.linalg.norm(values.astype(np.float64), axis=-1)) for name, values in points]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """One sentence read with all tokens of its translation at once."""

    encoder: Stack
    decoder: Stack

    def __getitem__(self, part: str) -> Stack:
        if part not in PARTS:
            raise KeyError(f"no {part}, only {' and '.join(PARTS)}")
        return self.encoder if part == ENCODER else self.decoder


def read(translator: Translator, words: Sequence[str], texts: Sequence[str] = ()) -> Reading:
    """Translate a sentence, then read it again with all its tokens at once, keeping every stage.

    Raises:
        ValueError: there is no word.
    """
    translation = translate(translator, words, texts=texts or None)
    return reading(translator, words, translation, translator.model)


def reading(translator: Translator, words: Sequence[str], translation: Translation, model: Transformer) -> Reading:
    """Read a translated sentence with any model that has the translator's vocabularies."""
    source, fed = fed_ids(translator, words, translation)
    heard = hear(model, source, fed)
    fed_texts = translation.keys(Kind.DECODER)
    return Reading(
        _stack(model, heard, ENCODER, translation.source, translation.source),
        _stack(model, heard, DECODER, fed_texts, arrows(fed_texts, translation.target)),
    )


def fed_ids(translator: Translator, words: Sequence[str], translation: Translation) -> tuple[list[int], list[int]]:
    """The ids that encoder and decoder read when all tokens of a translation are fed at once."""
    return translator.source.encode(words), translator.target.fed(
        [step.candidates[0].token for step in translation.steps]
    )


def fresh(translator: Translator, norm: Norm, n_layers: int, seed: int) -> Transformer:
    """An untrained model of the translator's widths; the same seed gives both norms the same weights."""
    config = replace(translator.model.config, norm=norm, n_layers=n_layers)
    with seeded(seed):
        model = Transformer(config, n_source=len(translator.source), n_target=len(translator.target))
    return model.eval().requires_grad_(False)


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """One point of a block, for the drawing.

    Attributes:
        name: what it is called; "+" is a sum.
        about: which kind of stage it is.
        group: the sublayer it lies in, "" on the stream itself.
        values: (T, width), or attention weights (H, T, K).
    """

    name: str
    about: str
    group: str
    values: Values

    @property
    def width(self) -> str:
        """What its columns are."""
        return "d_ff" if self.about in ("expand", "relu") else "d_model"

    @property
    def has_memory(self) -> bool:
        """Whether keys and values come from the encoder here."""
        return self.about == "weights" and self.group == "cross-attention"


def stages(stack: Stack, layer: int) -> list[Stage]:
    """Every point of one block, its layer counted from 0, in the order it is computed.

    Raises:
        IndexError: there is no such layer.
    """
    block, is_pre = stack.blocks[layer], stack.norm is Norm.PRE
    found = [Stage("x", "x", "", block[0].x)]
    for sublayer in block:
        if is_pre:
            found.append(Stage("norm", "norm", sublayer.name, sublayer.normed))
        found += [Stage(name, name, sublayer.name, values) for name, values in sublayer.inner.items()]
        last = "contract" if sublayer.name == FEED_FORWARD else "mix and join"
        found.append(Stage(last, last, sublayer.name, sublayer.changed))
        found.append(Stage("+", "sum", "", sublayer.summed))
        if not is_pre:
            found.append(Stage("norm", "norm", "", sublayer.normed))
    return found


def _stack(model: Transformer, heard: Heard, part: str, tokens: tuple[str, ...], queries: tuple[str, ...]) -> Stack:
    modules = {"self-attention": "self_attn", "cross-attention": "cross_attn", FEED_FORWARD: "feed_forward"}
    if part == ENCODER:
        del modules["cross-attention"]
    own = Kind.ENCODER if part == ENCODER else Kind.DECODER
    blocks = []
    for layer in range(model.config.n_layers):
        block = []
        for place, (name, module) in enumerate(modules.items()):
            within = f"{part}.{layer}.{module}"
            if name == FEED_FORWARD:
                inner = {"expand": heard.outputs[f"{within}.expand"], "relu": heard.inputs[f"{within}.contract"]}
            else:
                inner = {"weights": heard.weights[Site(own if name == "self-attention" else Kind.CROSS, layer)][None]}
            around = f"{part}.{layer}.residuals.{place}"
            block.append(_sublayer(heard, around, within, name, inner, model.config.norm))
        blocks.append(tuple(block))
    return Stack(
        tokens,
        queries,
        _values(heard.inputs[f"{part}.0.residuals.0"]),
        tuple(blocks),
        _values(heard.outputs[f"{part}_norm"]),
        model.config.norm,
    )


def _sublayer(heard: Heard, around: str, within: str, name: str, inner: dict[str, Tensor], norm: Norm) -> Sublayer:
    output = heard.outputs[around]
    return Sublayer(
        name=name,
        x=_values(heard.inputs[around]),
        normed=_values(heard.outputs[f"{around}.norm"]),
        inner={stage: _values(values) for stage, values in inner.items()},
        changed=_values(heard.outputs[within]),
        summed=_values(output if norm is Norm.PRE else heard.inputs[f"{around}.norm"]),
        output=_values(output),
    )


def _values(x: Tensor) -> Values:
    """The one sequence of a batch of one, as a read-only array."""
    values: Values = x[0].cpu().numpy().astype(np.float32)
    values.setflags(write=False)
    return values
