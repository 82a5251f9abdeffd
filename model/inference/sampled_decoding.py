"""Translations whose tokens are sampled."""

from collections.abc import Sequence

import torch

from model.inference.greedy_decoding import length_limit, mask_impossible
from model.inference.hypothesis import Hypothesis
from model.inference.intervention import UNCHANGED, Intervention
from model.inference.sampling import Sampling, compute_sampling_probabilities, sample_token
from model.inference.translation_system import TranslationSystem
from model.transformer.taps import Edit, recording


@torch.inference_mode()
def sample_translations(
    translator: TranslationSystem,
    words: Sequence[str],
    sampling: Sampling,
    n: int,
    *,
    intervention: Intervention = UNCHANGED,
) -> tuple[Hypothesis, ...]:
    """Sample translations, one after the other; equal seeds give equal translations.

    Args:
        translator: its model in evaluation mode.
        words: as the model reads them, at least one.
        sampling: temperature, top-k, top-p and seed.
        n: number of translations.
        intervention: heads switched off and rows edited; its forced tokens are not read.

    Raises:
        ValueError: there is no word.
    """
    if not words:
        raise ValueError("need at least one word")
    generator = torch.Generator().manual_seed(sampling.seed)
    return tuple(_sample(translator, words, sampling, generator, intervention.edits) for _ in range(n))


def _sample(
    translator: TranslationSystem,
    words: Sequence[str],
    sampling: Sampling,
    generator: torch.Generator,
    edits: Sequence[Edit],
) -> Hypothesis:
    model, target = translator.model, translator.target
    impossible = mask_impossible(target, model.device)
    ids: list[int] = []
    ranks, total = [], 0.0
    with recording(*edits):
        source = torch.tensor([translator.source.encode(words)], device=model.device)
        memory, caches = model.encode(source), model.new_caches()
        while len(ids) < length_limit(len(words), model.max_length) and ids[-1:] != [target.eos_id]:
            fed = torch.tensor([ids[-1:] or [target.bos_id]], device=model.device)
            scores = model.decode(fed, memory, caches)[0, -1].log_softmax(dim=-1) + impossible
            id_ = sample_token(compute_sampling_probabilities(scores, sampling).cpu(), generator)
            ranks.append(int((scores > scores[id_]).sum()))
            total += float(scores[id_])
            ids.append(id_)
    return Hypothesis.of([target.tokens[id_] for id_ in ids], ranks, total)
