"""One attention as a chain of matrices, from X to the output, computed by what the translator runs on.

Shapes: H heads, Q queries, K keys, E width of one head, W width of one head's values, D model width.
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

import torch
from torch import Tensor

from model.lab.attention_inputs import Given
from model.lab.dropout import dropped
from model.lab.projections import joined, projected, split
from model.transformer.attention import Stages, attend
from model.transformer.masks import causal_allowed, valid_allowed, without_row


class Mask(StrEnum):
    """Who may look at whom."""

    NONE = "none"
    CAUSAL = "causal"
    LENGTHS = "padding (valid lengths)"
    EMPTY_ROW = "a fully masked row"


@dataclass(frozen=True, slots=True)
class Switches:
    """What differs from plain attention.

    Attributes:
        mask: who may look at whom, on top of what the given numbers bring.
        lengths: valid keys: one number for the whole sequence, or one for each query.
        empty_row: the row that may look at nothing, counted from 0.
        is_scaled: whether scores are divided by √E.
        over_columns: whether softmax makes columns sum to 1 instead of rows.
        dropout: the share of weights that falls out.
        seed: decides which.
        n_heads: how many heads share the width.
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
class Chain:
    """Every matrix of one attention.

    Attributes:
        given: what it started from.
        switches: how it was computed.
        queries: (H, Q, E).
        keys: (H, K, E).
        values: (H, K, W).
        allowed: boolean (Q, K), or None when everything is.
        stages: scores to mixed, (H, Q, K) and (H, Q, W).
        joined: the heads side by side, (Q, H W).
        output: joined times W_o, (Q, D); the same as ``joined`` where there is no W_o.
    """

    given: Given
    switches: Switches
    queries: Tensor
    keys: Tensor
    values: Tensor
    allowed: Tensor | None
    stages: Stages
    joined: Tensor
    output: Tensor


def chain(given: Given, switches: Switches) -> Chain:
    """Compute one attention from its given numbers.

    Raises:
        ValueError: sizes, heads or valid lengths do not fit; the message is a sentence.
    """
    tensors = {name: torch.from_numpy(matrix) for name, matrix in given.matrices.items()}
    queries, keys, values = (split(x, switches.n_heads) for x in _projections(tensors))
    allowed = _allowed(given, switches, queries.shape[-2], keys.shape[-2])
    stages = attend(
        queries, keys, values, allowed,
        is_scaled=switches.is_scaled,
        dim=-2 if switches.over_columns else -1,
        dropout=partial(dropped, share=switches.dropout, seed=switches.seed) if switches.dropout else None,
    )  # fmt: skip
    together = joined(stages.mixed)
    output = projected(together, tensors["W_o"], tensors.get("b_o")) if "W_o" in tensors else together
    return Chain(given, switches, queries, keys, values, allowed, stages, together, output)


def _projections(tensors: dict[str, Tensor]) -> tuple[Tensor, Tensor, Tensor]:
    if "X" not in tensors:
        return tensors["Q"], tensors["K"], tensors["V"]
    x = tensors["X"]
    x_k = tensors.get("X_k", x)
    x_v = tensors.get("X_v", x_k)
    queries, keys, values = (
        projected(vectors, tensors[f"W_{name}"], tensors.get(f"b_{name}"))
        for name, vectors in (("q", x), ("k", x_k), ("v", x_v))
    )
    return queries, keys, values


def _allowed(given: Given, switches: Switches, n_queries: int, n_keys: int) -> Tensor | None:
    own = None if given.allowed is None else torch.from_numpy(given.allowed)
    chosen: Tensor | None = None
    if switches.mask is Mask.CAUSAL:
        chosen = causal_allowed(max(n_queries, n_keys))[:n_queries, :n_keys]
    elif switches.mask is Mask.LENGTHS:
        chosen = valid_allowed(_lengths(switches.lengths, n_queries), n_keys)[0].expand(n_queries, n_keys)
    elif switches.mask is Mask.EMPTY_ROW:
        chosen = without_row(n_queries, n_keys, min(switches.empty_row, n_queries - 1))
    if own is None or chosen is None:
        return own if chosen is None else chosen
    return own & chosen


def _lengths(lengths: tuple[int, ...], n_queries: int) -> Tensor:
    if len(lengths) not in (1, n_queries):
        raise ValueError(f"Give one valid length for all rows, or {n_queries}, one for each; these are {len(lengths)}.")
    return torch.tensor(lengths if len(lengths) == 1 else [lengths])


@dataclass(frozen=True, slots=True)
class Cell:
    """How one weight comes about: the query, the key and what happens to their product.

    Attributes:
        query: (E,) of the row.
        key: (E,) of the column.
        terms: (E,), query times key; their sum is the score.
        value: (W,) of the column.
        score: their dot product.
        scaled: divided by ``divisor``.
        divisor: √E, or 1 with the scale off.
        is_allowed: whether the mask lets it through.
        largest: the largest score softmax compares with, which is subtracted before the exponential.
        exponential: exp(scaled - largest), 0 when forbidden.
        total: the sum of the exponentials along the row, or column.
        weight: the share, exponential / total.
        kept: the weight after dropout.
        contribution: (W,), kept times value: what it adds to the output of the head.
    """

    query: Tensor
    key: Tensor
    terms: Tensor
    value: Tensor
    score: float
    scaled: float
    divisor: float
    is_allowed: bool
    largest: float
    exponential: float
    total: float
    weight: float
    kept: float
    contribution: Tensor


def cell(of: Chain, head: int, row: int, column: int) -> Cell:
    """Open one cell of the weights: head, row and column counted from 0.

    Raises:
        IndexError: there is no such cell.
    """
    stages, switches = of.stages, of.switches
    query, key, value = of.queries[head, row], of.keys[head, column], of.values[head, column]
    rivals = stages.masked[head, :, column] if switches.over_columns else stages.masked[head, row]
    largest = float(rivals.max())
    exponentials = torch.zeros_like(rivals) if math.isinf(largest) else (rivals - largest).exp()
    kept = stages.dropped[head, row, column]
    return Cell(
        query=query, key=key, terms=query * key, value=value,
        score=float(stages.scores[head, row, column]),
        scaled=float(stages.scaled[head, row, column]),
        divisor=math.sqrt(len(query)) if switches.is_scaled else 1.0,
        is_allowed=of.allowed is None or bool(of.allowed[row, column]),
        largest=largest,
        exponential=float(exponentials[row if switches.over_columns else column]),
        total=float(exponentials.sum()),
        weight=float(stages.weights[head, row, column]),
        kept=float(kept),
        contribution=kept * value,
    )  # fmt: skip
