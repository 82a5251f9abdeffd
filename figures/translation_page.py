"""One self-contained HTML page of a translation, which works without a network; most of it is Plotly's own script."""

import json
import re
from collections.abc import Collection
from pathlib import Path

from plotly.offline import get_plotlyjs

from figures.palette import ATTENTION_SCALE

_TEMPLATE = Path(__file__).with_suffix(".html")


def write_page(record: str, gold: Collection[tuple[int, int]] = ()) -> str:
    """Return a page with all kinds, layers, heads and steps of a record, its candidates, and hover texts.

    Args:
        record: of a translation, as JSON.
        gold: pairs (source, target) of the gold alignment, marked in maps of cross-attention.
    """
    view = json.dumps({"scale": ATTENTION_SCALE, "gold": sorted(gold)})
    parts: dict[str, str] = {"@RECORD@": _hide_marks(record), "@VIEW@": _hide_marks(view), "@PLOTLY@": get_plotlyjs()}
    template = _TEMPLATE.read_text(encoding="utf-8")
    return "".join(parts.get(part, part) for part in re.split(f"({'|'.join(parts)})", template))


def _hide_marks(data: str) -> str:
    """Return JSON that cannot end the script element around it."""
    return data.replace("<", "\\u003c")
