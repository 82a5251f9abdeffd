"""One cell of the attention weights, with every number that it is computed from.

Shapes: E width of one head, W width of one head's values.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from model.lab.attention_stages import AttentionStages


@dataclass(frozen=True, slots=True, eq=False)
class WeightCell:
    """The weight that one query gives one key.

    Attributes:
        query: (E,) of the row.
        key: (E,) of the column.
        terms: (E,), query times key; their sum is the score.
        value: (W,) of the column.
        score: the dot product of query and key.
        scaled: the score divided by √E, or by 1 without the scale.
        is_allowed: True if the mask lets the query look at the key.
        largest: the largest score of the softmax, subtracted before the exponential.
        exponential: exp(scaled - largest), 0 where masked.
        total: the sum of the exponentials along the row, or the column.
        weight: exponential / total.
        dropped: the weight after dropout.
        contribution: (W,), ``dropped`` times value: the cell's part of the head's output.
    """

    query: Tensor
    key: Tensor
    terms: Tensor
    value: Tensor
    score: float
    scaled: float
    is_allowed: bool
    largest: float
    exponential: float
    total: float
    weight: float
    dropped: float
    contribution: Tensor


def compute_cell(attention: AttentionStages, head: int, row: int, column: int) -> WeightCell:
    """Compute one cell; head, row and column are counted from 0.

    Raises:
        IndexError: there is no such cell.
    """
    heads, options = attention.heads, attention.options
    query, key, value = attention.queries[head, row], attention.keys[head, column], attention.values[head, column]
    compared = heads.masked[head, :, column] if options.over_columns else heads.masked[head, row]
    largest = float(compared.max())
    exponentials = torch.zeros_like(compared) if math.isinf(largest) else (compared - largest).exp()
    dropped = heads.dropped[head, row, column]
    return WeightCell(
        query=query, key=key, terms=query * key, value=value,
        score=float(heads.scores[head, row, column]),
        scaled=float(heads.scaled[head, row, column]),
        is_allowed=attention.allowed is None or bool(attention.allowed[row, column]),
        largest=largest,
        exponential=float(exponentials[row if options.over_columns else column]),
        total=float(exponentials.sum()),
        weight=float(heads.weights[head, row, column]),
        dropped=float(dropped),
        contribution=dropped * value,
    )  # fmt: skip
