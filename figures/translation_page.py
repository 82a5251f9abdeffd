"""One self-contained HTML page of a translation, which works without a network.

Plotly's script and the weights are compressed; the browser inflates them. The script is the whole bundle, because the
Python package of Plotly contains no smaller one; compressed it takes 1.9 MB.

Shapes: L layers, H heads, Q queries, K keys.
"""

import json
import re
import zlib
from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float32
from plotly.offline import get_plotlyjs

from figures.palette import ATTENTION_SCALE

_TEMPLATE = Path(__file__).with_suffix(".html")
# Weights are 16-bit whole numbers, far finer than colours and hover texts.
_ONE, _BLANK = 65_534, 65_535


def write_page(
    sentence: str,
    record: Mapping[str, Any],
    maps: Mapping[str, Float32[np.ndarray, "L H Q K"]],
    step_labels: Sequence[str],
    *,
    gold: Collection[tuple[int, int]] = (),
    changes: Sequence[str] = (),
    language: str = "",
    shown: tuple[str, int, int | None, int] | None = None,
    framed: int | None = None,
) -> str:
    """Return a page with all kinds, layers, heads and steps of a record, its candidates, and hover texts.

    Args:
        sentence: the source as text, the title of the page.
        record: of a translation without its maps, as JSON values.
        maps: weights by the names of their kinds; NaN cells stay blank.
        step_labels: of the rows of decoder maps.
        gold: pairs (source, target) of the gold alignment, marked in maps of cross-attention.
        changes: what was changed in the decoding, a few words each.
        language: in which screen readers speak the generated tokens, as a BCP 47 tag; empty if it is not known.
        shown: kind, layer and head, counted from 0, or None for the mean of heads, and step, counted from 1, at which
            the page opens; by default the last layer's mean and the last step of the first kind.
        framed: source token, counted from 1, whose row of encoder maps is framed at first; None for none.
    """
    view = {"scale": ATTENTION_SCALE, "gold": sorted(gold), "one": _ONE, "blank": _BLANK, "language": language}
    view |= {"step_labels": step_labels, "shown": shown, "framed": framed}
    packed = {kind: _pack(weights) for kind, weights in maps.items()}
    parts: dict[str, str] = {
        "@SENTENCE@": escape(sentence),
        "@CHANGES@": escape(f"Decoded with changes: {'; '.join(changes)}." if changes else ""),
        "@RECORD@": _write_data({**record, "maps": packed}),
        "@VIEW@": _write_data(view),
        "@PLOTLY@": _pack_plotly(),
    }
    template = _TEMPLATE.read_text(encoding="utf-8")
    return "".join(parts.get(part, part) for part in re.split(f"({'|'.join(parts)})", template))


@cache
def _pack_plotly() -> str:
    return _compress(get_plotlyjs().encode())


def _pack(weights: Float32[np.ndarray, "L H Q K"]) -> dict[str, Any]:
    codes = np.where(np.isnan(weights), _BLANK, np.rint(weights * _ONE)).astype(np.uint16)
    # The high bytes of neighbouring weights resemble each other: they compress better together.
    planes = np.stack([codes >> 8, codes & 255]).astype(np.uint8)
    return {"shape": weights.shape, "codes": _compress(planes.tobytes())}


def _compress(content: bytes) -> str:
    return b64encode(zlib.compress(content, level=9)).decode()


def _write_data(data: Mapping[str, Any]) -> str:
    """Return JSON that cannot end the script element around it."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
