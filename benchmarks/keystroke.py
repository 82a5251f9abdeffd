"""From a key to the painted heatmap and to the page at rest, against a page that only repeats the sentence."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from statistics import median

from benchmarks.browser import Keystroke, Target, interleaved
from benchmarks.server import APP, CACHE_VARIABLE, ECHO, serve
from benchmarks.table import Row
from benchmarks.timing import percentile
from benchmarks.trained import trained

# Every | stands behind a key that completes a word, so that every map changes there.
_SENTENCES = (
    "we| love| cheese|",
    "the old| queen| love|s| the black| cat|s|",
    "i| do not| eat| fish| and| he| hates| soup|",
    "does| her| teacher| read| these| book|s|",
    "my| small| friend| watches| the cold| star|s|",
    "paul| sees| zorbex | in| the red| garden|",
    "they| find| your| beautiful| house| and| school|",
    "these| women| want| hot| coffee| with| milk|",
    "is| the sick| child| very| tired|",
)


def run() -> list[Row]:
    """Idle, with a trained model; then while a training goes on in the server that is typed into."""
    idle = _type_into({CACHE_VARIABLE: trained().folder}, ("streamlit", "run"), _SENTENCES)
    with tempfile.TemporaryDirectory() as empty:
        busy = _type_into({CACHE_VARIABLE: empty}, ("benchmarks.training_server",), _SENTENCES[:6])
    painted, echoed = _painted(idle["app"]), _painted(idle["echo"])
    settled, echo_settled = _settled(idle["app"]), _settled(idle["echo"])
    busy_painted, busy_echoed = _painted(busy["app"]), _painted(busy["echo"])
    return [
        _row(f"key to heatmap, median of {len(painted)}", median(painted), median(echoed), 1.5),
        _row("key to heatmap, 95th percentile", _p95(painted), _p95(echoed), 2.0),
        _row("key to page settled, median", median(settled), median(echo_settled), 2.2),
        _row("key to page settled, 95th percentile", _p95(settled), _p95(echo_settled)),
        _row(f"… heatmap while training, median of {len(busy_painted)}: to idle",
             median(busy_painted), median(painted), 1.5),
        _row("… heatmap while training, 95th percentile: to idle", _p95(busy_painted), _p95(painted)),
        _row("… heatmap while training, median: to the echo then", median(busy_painted), median(busy_echoed)),
    ]  # fmt: skip


def _type_into(env: Mapping[str, str], module: Sequence[str], sentences: Sequence[str]) -> dict[str, list[Keystroke]]:
    with serve(APP, env=env, module=module) as app, serve(ECHO) as echo:
        return interleaved({"echo": Target(echo, ".st-key-echo"), "app": Target(app, ".st-key-attention")}, sentences)


def _painted(strokes: Sequence[Keystroke]) -> list[float]:
    return [stroke.painted for stroke in strokes]


def _settled(strokes: Sequence[Keystroke]) -> list[float]:
    return [stroke.settled for stroke in strokes]


def _p95(values: Sequence[float]) -> float:
    return percentile(values, 0.95)


def _row(what: str, ours: float, floor: float, goal: float | None = None) -> Row:
    return Row(what, ours, "ms", floor, ours / floor, goal)
