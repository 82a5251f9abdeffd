"""Edits of attention weights for one call: ``recording(switch_head_off(...))`` applies them at the taps.

Shapes: B batch, H heads, Q queries, K keys.
"""

from torch import Tensor

from model.transformer.kind import Kind, Site
from model.transformer.taps import Edit


def switch_head_off(kind: Kind, layer: int, head: int, *, is_uniform: bool = False) -> Edit:
    """Return an edit that takes the pattern of one head away.

    Args:
        kind: of attention.
        layer: counted from 0.
        head: counted from 0.
        is_uniform: False sets the weights to 0, so that the head adds nothing to the output; True gives every key that
            has a weight the same weight, so that the head adds the mean of its values (Michel et al. 2019 and Voita et
            al. 2019 compare models without a head; a mean keeps the size of its output).

    Raises:
        IndexError: the layer has no such head; raised when the model runs.
    """

    def edit(site: Site, weights: Tensor) -> Tensor:
        if site != Site(kind, layer):
            return weights
        if not 0 <= head < weights.shape[1]:
            raise IndexError(f"{kind} layer {layer} has heads 0 to {weights.shape[1] - 1}, not {head}")
        is_seen = (weights[:, head] > 0).to(weights.dtype)
        weights = weights.clone()
        weights[:, head] = is_seen / is_seen.sum(dim=-1, keepdim=True).clamp(min=1) if is_uniform else 0
        return weights

    return edit


def pin_row(kind: Kind, layer: int, head: int, row: int, key: int) -> Edit:
    """Return an edit that puts the whole weight of one row of a head on one key.

    Decoding token by token passes one row at a time, so the edit counts the rows it has seen: it serves one call only.

    Args:
        kind: of attention.
        layer: counted from 0.
        head: counted from 0.
        row: of the map, counted from 0; a row that is not reached changes nothing.
        key: counted from 0; a key that the map does not have, or that the mask forbids, changes nothing.
    """
    n_seen = 0

    def edit(site: Site, weights: Tensor) -> Tensor:
        nonlocal n_seen
        if site != Site(kind, layer):
            return weights
        place, n_seen = row - n_seen, n_seen + weights.shape[2]
        if not 0 <= place < weights.shape[2] or key >= weights.shape[3] or (kind is Kind.DECODER and key > row):
            return weights
        weights = weights.clone()
        weights[:, head, place] = 0
        weights[:, head, place, key] = 1
        return weights

    return edit
