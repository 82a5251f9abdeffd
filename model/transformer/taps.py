"""Taps inside the model, and the recorder that collects and edits attention weights.

A tap is an identity module after the softmax of each attention. Its forward hook is registered once, when the model
is built, and delivers to the recorder of the *current context*: one shared model serves many threads at once and none
sees another's maps. No module stores weights, and a recorder is removed even after an exception.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from torch import Tensor, nn

from model.transformer.kind import Site

# Returns the weights (B, H, Q, K) of one site, changed or as they are.
Edit = Callable[[Site, Tensor], Tensor]


@dataclass(slots=True)
class Recorder:
    """The attention weights of all forward passes in one context.

    Attributes:
        edits: applied to the weights, in order.
        sites: the recorded sites; None is all.
        captured: per site the edited weights (B, H, Q, K) of each pass, in order.
    """

    edits: Sequence[Edit] = ()
    sites: Collection[Site] | None = None
    captured: dict[Site, list[Tensor]] = field(default_factory=dict)

    def receive(self, site: Site, weights: Tensor) -> Tensor:
        """Edit the weights (B, H, Q, K) of one site, keep them detached, and return them."""
        for edit in self.edits:
            weights = edit(site, weights)
        self.captured.setdefault(site, []).append(weights.detach())
        return weights


_recorder: ContextVar[Recorder | None] = ContextVar("recorder", default=None)


def is_recording(site: Site) -> bool:
    """Return True if the current context has a recorder for this site."""
    recorder = _recorder.get()
    return recorder is not None and (recorder.sites is None or site in recorder.sites)


def deliver(site: Site, weights: Tensor) -> Tensor:
    """Pass weights (B, H, Q, K) through the recorder of the current context, if it records this site."""
    recorder = _recorder.get()
    return recorder.receive(site, weights) if recorder is not None and is_recording(site) else weights


@contextmanager
def recording(*edits: Edit, sites: Collection[Site] | None = None) -> Iterator[Recorder]:
    """Record the taps of any model that runs in this context, until the block ends.

    Args:
        edits: applied to the weights, in order.
        sites: record these only, and let other attentions use the fused kernel; None is all.
    """
    recorder = Recorder(edits, sites)
    token = _recorder.set(recorder)
    try:
        yield recorder
    finally:
        _recorder.reset(token)


class Tap(nn.Module):
    """Identity over attention weights (B, H, Q, K); its forward hook feeds the current recorder."""

    def __init__(self, site: Site) -> None:
        super().__init__()
        self.site = site
        self.register_forward_hook(_deliver)

    def forward(self, weights: Tensor) -> Tensor:
        """Return the weights as they are; the hook may replace them."""
        return weights


def _deliver(tap: nn.Module, _inputs: tuple[Tensor, ...], weights: Tensor) -> Tensor:
    return deliver(tap.site, weights) if isinstance(tap, Tap) else weights
