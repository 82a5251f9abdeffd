"""Attention weights by kind, layer and head, as immutable arrays.

Shapes: B batch, L layers, H heads, Q queries, K keys.
"""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
import torch
from jaxtyping import Float32
from numpy.typing import NDArray
from torch import Tensor

from model.transformer.kind import Kind
from model.transformer.taps import Recorder

Maps = NDArray[np.float32]


class AttentionMaps:
    """Attention weights of one sentence by kind, layer and head; layers and heads are counted from 0.

    Each map is a read-only float32 array (Q, K): a row is a query, a column a key. Each row sums to 1,
    except those of a head that is switched off, which are zeros.
    """

    def __init__(self, maps: Mapping[Kind, Maps]) -> None:
        for weights in maps.values():
            weights.setflags(write=False)
        self._maps = MappingProxyType(dict(maps))

    @classmethod
    def collect(cls, recorder: Recorder, *, is_causal: bool = True) -> "AttentionMaps":
        """Return the maps of every recorded kind; as ``collect_batch``, for a batch of one."""
        return cls({kind: maps[0] for kind, maps in collect_batch(recorder, is_causal=is_causal).items()})

    def __getitem__(self, kind: Kind) -> Float32[np.ndarray, "L H Q K"]:
        """Return all layers and heads of one kind.

        Raises:
            KeyError: the kind was not recorded.
        """
        try:
            return self._maps[kind]
        except KeyError:
            raise KeyError(f"no {kind} attention here, only {', '.join(self._maps)}") from None

    def count_layers(self, kind: Kind) -> int:
        """Return the number of layers with this kind of attention."""
        return self[kind].shape[0]

    def count_heads(self, kind: Kind) -> int:
        """Return the number of heads in each layer of a kind of attention."""
        return self[kind].shape[1]

    def head(self, kind: Kind, layer: int, head: int | None) -> Float32[np.ndarray, "Q K"]:
        """Return one head's map, or with ``head=None`` the mean of the layer's heads.

        Raises:
            KeyError: there is no such layer or head.
        """
        maps, n_layers, n_heads = self[kind], self.count_layers(kind), self.count_heads(kind)
        if not 0 <= layer < n_layers or (head is not None and not 0 <= head < n_heads):
            raise KeyError(f"no layer {layer}, head {head}: there are {n_layers} layers of {n_heads} heads")
        return maps[layer].mean(axis=0) if head is None else maps[layer, head]


def append_mean(maps: Float32[np.ndarray, "L H Q K"]) -> Float32[np.ndarray, "L H_and_mean Q K"]:
    """Return the heads of every layer, and behind them their mean."""
    return np.concatenate((maps, maps.mean(axis=1, keepdims=True)), axis=1)


def collect_batch(recorder: Recorder, *, is_causal: bool = True) -> dict[Kind, Maps]:
    """Stack the recorded weights of every kind into one array (B, L, H, Q, K).

    Each pass adds the rows of its queries. Keys that did not exist at a pass are NaN in its rows.

    Args:
        recorder: of one pass, or of the passes of one decoding.
        is_causal: True if ``Kind.DECODER`` is causal: keys after the query are NaN.
    """
    kinds = {site.kind for site in recorder.captured}
    maps = {kind: _stack_passes(recorder, kind) for kind in Kind if kind in kinds}
    if is_causal and Kind.DECODER in maps:
        np.copyto(maps[Kind.DECODER], np.nan, where=np.triu(np.ones(maps[Kind.DECODER].shape[-2:], dtype=bool), 1))
    return maps


def _stack_passes(recorder: Recorder, kind: Kind) -> Maps:
    layers = [passes for site, passes in recorder.captured.items() if site.kind is kind]  # in the order of the layers
    n_keys = [weights.shape[3] for weights in layers[0] for _ in range(weights.shape[2])]  # of each row
    if min(n_keys) == max(n_keys):
        return _to_array(torch.stack([torch.cat(passes, dim=2) for passes in layers], dim=1))
    rows = _to_array(torch.stack([torch.cat([x.flatten(2) for x in passes], dim=2) for passes in layers], dim=1))
    is_key = np.arange(max(n_keys)) < np.array(n_keys)[:, None]  # (Q, K)
    maps = np.full((*rows.shape[:3], is_key.size), np.nan, dtype=np.float32)
    for head in np.ndindex(rows.shape[:3]):  # one index array per head is faster than a mask over all of them
        maps[head][is_key.ravel()] = rows[head]
    return maps.reshape(*rows.shape[:3], *is_key.shape)


def _to_array(weights: Tensor) -> Maps:
    array: Maps = weights.float().cpu().numpy()
    return array
