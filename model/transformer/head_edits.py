"""Edits of attention weights for one call: ``recording(switch_head_off(...))`` applies them at the taps."""

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
