"""A ``torch.nn.Transformer`` as decoding asks for it: its attention is recorded, and the module stays as it is.

Shapes: B batch, S source positions, T target positions, D model width, H heads, Q queries, K keys, V target tokens.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from model.pretrained.encoded_source import EncodedSource
from model.pretrained.listed_vocabulary import ListedVocabulary
from model.pretrained.seen_tokens import SeenTokens
from model.pretrained.sizes import PretrainedSizes
from model.transformer.config import MAX_LENGTH
from model.transformer.kind import Kind, Site
from model.transformer.taps import deliver

Embed = Callable[[Tensor], Tensor]  # from ids (B, S) to vectors (B, S, D), positions included


@dataclass(frozen=True, eq=False)
class TorchTransformer:
    """The module with what stands around it. Weights are recorded; they cannot be edited.

    Every call hooks the module and puts it into evaluation mode for its duration: call it from one thread at a time.

    Attributes:
        transformer: in any mode; it is evaluated. No two of its layers share an attention module.
        embed_source: from source ids to the vectors that the encoder reads.
        embed_target: from target ids to the vectors that the decoder reads.
        generator: from the decoder's output (B, T, D) to scores (B, T, V).
        max_length: the number of positions that the decoder has.
        others: modules that functions among these call, which are evaluated as well: a function hides its modules.

    Raises:
        ValueError: two layers share an attention module, so that their weights cannot be told apart.
    """

    transformer: nn.Transformer
    embed_source: Embed
    embed_target: Embed
    generator: Callable[[Tensor], Tensor]
    max_length: int = MAX_LENGTH
    others: Sequence[nn.Module] = ()

    def __post_init__(self) -> None:
        attentions = [attention for _, attention in self._list_attentions()]
        if len(set(attentions)) < len(attentions):
            raise ValueError("Two layers of the torch.nn.Transformer share an attention module.")

    @property
    def config(self) -> PretrainedSizes:
        """The numbers of layers and heads."""
        encoder, decoder, n_heads = self.transformer.encoder, self.transformer.decoder, self.transformer.nhead
        return PretrainedSizes(len(encoder.layers), n_heads, len(decoder.layers), n_heads)

    @property
    def device(self) -> torch.device:
        """The device of the weights."""
        return next(self.transformer.parameters()).device

    def new_caches(self) -> list[SeenTokens]:
        """Return an empty list of tokens, to decode token by token; without keys and values, each step reads all."""
        return [SeenTokens()]

    def encode(self, source: Int[Tensor, "B S"]) -> EncodedSource:
        """Encode source ids."""
        with self._watched(source.shape[1]):
            return EncodedSource(self._run(self.transformer.encoder, self.embed_source(source)))

    def decode(
        self, target: Int[Tensor, "B T"], memory: EncodedSource, caches: Sequence[SeenTokens]
    ) -> Float[Tensor, "B T V"]:
        """Score the token after each target token, from that token, those before it, and the memory."""
        (seen,) = caches
        ids, n_new = seen.extend(target), target.shape[1]
        with self._watched(n_new):
            embedded = self.embed_target(ids)
            future = nn.Transformer.generate_square_subsequent_mask(
                ids.shape[1], device=embedded.device, dtype=embedded.dtype
            )
            x = self._run(self.transformer.decoder, embedded, memory.states, tgt_mask=future)
            return self.generator(x[:, -n_new:])

    def _run(self, stack: nn.Module, *inputs: Tensor, **options: Tensor) -> Tensor:
        """Run the encoder or the decoder, whichever axis it takes for the batch."""
        if self.transformer.batch_first:
            return stack(*inputs, **options)
        return stack(*(each.transpose(0, 1) for each in inputs), **options).transpose(0, 1)

    @contextmanager
    def _watched(self, n_rows: int) -> Iterator[None]:
        """Evaluate all modules and deliver the last ``n_rows`` rows of every attention, until the block ends."""
        modules = {each for each in self._list_modules() if each.training}
        handles = []
        try:
            for each in modules:
                each.training = False
            for site, attention in self._list_attentions():
                handles.append(attention.register_forward_pre_hook(_ask_for_weights, with_kwargs=True))
                handles.append(attention.register_forward_hook(_deliver_rows(site, n_rows)))
            yield
        finally:
            for handle in handles:
                handle.remove()
            for each in modules:
                each.training = True

    def _list_modules(self) -> Iterator[nn.Module]:
        for part in (self.transformer, self.embed_source, self.embed_target, self.generator, *self.others):
            if isinstance(part, nn.Module):
                yield from part.modules()

    def _list_attentions(self) -> Iterator[tuple[Site, nn.Module]]:
        for number, layer in enumerate(self.transformer.encoder.layers):
            yield Site(Kind.ENCODER, number), layer.self_attn
        for number, layer in enumerate(self.transformer.decoder.layers):
            yield Site(Kind.DECODER, number), layer.self_attn
            yield Site(Kind.CROSS, number), layer.multihead_attn


@dataclass(frozen=True, slots=True, eq=False)
class TorchTranslator:
    """The module and the tokens of both languages: what ``model.inference.greedy_decoding.translate`` takes.

    Raises:
        ValueError: the target vocabulary does not name the tokens that are fed in first and generated last.
    """

    model: TorchTransformer
    source: ListedVocabulary
    target: ListedVocabulary

    def __post_init__(self) -> None:
        if min(self.target.bos_id, self.target.eos_id) < 0:
            raise ValueError("The target vocabulary needs the tokens bos and eos.")


def _ask_for_weights(
    _attention: nn.Module, inputs: tuple[Any, ...], options: dict[str, Any]
) -> tuple[tuple[Any, ...], dict[str, Any]]:
    return inputs, options | {"need_weights": True, "average_attn_weights": False}


def _deliver_rows(site: Site, n_rows: int) -> Callable[[nn.Module, Any, tuple[Tensor, Tensor]], None]:
    def deliver_rows(_attention: nn.Module, _inputs: Any, output: tuple[Tensor, Tensor]) -> None:
        weights = output[1][:, :, -n_rows:]
        if deliver(site, weights) is not weights:
            raise ValueError("The attention of a torch.nn.Transformer can be recorded, but not edited.")

    return deliver_rows
