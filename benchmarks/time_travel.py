"""Time from moving the training-step slider to the map of an earlier snapshot, compared to echoing a key."""

from __future__ import annotations

from statistics import median

from benchmarks.browser import Target, moves
from benchmarks.server import APP, CACHE_VARIABLE, ECHO, serve
from benchmarks.table import Row
from benchmarks.timing import percentile
from benchmarks.trained import trained

_SLIDER = ".st-key-training_step"
_KEYS = ("ArrowLeft",) * 12 + ("ArrowRight",) * 11  # on the way back the snapshots are cached
_SENTENCE = "sentence=she+does+not+like+the+small+black+dog"


def run() -> list[Row]:
    """Measure on the Translate page: step by step back to earlier snapshots, and forward again."""
    with serve(APP, env={CACHE_VARIABLE: trained().folder}) as app, serve(ECHO) as echo:
        page, floor = Target(f"{app}/?{_SENTENCE}", ".st-key-attention"), Target(echo, ".st-key-echo")
        measured = moves(page, floor, _SLIDER, _KEYS)
    painted, echoed = zip(*measured, strict=True)
    p95 = percentile(painted, 0.95), percentile(echoed, 0.95)
    return [
        Row(f"training-step slider to heatmap, median of {len(painted)}", median(painted), "ms", median(echoed),
            median(painted) / median(echoed)),
        Row("training-step slider to heatmap, 95th percentile", p95[0], "ms", p95[1], p95[0] / p95[1]),
    ]  # fmt: skip
