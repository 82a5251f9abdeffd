"""Attention weights by kind, layer and head, as immutable arrays."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from jaxtyping import Float32
from numpy.typing import NDArray

from model.transformer.kind import Kind

Maps = NDArray[np.float32]


class AttentionMaps:
    """Attention weights by kind, layer and head, layers and heads counted from 0.

    Each map is a read-only float32 array (Q, K): a row a query, a column a key, each row summing to 1.
    """

    def __init__(self, maps: Mapping[Kind, Maps]) -> None:
        for weights in maps.values():
            weights.setflags(write=False)
        self._maps = MappingProxyType(dict(maps))

    def __getitem__(self, kind: Kind) -> Float32[np.ndarray, "L H Q K"]:
        """All layers and heads of one kind.

        Raises:
            KeyError: naming the kinds that exist.
        """
        try:
            return self._maps[kind]
        except KeyError:
            raise KeyError(f"no {kind} attention here, only {', '.join(self._maps)}") from None

    def head(self, kind: Kind, layer: int, head: int | None) -> Float32[np.ndarray, "Q K"]:
        """One head's map, or with ``head=None`` the mean of the layer's heads.

        Raises:
            KeyError: naming the layers and heads that exist.
        """
        maps = self[kind]
        n_layers, n_heads = maps.shape[:2]
        if not 0 <= layer < n_layers or (head is not None and not 0 <= head < n_heads):
            raise KeyError(f"no layer {layer}, head {head}: there are {n_layers} layers of {n_heads} heads")
        return maps[layer].mean(axis=0) if head is None else maps[layer, head]
