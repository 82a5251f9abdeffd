"""Beam search: the most probable translations, and every hypothesis that was considered on the way.

Shapes: B hypotheses, V target tokens.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from model.inference.greedy_decoding import choose_limit, mask_impossible
from model.inference.hypothesis import Hypothesis
from model.inference.translation_system import TranslationSystem
from model.transformer.taps import Edit, recording

MAX_WIDTH = 8


@dataclass(frozen=True, slots=True)
class BeamNode:
    """One token of one hypothesis.

    Attributes:
        parent: index of the node before it, None for a first token.
        step: counted from 0.
        token: of the vocabulary.
        rank: place of the token among the most probable ones after its parent, from 0; greedy decoding takes 0.
        probability: of the token after its parent.
        log_probability: of the hypothesis up to here, in nats.
        is_kept: False if the hypothesis was pruned here.
    """

    parent: int | None
    step: int
    token: str
    rank: int
    probability: float
    log_probability: float
    is_kept: bool


@dataclass(frozen=True, slots=True)
class BeamSearch:
    """A finished search.

    Attributes:
        nodes: considered, in order of their steps: of each hypothesis, its most probable continuations.
        ends: indices of the last nodes of the finished hypotheses, best score first.
        hypotheses: the same, as translations.
    """

    nodes: tuple[BeamNode, ...]
    ends: tuple[int, ...]
    hypotheses: tuple[Hypothesis, ...]


@torch.inference_mode()
def search_beam(
    translator: TranslationSystem,
    words: Sequence[str],
    width: int,
    *,
    length_penalty: float = 0.0,
    max_steps: int | None = None,
    edits: Sequence[Edit] = (),
) -> BeamSearch:
    """Keep the most probable hypotheses at every step, until as many have ended; width 1 is greedy decoding.

    Args:
        translator: its model in evaluation mode.
        words: as the model reads them, at least one.
        width: number of hypotheses kept; one that ends keeps its place.
        length_penalty: the exponent a of Wu et al. 2016 (arXiv:1609.08144): hypotheses of n tokens are ranked by
            log-probability / ((5 + n) / 6) ** a; 0 ranks by log-probability.
        max_steps: stop after so many tokens, at least 1; ``length_limit`` by default.
        edits: of attention weights, for this call only.

    Raises:
        ValueError: there is no word, or the width or ``max_steps`` is below 1.
    """
    if not words or width < 1:
        raise ValueError(f"need at least one word and a width of at least 1: {len(words)} words, width {width}")
    model, target = translator.model, translator.target
    limit = choose_limit(max_steps, len(words), model.max_length)
    impossible = mask_impossible(target, model.device)
    nodes: list[BeamNode] = []
    beam: list[int | None] = [None]  # the last node of each open hypothesis
    ends: list[int] = []
    with recording(*edits):
        source = torch.tensor([translator.source.encode(words)], device=model.device)
        memory, caches = model.encode(source), model.new_caches()
        fed = torch.tensor([[target.bos_id]], device=model.device)
        for step in range(limit):
            scores = model.decode(fed, memory.repeat(len(beam)), caches)[:, -1].log_softmax(dim=-1) + impossible
            n_open = width - len(ends)
            found = _find_continuations(
                scores, [0.0 if at is None else nodes[at].log_probability for at in beam], width
            )
            kept = {(row, rank) for _, row, rank, _ in sorted(found, key=lambda each: -each[0])[:n_open]}
            open_rows, open_nodes, open_ids = [], [], []
            for total, row, rank, id_ in found:
                is_kept = (row, rank) in kept
                probability = float(scores[row, id_].exp())
                nodes.append(BeamNode(beam[row], step, target.tokens[id_], rank, probability, total, is_kept))
                if is_kept and id_ == target.eos_id:
                    ends.append(len(nodes) - 1)
                elif is_kept:
                    open_rows.append(row)
                    open_nodes.append(len(nodes) - 1)
                    open_ids.append(id_)
            beam = [*open_nodes]
            if not beam:
                break
            fed = torch.tensor(open_ids, device=model.device)[:, None]
            for cache in caches:
                cache.select(torch.tensor(open_rows, device=model.device))
        else:
            ends += [at for at in beam if at is not None]  # cut at the limit
    ranked = sorted(
        ((_build_hypothesis(nodes, end, length_penalty), end) for end in ends), key=lambda each: -each[0].score
    )
    return BeamSearch(tuple(nodes), tuple(end for _, end in ranked), tuple(each for each, _ in ranked))


def _find_continuations(
    scores: Float[Tensor, "B V"], before: Sequence[float], width: int
) -> list[tuple[float, int, int, int]]:
    """Return total log-probability, row, rank and id of the most probable continuations of every hypothesis."""
    best = scores.topk(min(width, scores.shape[1]), dim=-1)
    return [
        (before[row] + score, row, rank, id_)
        for row, (row_scores, ids) in enumerate(zip(best.values.tolist(), best.indices.tolist(), strict=True))
        for rank, (score, id_) in enumerate(zip(row_scores, ids, strict=True))
        if score > -torch.inf
    ]


def _build_hypothesis(nodes: Sequence[BeamNode], end: int, length_penalty: float) -> Hypothesis:
    path = [nodes[place] for place in trace(nodes, end)]
    return Hypothesis.of(
        [node.token for node in path], [node.rank for node in path], path[-1].log_probability, length_penalty
    )


def trace(nodes: Sequence[BeamNode], end: int) -> tuple[int, ...]:
    """Return the indices of a node and of those before it, the first token first."""
    path = [end]
    while (parent := nodes[path[-1]].parent) is not None:
        path.append(parent)
    return tuple(reversed(path))
