"""Time from moving the training-step slider to the map of an earlier snapshot, compared to echoing a key."""

from statistics import median

from benchmarks.browser import Target, moves
from benchmarks.server import APP, ECHO, serve
from benchmarks.table import Row
from benchmarks.trained import trained
from model.storage.cache_folders import CACHE_VARIABLE

_SLIDER = ".st-key-training_step"
_N_NEW = 11  # snapshots not shown before, after a warm-up; on the way back they are cached
_KEYS = ("ArrowLeft",) * (1 + _N_NEW) + ("ArrowRight",) * _N_NEW
_SENTENCE = "sentence=she+does+not+like+the+small+black+dog"


def run() -> list[Row]:
    """Measure on the Translate page: step by step back to earlier snapshots, and forward again."""
    with serve(APP, env={CACHE_VARIABLE: trained().folder}) as app, serve(ECHO) as echo:
        page, floor = Target(f"{app}/?{_SENTENCE}", ".st-key-attention"), Target(echo, ".st-key-echo")
        measured = moves(page, floor, _SLIDER, _KEYS)
    rows = []
    for name, part in (("to a new map", measured[:_N_NEW]), ("back", measured[_N_NEW:])):
        painted, echoed = zip(*part, strict=True)
        what = f"training-step slider {name}, median of {len(part)}"
        rows.append(Row(what, median(painted), "ms", median(echoed), median(painted) / median(echoed)))
        slowest = max(painted), max(echoed)
        rows.append(Row(f"training-step slider {name}, slowest", slowest[0], "ms", slowest[1], slowest[0] / slowest[1]))
    return rows
