"""Greedy decoding with a key/value cache, recorded step by step.

Shapes: T generated tokens, V target tokens of the vocabulary.
"""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import torch
from jaxtyping import Float
from torch import Tensor

from model.data.vocabulary import Vocabulary
from model.data.word_boundaries import begin_text
from model.inference.attention_maps import AttentionMaps
from model.inference.row_labels import shift_right
from model.inference.translation import Candidate, DecodingStep, Translation
from model.inference.translation_system import TranslationSystem
from model.inference.unknown_words import find_copied_position, map_name_spellings
from model.transformer.config import MAX_LENGTH
from model.transformer.kind import Kind
from model.transformer.taps import Edit, recording

N_CANDIDATES = 5
_NOTHING: Mapping[int, str] = MappingProxyType({})


def length_limit(n_source: int, longest: int = MAX_LENGTH) -> int:
    """Return the number of tokens after which decoding stops, at most as many as the model has positions for."""
    return min(2 * n_source + 8, longest)


def choose_limit(max_steps: int | None, n_source: int, longest: int) -> int:
    """Return the number of tokens after which a decoding stops: as asked for, ``length_limit`` for None.

    Raises:
        ValueError: it is below 1.
    """
    if max_steps is None:
        return length_limit(n_source, longest)
    if max_steps < 1:
        raise ValueError(f"max_steps={max_steps} must be at least 1")
    return min(max_steps, longest)


def mask_impossible(target: Vocabulary, device: torch.device) -> Float[Tensor, "V"]:
    """Return what to add to scores so that some tokens are never generated: -inf for those, 0 for all others."""
    impossible = torch.zeros(len(target.tokens), device=device)
    impossible[list(target.never_generated)] = -math.inf
    return impossible


@torch.inference_mode()
def translate(
    translator: TranslationSystem,
    words: Sequence[str],
    *,
    texts: Sequence[str] | None = None,
    max_steps: int | None = None,
    edits: Sequence[Edit] = (),
    forced: Mapping[int, str] = _NOTHING,
) -> Translation:
    """Translate greedily, and record the candidates and the attention of every step.

    A generated unknown word is replaced by a source word (``model.inference.unknown_words``), and a known name keeps
    its typed spelling.

    Args:
        translator: its model in evaluation mode.
        words: as the model reads them, at least one.
        texts: the displayed form of the words, which is also copied; the words themselves by default.
        max_steps: stop after so many tokens, at least 1; ``length_limit`` by default.
        edits: of attention weights, for this call only.
        forced: tokens of the target vocabulary to generate at some steps, counted from 0, instead of the best
            candidate; steps after the end are not reached.

    Raises:
        TypeError: ``words`` is a text, whose letters would be read as words.
        ValueError: there is no word, or there are more than the model has positions for, the numbers of words and texts
            differ, ``max_steps`` is below 1, or the vocabulary lacks a forced token.
    """
    if isinstance(words, str):
        raise TypeError("the words are a text: split it into words first")
    texts = tuple(words if texts is None else texts)
    if not words or len(texts) != len(words):
        raise ValueError(f"need at least one word and a text for each: {len(words)} words, {len(texts)} texts")
    model, target = translator.model, translator.target
    source = translator.source.encode(words)
    limit = choose_limit(max_steps, len(words), model.max_length)
    if forced and (missing := set(forced.values()).difference(target.tokens)):
        raise ValueError(f"forced tokens are not in the vocabulary: {', '.join(sorted(missing))}")
    forced_ids = {step: target.tokens.index(token) for step, token in forced.items()}
    impossible = mask_impossible(target, model.device)
    with recording(*edits) as recorder:
        generated, scores = _decode(translator, source, limit, forced_ids, impossible)
    maps = AttentionMaps.collect(recorder)
    copies = [
        find_copied_position(maps[Kind.CROSS][-1, :, step], source, translator.source)
        if target.is_unknown(id_)
        else None
        for step, id_ in enumerate(generated)
    ]
    tokens = _display_tokens(target, generated, copies, map_name_spellings(words, texts), texts)
    distributions = scores.softmax(dim=-1)
    chosen = distributions.gather(1, torch.tensor(generated, device=model.device)[:, None])[:, 0].tolist()
    ranked = _rank_candidates(scores + impossible, distributions, target)
    steps = tuple(
        DecodingStep(fed, token, probability, candidates, place, forced.get(step))
        for step, (fed, token, probability, candidates, place) in enumerate(
            zip(shift_right(tokens, target.tokens[target.bos_id]), tokens, chosen, ranked, copies, strict=True)
        )
    )
    specials = {*translator.source.specials, *target.specials} if target.is_subword else set()
    return Translation(
        texts,
        steps,
        maps,
        is_complete=generated[-1:] == [target.eos_id],
        is_subword=target.is_subword,
        specials=tuple(dict.fromkeys(token for token in (*texts, *tokens) if token in specials)),
    )


def _decode(
    translator: TranslationSystem,
    source: Sequence[int],
    limit: int,
    forced: Mapping[int, int],
    impossible: Float[Tensor, "V"],
) -> tuple[list[int], Float[Tensor, "T V"]]:
    """Return the ids generated, the likeliest at each step unless another is forced, and the scores of each step."""
    model, target = translator.model, translator.target
    generated: list[int] = []
    scores: list[Tensor] = []
    memory, caches = model.encode(torch.tensor([source], device=model.device)), model.new_caches()
    fed = torch.tensor([[target.bos_id]], device=model.device)
    while len(generated) < limit and generated[-1:] != [target.eos_id]:
        scores.append(last := model.decode(fed, memory, caches)[:, -1])
        best = int((last + impossible).argmax())
        generated.append(forced.get(len(generated), best))
        fed = torch.tensor([generated[-1:]], device=model.device)
    return generated, torch.cat(scores)


def _display_tokens(
    target: Vocabulary,
    generated: Sequence[int],
    copies: Sequence[int | None],
    spellings: Mapping[str, str],
    texts: Sequence[str],
) -> list[str]:
    """Return the tokens of ids as displayed: unknown words copied from the texts, and names spelled as there."""
    tokens = [target.tokens[id_] for id_ in generated]
    copied = [
        spellings.get(token, token) if place is None else texts[place]
        for token, place in zip(tokens, copies, strict=True)
    ]
    return begin_text(copied, target.specials) if target.is_subword else copied


def _rank_candidates(
    scores: Float[Tensor, "T V"], probabilities: Float[Tensor, "T V"], vocabulary: Vocabulary
) -> list[tuple[Candidate, ...]]:
    """Return the tokens of each step with the highest scores, best first; the generated one is before its equals."""
    n = min(N_CANDIDATES, len(vocabulary.tokens) - len(vocabulary.never_generated))
    first = scores.argmax(dim=-1, keepdim=True)  # of equal scores, topk may prefer another
    best = scores.scatter(1, first, math.inf).topk(n).indices
    return [
        tuple(Candidate(vocabulary.tokens[id_], p) for id_, p in zip(ids, shares, strict=True))
        for ids, shares in zip(best.tolist(), probabilities.gather(1, best).tolist(), strict=True)
    ]
