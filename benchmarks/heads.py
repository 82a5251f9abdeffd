"""Measuring all heads and attribution methods over sentences, and a keystroke while a head is switched off."""

import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from statistics import median

from benchmarks.browser import Target, interleaved
from benchmarks.server import APP, serve
from benchmarks.table import Row
from benchmarks.timing import threads
from benchmarks.trained import load_translator, trained
from model.storage.cache_folders import CACHE_VARIABLE

_N_SENTENCES = 1000
_N_ATTRIBUTED = 100
_SENTENCES = (
    "we| love| cheese|",
    "the old| queen| love|s| the black| cat|s|",
    "does| her| teacher| read| these| book|s|",
)


def run() -> list[Row]:
    """Measure with the default model."""
    from model.analysis.agreement_report import measure_agreement
    from model.analysis.head_importance import measure_importance
    from model.analysis.head_report import report_heads
    from model.corpus import toy_corpus

    pairs, translator = toy_corpus().held_out[:_N_SENTENCES], load_translator(Path(trained().folder))
    with threads(1):
        measured = _time(lambda: report_heads(translator, pairs))
        important = _time(lambda: list(measure_importance(translator, pairs)))
        sentences = [pair.source for pair in pairs[:_N_ATTRIBUTED]]
        attributed = _time(lambda: list(measure_agreement(translator, sentences)))
    with _serve() as app, _serve() as other:  # one would find in its cache what the other page has translated
        targets = {
            "on": Target(app, ".st-key-attention"),
            "off": Target(f"{other}?off=cross-2-1", ".st-key-attention"),
        }
        strokes = interleaved(targets, _SENTENCES)
    on, off = (median(stroke.painted for stroke in strokes[name]) for name in ("on", "off"))
    return [
        Row(f"all measures of heads over {_N_SENTENCES:,} sentences", measured, "s", goal=10),
        Row(f"importance of all heads over {_N_SENTENCES:,} sentences", important, "s"),
        Row(f"attribution methods for every word of {_N_ATTRIBUTED} translations", attributed, "s"),
        Row("key to heatmap with a head switched off, median, to without", off, "ms", on, off / on, 1.5),
    ]


def _serve() -> AbstractContextManager[str]:
    return serve(APP, env={CACHE_VARIABLE: trained().folder}, module=("streamlit", "run"))


def _time(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
