"""Edits of attention weights for one call: ``recording(switch_head_off(...))`` applies them at the taps.

Shapes: B batch, H heads, Q queries, K keys.
"""

from collections.abc import Sequence

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
        _check_head(site, head, weights)
        is_seen = (weights[:, head] > 0).to(weights.dtype)
        weights = weights.clone()
        weights[:, head] = is_seen / is_seen.sum(dim=-1, keepdim=True).clamp(min=1) if is_uniform else 0
        return weights

    return edit


def replace_row(kind: Kind, layer: int, head: int, row: int, weights: Sequence[tuple[int, float]]) -> Edit:
    """Return an edit that gives one row of a head other weights.

    Decoding token by token passes one row at a time, so the edit counts the rows it has seen: it serves one call only.

    Args:
        kind: of attention.
        layer: counted from 0.
        head: counted from 0.
        row: of the map, counted from 0; a row that is not reached changes nothing.
        weights: keys, counted from 0, with their weights, in any unit: the row sums to 1. Keys that the map does not
            have, or that the causal mask of ``Kind.DECODER`` forbids, are left out, and so is a weight of 0; a row
            without any other key stays as it is.

    Raises:
        IndexError: the layer has no such head; raised when the model runs.
    """
    n_seen = 0

    def edit(site: Site, captured: Tensor) -> Tensor:
        nonlocal n_seen
        if site != Site(kind, layer):
            return captured
        _check_head(site, head, captured)
        place, n_seen = row - n_seen, n_seen + captured.shape[2]
        n_keys = min(captured.shape[3], row + 1) if kind is Kind.DECODER else captured.shape[3]
        allowed = [(key, weight) for key, weight in weights if key < n_keys and weight > 0]
        if not 0 <= place < captured.shape[2] or not allowed:
            return captured
        captured = captured.clone()
        captured[:, head, place] = 0
        for key, weight in allowed:
            captured[:, head, place, key] = weight / sum(weight for _, weight in allowed)
        return captured

    return edit


def _check_head(site: Site, head: int, weights: Tensor) -> None:
    if not 0 <= head < weights.shape[1]:
        raise IndexError(f"{site.kind} layer {site.layer} has heads 0 to {weights.shape[1] - 1}, not {head}")
