"""Generation of text with a language model: one recorded text after a prompt, or many sentences at once.

Shapes: V vocabulary.
"""

from collections.abc import Sequence

import torch
from jaxtyping import Float
from torch import Tensor

from model.data.vocabulary import BOS_ID, EOS_ID, PAD_ID, UNKNOWN_ID, UNKNOWN_VOWEL_ID
from model.inference.attention_maps import AttentionMaps
from model.inference.generated_text import GeneratedText, GenerationStep, NextToken
from model.inference.sampling import Sampling, compute_sampling_probabilities, sample_token
from model.inference.text_generator import TextGenerator
from model.transformer.taps import recording

MAX_NEW_TOKENS = 16  # tokens generated at most; no sentence of the toy corpus is longer
NEVER_GENERATED = (PAD_ID, BOS_ID, UNKNOWN_ID, UNKNOWN_VOWEL_ID)  # an unknown word has no letters to show
N_CANDIDATES = 8


@torch.inference_mode()
def generate(
    text_generator: TextGenerator,
    words: Sequence[str] = (),
    *,
    texts: Sequence[str] | None = None,
    sampling: Sampling | None = None,
    max_new_tokens: int = MAX_NEW_TOKENS,
    may_end: bool = True,
) -> GeneratedText:
    """Generate tokens after a prompt, and record candidates and attention of every step.

    A causal model caches keys and values. Without the mask, each step reads all tokens so far again, in both
    directions, because a new token changes the keys and values of the earlier ones.

    Args:
        text_generator: its model in evaluation mode.
        words: the prompt as the model reads it; may be empty.
        texts: the displayed form of its words; the words themselves by default.
        sampling: None for the most probable token at each step.
        max_new_tokens: stop after so many tokens, at least 1.
        may_end: False to forbid ``<eos>``, so that generation continues to its limit.

    Raises:
        ValueError: the numbers of words and texts differ, or there are more than the model has positions for.
    """
    texts = tuple(words if texts is None else texts)
    if len(texts) != len(words):
        raise ValueError(f"need a text for each word: {len(words)} words, {len(texts)} texts")
    model, tokens = text_generator.model, text_generator.vocabulary.tokens
    is_causal = model.config.is_causal
    forbidden = list(NEVER_GENERATED) if may_end else [*NEVER_GENERATED, EOS_ID]
    generator = torch.Generator().manual_seed(sampling.seed if sampling else 0)
    ids = [BOS_ID, *text_generator.vocabulary.encode(words)]
    fed = ids
    caches = model.new_caches() if is_causal else ()
    steps: list[GenerationStep] = []
    with recording() as recorder:
        while True:
            if not is_causal:
                recorder.captured.clear()
            scores = model(torch.tensor([fed], device=model.device), caches=caches)[0, -1].cpu()
            chosen, step = _choose_token(scores, forbidden, sampling, generator, tokens)
            steps.append(step)
            if chosen == EOS_ID or len(steps) >= max_new_tokens:
                break
            ids = [*ids, chosen]
            fed = [chosen] if is_causal else ids
    maps = AttentionMaps.collect(recorder, is_causal=is_causal)
    return GeneratedText(texts, tuple(steps), maps, is_complete=chosen == EOS_ID)


@torch.inference_mode()
def sample_sentences(text_generator: TextGenerator, n_sentences: int, seed: int = 0) -> list[tuple[str, ...]]:
    """Sample sentences from the model's own probabilities, in one batch and without a prompt.

    Each prediction reads the earlier tokens only, also without the causal mask. A sentence that does not end within
    ``MAX_NEW_TOKENS`` tokens is cut off there.
    """
    model = text_generator.model
    generator = torch.Generator(model.device).manual_seed(seed)
    fed = torch.full((n_sentences, 1), BOS_ID, device=model.device)
    is_open = torch.ones(n_sentences, dtype=torch.bool, device=model.device)
    for _ in range(MAX_NEW_TOKENS):
        scores = model(fed)[:, -1]
        scores[:, NEVER_GENERATED] = -torch.inf
        sampled = torch.multinomial(scores.softmax(dim=-1), 1, generator=generator)[:, 0]
        fed = torch.cat((fed, sampled.where(is_open, EOS_ID)[:, None]), dim=1)
        is_open &= sampled != EOS_ID
        if not is_open.any():
            break
    tokens = text_generator.vocabulary.tokens
    return [tuple(tokens[id_] for id_ in row[1:] if id_ != EOS_ID) for row in fed.tolist()]


def _choose_token(
    scores: Float[Tensor, "V"],
    forbidden: list[int],
    sampling: Sampling | None,
    generator: torch.Generator,
    tokens: Sequence[str],
) -> tuple[int, GenerationStep]:
    probabilities = scores.softmax(dim=0)  # the model's own, forbidden tokens included
    allowed = scores.clone()
    allowed[forbidden] = -torch.inf
    sampled = compute_sampling_probabilities(allowed, sampling)
    chosen = int(sampled.argmax()) if sampling is None else sample_token(sampled, generator)
    ranked = probabilities.clone()
    ranked[[PAD_ID, BOS_ID]] = -1.0  # never come next
    best = ranked.topk(min(N_CANDIDATES, len(ranked) - 2)).indices.tolist()
    best = best if chosen in best else [*best[:-1], chosen]
    candidates = tuple(NextToken(tokens[id_], float(probabilities[id_]), float(sampled[id_])) for id_ in best)
    return chosen, GenerationStep(tokens[chosen], float(probabilities[chosen]), candidates, int((sampled > 0).sum()))
