"""A figure that is written out as it was described, and checked by Plotly only where somebody reads or changes it.

Checking every property of a description takes longer than drawing it; the tests check every figure instead.
"""

import base64
from typing import Any

import numpy as np
import plotly.graph_objects as go

_TYPED_ARRAYS = (np.float32, np.float64)  # written as bytes; other arrays as lists: plotly.js reads no int64


class PlainFigure(go.Figure):  # type: ignore[misc]  # Plotly has no types
    """A figure from one plain dictionary with the keys ``data`` and ``layout``, without Plotly's default template.

    Everything that ``go.Figure`` offers works; the first use of its parts checks them.
    """

    def __init__(self, plain: dict[str, Any]) -> None:
        self._plain, self._is_checked = plain, False

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or self.__dict__.get("_is_checked", True):
            raise AttributeError(f"{type(self).__name__} has no attribute {name}")
        self._is_checked = True
        super().__init__(self._plain)
        return getattr(self, name)

    def with_cells(self, **properties: Any) -> "PlainFigure":
        """Return the figure with other properties of its first trace."""
        cells, *others = self._plain["data"]
        return PlainFigure(self._plain | {"data": [cells | properties, *others]})

    def to_dict(self) -> dict[str, Any]:
        """Return the figure as JSON holds it; arrays as Plotly's base64 objects."""
        if self._is_checked:
            written: dict[str, Any] = super().to_dict()
            return written
        traces = [{name: _encode(value) for name, value in trace.items()} for trace in self._plain["data"]]
        return self._plain | {"data": traces}


def _encode(value: object) -> object:
    if not isinstance(value, np.ndarray) or value.dtype not in _TYPED_ARRAYS:
        return value
    value = value.astype(value.dtype.newbyteorder("<"), copy=False)
    bdata = base64.b64encode(value.tobytes()).decode()
    return {"dtype": value.dtype.str[1:], "bdata": bdata, "shape": ", ".join(map(str, value.shape))}
