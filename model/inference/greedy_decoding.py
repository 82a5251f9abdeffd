"""Greedy decoding with a key/value cache, recorded step by step.

Shapes: L layers, H heads, S source positions, T generated tokens,
V target tokens of the vocabulary.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, Vocabulary, is_unknown
from model.inference.attention_maps import AttentionMaps, Maps
from model.inference.translation import Candidate, Step, Translation, fed_tokens
from model.inference.translator import Translator
from model.inference.unknown_words import copied_position, written_names
from model.transformer.config import MAX_LENGTH
from model.transformer.encoder_decoder import Transformer
from model.transformer.kind import Kind, Site
from model.transformer.taps import Edit, Recorder, recording

N_CANDIDATES = 5
_NEVER_GENERATED = torch.tensor([PAD_ID, BOS_ID])


def length_limit(n_source: int) -> int:
    """How many tokens decoding may generate before it gives up."""
    return min(2 * n_source + 8, MAX_LENGTH)


@torch.inference_mode()
def translate(
    translator: Translator,
    words: Sequence[str],
    *,
    texts: Sequence[str] | None = None,
    max_steps: int | None = None,
    edits: Sequence[Edit] = (),
) -> Translation:
    """Translate greedily and keep, for every step, the candidates and the attention of every head.

    An unknown word that is generated is replaced by the source word that cross-attention points at
    (``model.inference.unknown_words``), and a known name keeps the letters it was written with.

    Args:
        translator: its model in evaluation mode.
        words: what the model reads, at least one.
        texts: how the words are shown and copied; the words themselves by default.
        max_steps: stop after so many tokens; ``length_limit`` by default.
        edits: changes to attention weights on the way, for this call only.

    Raises:
        ValueError: there is no word, or as many texts as words are not given.
    """
    texts = tuple(words if texts is None else texts)
    if not words or len(texts) != len(words):
        raise ValueError(f"need at least one word and a text for each: {len(words)} words, {len(texts)} texts")
    model = translator.model
    source = translator.source.encode(words)
    limit = length_limit(len(words)) if max_steps is None else max_steps
    impossible = torch.zeros(len(translator.target), device=model.device)
    impossible[_NEVER_GENERATED] = -math.inf
    generated: list[int] = []
    all_scores: list[Tensor] = []
    with recording(*edits) as recorder:
        memory = model.encode(torch.tensor([source], device=model.device))
        caches = model.new_caches()
        fed = torch.tensor([[BOS_ID]], device=model.device)
        while len(generated) < limit and generated[-1:] != [EOS_ID]:
            all_scores.append(last := model.decode(fed, memory, caches)[:, -1])
            fed = (last + impossible).argmax(-1, keepdim=True)
            generated.append(int(fed))
    maps = _collect(recorder, model, len(generated))
    names = written_names(words, texts)
    steps = _steps(generated, torch.cat(all_scores), source, texts, names, maps, translator.target)
    is_complete, is_written = generated[-1:] == [EOS_ID], translator.target.is_written
    return Translation(texts, steps, AttentionMaps(maps), is_complete=is_complete, is_written=is_written)


def _collect(recorder: Recorder, model: Transformer, n_steps: int) -> dict[Kind, Maps]:
    """Stack what the taps heard into one array (L, H, Q, K) per kind; keys not yet generated hold NaN."""
    layers = range(model.config.n_layers)
    captured = recorder.captured
    decoder = np.full((len(layers), model.config.n_heads, n_steps, n_steps), np.nan, dtype=np.float32)
    for layer in layers:  # the rows of all steps, each a key longer than the one before, are the lower triangle
        triangle = torch.cat(captured[Site(Kind.DECODER, layer)], dim=3)[0, :, 0]
        decoder[layer][:, *np.tril_indices(n_steps)] = triangle.cpu().numpy()
    rows = {
        kind: torch.stack([torch.cat(captured[Site(kind, layer)], dim=2)[0] for layer in layers])
        for kind in (Kind.CROSS, Kind.ENCODER)
    }
    return {**{kind: stacked.cpu().numpy().astype(np.float32) for kind, stacked in rows.items()}, Kind.DECODER: decoder}


def _steps(
    generated: Sequence[int],
    scores: Float[Tensor, "T V"],
    source: Sequence[int],
    texts: Sequence[str],
    names: Mapping[str, str],
    maps: dict[Kind, Maps],
    vocabulary: Vocabulary,
) -> tuple[Step, ...]:
    n_candidates = min(N_CANDIDATES, len(vocabulary))
    distributions = scores.softmax(dim=-1)
    distributions[:, _NEVER_GENERATED] = 0.0  # the other probabilities stay the model's own
    probabilities, ids = (x.cpu().tolist() for x in distributions.topk(n_candidates))
    tokens, copies = [], []
    for step, token in enumerate(generated):
        word, copied_from = vocabulary.tokens[token], None
        if is_unknown(token):
            copied_from = copied_position(maps[Kind.CROSS][-1, :, step], source)
        copies.append(copied_from)
        tokens.append(names.get(word, word) if copied_from is None else texts[copied_from])
    return tuple(
        Step(
            fed=fed,
            token=tokens[step],
            probability=probabilities[step][0],
            candidates=tuple(
                Candidate(vocabulary.tokens[id_], p) for id_, p in zip(ids[step], probabilities[step], strict=True)
            ),
            copied_from=copies[step],
        )
        for step, fed in enumerate(fed_tokens(tokens))
    )
