"""The attention of Hugging Face's models with our taps: every weight passes the recorder of the current context.

``transformers`` lets a model name the function that computes its attention. Ours is its eager one, with a tap after
the softmax, so maps are recorded and edited as in ``model.transformer``.

Shapes: B batch, H heads, Q queries, K keys, E width of a head.
"""

from collections.abc import Iterator
from itertools import chain

from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface, PreTrainedModel
from transformers.masking_utils import eager_mask

from model.transformer.kind import Kind, Site
from model.transformer.taps import deliver

TAPPED = "tapped"  # the name of this attention for ``transformers``
_SITE = "attention_site"  # attribute of an attention module


def attend(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    position_bias: Tensor | None = None,
    **_options: object,
) -> tuple[Tensor, Tensor]:
    """Compute scaled dot-product attention without dropout, and pass its weights through the tap of the module.

    Args:
        module: marked by ``mark_sites``.
        query: (B, H, Q, E).
        key: (B, H, K, E).
        value: (B, H, K, E).
        attention_mask: added to the scores, None for no mask.
        scaling: of the scores; 1 / sqrt(E) by default.
        position_bias: added to the scores (T5).

    Returns:
        The output (B, Q, H, E) and the weights (B, H, Q, K).
    """
    scores = query @ key.transpose(2, 3) * (query.shape[-1] ** -0.5 if scaling is None else scaling)
    for bias in (position_bias, attention_mask):
        scores = scores if bias is None else scores + bias
    weights = deliver(getattr(module, _SITE), scores.softmax(dim=-1))
    return (weights @ value).transpose(1, 2).contiguous(), weights


AttentionInterface.register(TAPPED, attend)
AttentionMaskInterface.register(TAPPED, eager_mask)


def mark_sites(model: PreTrainedModel) -> None:
    """Tell every attention of an encoder-decoder its kind and layer."""
    for site, module in _list_attentions(model):
        setattr(module, _SITE, site)


def _list_attentions(model: PreTrainedModel) -> Iterator[tuple[Site, nn.Module]]:
    for stack, own in ((model.get_encoder(), Kind.ENCODER), (model.get_decoder(), Kind.DECODER)):
        for number, layer in enumerate(_list_layers(stack)):
            names = {name.rpartition(".")[2]: module for name, module in layer.named_modules()}
            for name, kind in _KINDS.items():
                if name in names:
                    yield Site(kind or own, number), names[name]


# The modules of a layer that attend, in all families; None is self-attention of the stack's own kind.
_KINDS = {"self_attn": None, "SelfAttention": None, "encoder_attn": Kind.CROSS, "EncDecAttention": Kind.CROSS}


def _list_layers(stack: nn.Module) -> nn.ModuleList:
    layers = chain(*(getattr(stack, name, ()) for name in ("layers", "block")))  # the latter in T5
    return nn.ModuleList(layers)
