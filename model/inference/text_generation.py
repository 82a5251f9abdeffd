"""Writing with a language model, token by token, and reading a sentence as training does; both recorded.

Shapes: L layers, H heads, T tokens fed, V vocabulary.
"""

from collections.abc import Sequence

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor
from torch.nn import functional

from model.data.vocabulary import BOS_ID, EOS, EOS_ID, PAD_ID
from model.inference.attention_maps import AttentionMaps, Maps
from model.inference.generated_text import NextWord, Reading, Writing, WritingStep
from model.inference.sampling import Sampling, chances, draw
from model.inference.text_generator import TextGenerator
from model.training.language_evaluation import MAX_NEW, NEVER_WRITTEN
from model.transformer.kind import Kind, Site
from model.transformer.language_model import LanguageModel
from model.transformer.taps import Recorder, recording

N_CANDIDATES = 8


@torch.inference_mode()
def write(
    writer: TextGenerator,
    words: Sequence[str] = (),
    *,
    texts: Sequence[str] | None = None,
    sampling: Sampling | None = None,
    max_new: int = MAX_NEW,
    may_end: bool = True,
) -> Writing:
    """Go on from a beginning, and keep for every step the candidates and the attention of every head.

    A causal model keeps keys and values. One without the mask is given its best chance: it sees all that is written
    so far, in both directions, computed anew at each step.

    Args:
        writer: its model in evaluation mode.
        words: the beginning as the model reads it; may be empty.
        texts: how its words are shown; the words themselves by default.
        sampling: how to draw, None to write the likeliest token each time.
        max_new: stop after so many tokens, at least 1.
        may_end: whether ``<eos>`` may be written; without, writing goes on to its limit.

    Raises:
        ValueError: as many texts as words are not given.
    """
    texts = tuple(words if texts is None else texts)
    if len(texts) != len(words):
        raise ValueError(f"need a text for each word: {len(words)} words, {len(texts)} texts")
    model, tokens = writer.model, writer.vocabulary.tokens
    is_causal = model.config.is_causal
    forbidden = list(NEVER_WRITTEN) if may_end else [*NEVER_WRITTEN, EOS_ID]
    generator = torch.Generator().manual_seed(sampling.seed if sampling else 0)
    fed = [BOS_ID, *writer.vocabulary.encode(words)]
    new = fed  # what the cache does not hold yet
    caches = model.new_caches() if is_causal else ()
    steps: list[WritingStep] = []
    with recording() as recorder:
        while True:
            if not is_causal:
                recorder.captured.clear()
            last = model(torch.tensor([new], device=model.device), caches=caches)[0, -1].cpu()
            chosen, step = _choose(last, forbidden, sampling, generator, tokens)
            steps.append(step)
            if chosen == EOS_ID or len(steps) >= max_new:
                break
            fed = [*fed, chosen]
            new = [chosen] if is_causal else fed
    return Writing(texts, tuple(steps), AttentionMaps({Kind.DECODER: _maps(recorder, model)}), chosen == EOS_ID)


def _choose(
    scores: Float[Tensor, "V"],
    forbidden: list[int],
    sampling: Sampling | None,
    generator: torch.Generator,
    tokens: Sequence[str],
) -> tuple[int, WritingStep]:
    probabilities = scores.softmax(dim=0)  # the model's own, forbidden tokens included
    allowed = scores.clone()
    allowed[forbidden] = -torch.inf
    chance = chances(allowed, sampling)
    chosen = int(chance.argmax()) if sampling is None else draw(chance, generator)
    shown = probabilities.clone()
    shown[[PAD_ID, BOS_ID]] = -1.0  # never come next
    best = shown.topk(min(N_CANDIDATES, len(shown))).indices.tolist()
    best = best if chosen in best else [*best[:-1], chosen]
    candidates = tuple(NextWord(tokens[id_], float(probabilities[id_]), float(chance[id_])) for id_ in best)
    return chosen, WritingStep(tokens[chosen], float(probabilities[chosen]), candidates, int((chance > 0).sum()))


@torch.inference_mode()
def read(writer: TextGenerator, words: Sequence[str], *, texts: Sequence[str] | None = None) -> Reading:
    """Feed a whole sentence at once, as training does, and measure how well each next token is predicted.

    Args:
        writer: its model in evaluation mode.
        words: the sentence, without ``<bos>`` and ``<eos>``; may be empty.
        texts: how its words are shown; the words themselves by default.
    """
    model = writer.model
    ids = [BOS_ID, *writer.vocabulary.encode(words), EOS_ID]
    with recording() as recorder:
        scores = model(torch.tensor([ids[:-1]], device=model.device))[0].cpu()
    losses = functional.cross_entropy(scores, torch.tensor(ids[1:]), reduction="none").numpy()
    losses.setflags(write=False)
    return Reading(
        (*(words if texts is None else texts), EOS), losses, AttentionMaps({Kind.DECODER: _maps(recorder, model)})
    )


def _maps(recorder: Recorder, model: LanguageModel) -> Maps:
    """Stack what the taps heard into one array (L, H, T, T); what the mask forbids holds NaN."""
    passes = recorder.captured[Site(Kind.DECODER, 0)]
    n_fed = passes[-1].shape[-1]
    maps = np.full((model.config.n_layers, model.config.n_heads, n_fed, n_fed), np.nan, dtype=np.float32)
    for layer in range(model.config.n_layers):
        first = 0
        for rows in recorder.captured[Site(Kind.DECODER, layer)]:
            n_new, n_seen = rows.shape[-2:]
            maps[layer, :, first : first + n_new, :n_seen] = rows[0].cpu().numpy()
            first += n_new
    if model.config.is_causal:
        maps[..., *np.triu_indices(n_fed, 1)] = np.nan
    return maps
