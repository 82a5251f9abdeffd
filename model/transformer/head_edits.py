"""Edits of attention weights for one call: ``recording(switch_head_off(...))`` applies them at the taps."""

from torch import Tensor

from model.transformer.kind import Kind, Site
from model.transformer.taps import Edit


def switch_head_off(kind: Kind, layer: int, head: int) -> Edit:
    """Return an edit that sets the weights of one head to 0, so that it adds nothing to the output.

    Raises:
        IndexError: the layer has no such head; raised when the model runs.
    """

    def edit(site: Site, weights: Tensor) -> Tensor:
        if site != Site(kind, layer):
            return weights
        if not 0 <= head < weights.shape[1]:
            raise IndexError(f"{kind} layer {layer} has heads 0 to {weights.shape[1] - 1}, not {head}")
        weights = weights.clone()
        weights[:, head] = 0
        return weights

    return edit
