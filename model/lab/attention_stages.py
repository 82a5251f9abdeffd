"""One attention from X to its output, with every matrix on the way and options that change single steps.

Shapes: H heads, Q queries, K keys, E width of one head, W width of one head's values, D model width.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import torch
from torch import Tensor

from model.lab.attention_inputs import AttentionInputs
from model.lab.head_stages import HeadStages, compute_stages
from model.lab.masks import valid_allowed, without_row
from model.transformer.attention import join_heads, split_heads
from model.transformer.masks import causal_allowed


class Mask(StrEnum):
    """A choice of the keys that a query may look at."""

    NONE = "none"
    CAUSAL = "causal"
    LENGTHS = "padding (valid lengths)"
    EMPTY_ROW = "a fully masked row"


@dataclass(frozen=True, slots=True)
class AttentionOptions:
    """Changes to plain attention.

    Attributes:
        mask: applied on top of the inputs' own mask.
        lengths: numbers of valid keys: one for the whole sequence, or one for each query.
        empty_row: the fully masked row, counted from 0.
        is_scaled: True if scores are divided by √E.
        over_columns: True if softmax makes columns sum to 1 instead of rows.
        dropout: the share of weights that is dropped.
        seed: of the dropout.
        n_heads: into how many heads the width is split.
    """

    mask: Mask = Mask.NONE
    lengths: tuple[int, ...] = ()
    empty_row: int = 0
    is_scaled: bool = True
    over_columns: bool = False
    dropout: float = 0.0
    seed: int = 0
    n_heads: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class AttentionStages:
    """Every matrix of one attention.

    Attributes:
        inputs: the matrices it was computed from.
        options: the changes to plain attention.
        queries: (H, Q, E).
        keys: (H, K, E).
        values: (H, K, W).
        allowed: boolean (Q, K); None when everything is allowed.
        heads: from scores to mixed values, (H, Q, K) and (H, Q, W).
        concatenated: the heads side by side, (Q, H W).
        output: ``concatenated`` times W_o, (Q, D); ``concatenated`` itself without W_o.
    """

    inputs: AttentionInputs
    options: AttentionOptions
    queries: Tensor
    keys: Tensor
    values: Tensor
    allowed: Tensor | None
    heads: HeadStages
    concatenated: Tensor
    output: Tensor


def compute_attention(inputs: AttentionInputs, options: AttentionOptions) -> AttentionStages:
    """Compute one attention.

    Raises:
        ValueError: the heads or the valid lengths do not fit; the message is a sentence.
    """
    tensors = {name: torch.from_numpy(matrix) for name, matrix in inputs.matrices.items()}
    queries, keys, values = (split_heads(x, options.n_heads) for x in _project_inputs(tensors))
    allowed = _combine_masks(inputs, options, queries.shape[-2], keys.shape[-2])
    heads = compute_stages(
        queries, keys, values, allowed,
        is_scaled=options.is_scaled,
        over_columns=options.over_columns,
        dropout=partial(drop_weights, share=options.dropout, seed=options.seed) if options.dropout else None,
    )  # fmt: skip
    output = concatenated = join_heads(heads.mixed)
    if "W_o" in tensors:
        output = _project(concatenated, tensors["W_o"], tensors.get("b_o"))
    return AttentionStages(inputs, options, queries, keys, values, allowed, heads, concatenated, output)


def drop_weights(weights: Tensor, share: float, seed: int) -> Tensor:
    """Set a random share of the weights to 0 and divide the rest by ``1 - share``, which keeps the expectation.

    Srivastava et al. 2014, in the inverted form of ``torch.nn.functional.dropout``.

    Raises:
        ValueError: the share is not in [0, 1).
    """
    if not 0 <= share < 1:
        raise ValueError(f"the dropped share must lie in [0, 1), got {share}")
    if share == 0:
        return weights
    generator = torch.Generator().manual_seed(seed)
    kept = torch.rand(weights.shape, generator=generator) >= share
    return torch.where(kept, weights / (1 - share), 0.0)


def _project_inputs(tensors: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
    if "X" not in tensors:
        return tensors["Q"], tensors["K"], tensors["V"]
    x = tensors["X"]
    x_k = tensors.get("X_k", x)
    x_v = tensors.get("X_v", x_k)
    queries, keys, values = (
        _project(vectors, tensors[f"W_{name}"], tensors.get(f"b_{name}"))
        for name, vectors in (("q", x), ("k", x_k), ("v", x_v))
    )
    return queries, keys, values


def _project(x: Tensor, weight: Tensor, bias: Tensor | None) -> Tensor:
    return x @ weight if bias is None else x @ weight + bias


def _combine_masks(inputs: AttentionInputs, options: AttentionOptions, n_queries: int, n_keys: int) -> Tensor | None:
    own = None if inputs.allowed is None else torch.from_numpy(inputs.allowed)
    if options.mask is Mask.CAUSAL:
        chosen = causal_allowed(max(n_queries, n_keys))[:n_queries, :n_keys]
    elif options.mask is Mask.LENGTHS:
        chosen = valid_allowed(_check_lengths(options.lengths, n_queries), n_keys)[0].expand(n_queries, n_keys)
    elif options.mask is Mask.EMPTY_ROW:
        chosen = without_row(n_queries, n_keys, min(options.empty_row, n_queries - 1))
    else:
        return own
    return chosen if own is None else own & chosen


def _check_lengths(lengths: tuple[int, ...], n_queries: int) -> Tensor:
    if len(lengths) not in (1, n_queries):
        raise ValueError(f"Give one valid length for all rows, or {n_queries}, one for each; these are {len(lengths)}.")
    return torch.tensor(lengths if len(lengths) == 1 else [lengths])
