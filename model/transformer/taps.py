"""Taps inside the model, and the recorder that listens to them.

A tap is an identity module at the end of each attention's softmax. Its forward hook is registered once, when the
model is built, and delivers to the recorder of the *current context*: one shared model serves many threads at once
and none sees another's maps. Nothing is kept on a module, and a recorder is forgotten even after an exception.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from torch import Tensor, nn

from model.transformer.kind import Kind, Site

# An edit may change the weights of one site, (B, H, Q, K), for the length of one recording.
Edit = Callable[[Site, Tensor], Tensor]


def head_off(kind: Kind, layer: int, head: int) -> Edit:
    """Switch one head off: its weights become 0, so it adds nothing to the output.

    Raises:
        IndexError: when the model runs, if the layer has no such head.
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


@dataclass(slots=True)
class Recorder:
    """Collects, per site, what each forward pass put through its tap, after the edits.

    Attributes:
        edits: what is done to the weights.
        sites: where to listen; None is everywhere.
        captured: the weights (B, H, Q, K) of each pass, in order.
    """

    edits: Sequence[Edit] = ()
    sites: Collection[Site] | None = None
    captured: dict[Site, list[Tensor]] = field(default_factory=dict)

    def receive(self, site: Site, weights: Tensor) -> Tensor:
        """Edit the weights (B, H, Q, K) of one site, keep a detached copy, and pass them on."""
        for edit in self.edits:
            weights = edit(site, weights)
        self.captured.setdefault(site, []).append(weights.detach())
        return weights


_recorder: ContextVar[Recorder | None] = ContextVar("recorder", default=None)


def is_recording(site: Site) -> bool:
    """Whether the current context has a recorder that listens at this site."""
    recorder = _recorder.get()
    return recorder is not None and (recorder.sites is None or site in recorder.sites)


@contextmanager
def recording(*edits: Edit, sites: Collection[Site] | None = None) -> Iterator[Recorder]:
    """Listen to every tap, of whichever model runs in this context, until the block ends.

    Args:
        edits: what is done to the weights on their way.
        sites: listen here alone, and let the other attentions take the fast way; None is everywhere.
    """
    recorder = Recorder(edits, sites)
    token = _recorder.set(recorder)
    try:
        yield recorder
    finally:
        _recorder.reset(token)


class Tap(nn.Module):
    """Identity over attention weights (B, H, Q, K) whose forward hook feeds the current recorder."""

    def __init__(self, site: Site) -> None:
        super().__init__()
        self.site = site
        self.register_forward_hook(_deliver)

    def forward(self, weights: Tensor) -> Tensor:
        """Return the weights as they are; a recorder may replace them on the way out."""
        return weights


def _deliver(tap: nn.Module, _inputs: tuple[Tensor, ...], weights: Tensor) -> Tensor:
    recorder = _recorder.get()
    return weights if recorder is None or not isinstance(tap, Tap) else recorder.receive(tap.site, weights)
