"""The overview of all heads, each with its score, and a line that explains the scores."""

from collections.abc import Callable, Collection

import numpy as np
from streamlit.delta_generator import DeltaGenerator

from figures.tile_labels import TileLabels, label_alignment, label_offsets
from figures.tiles import tiles_height
from model.analysis.head_offsets import name_offset
from model.corpus import Pair
from model.training.snapshot import Snapshot
from model.transformer.config import AttentionSizes
from model.transformer.kind import Kind
from ui.runs import cached_records
from ui.runs.pretrained_snapshot import PretrainedSnapshot
from ui.runs.shown_run import ShownRun, ShownSnapshot
from ui.shell import turns
from ui.widgets import heads_overview
from ui.widgets.headings import show_remark
from ui.widgets.map_view import MapView

_ABOUT_ALIGNMENT = (
    "Aligned: how often, over held-out sentences with all heads on, the largest weight is on the word translated."
    " ★ marks the best of the heads that are on, italics the mean."
)
_ABOUT_OFFSETS = (
    "Offset: where the largest weight of a row is most often, and in which share of the rows of held-out sentences that"
    " have a token there. "
)
_ABOUT_ZERO = {
    Kind.CROSS: "It is the position of the source token minus that of the generated token.",
    Kind.ENCODER: "0 is the token itself, −1 one token back.",
    Kind.DECODER: "0 is the token fed in, −1 one token back.",
}
DELAY = 0.04  # seconds in which the big map reaches the screen before the overview is sent


def place_scored_overview(run: ShownRun, config: AttentionSizes, kind: Kind) -> DeltaGenerator:
    """Return an empty place for the overview, and explain below it the scores that it will have."""
    has_scores = bool(run.corpus.held_out)
    place = heads_overview.place(config, kind, has_labels=has_scores)
    if has_scores:
        is_aligned = kind is Kind.CROSS and run.corpus.has_held_out_links
        show_remark(_ABOUT_ALIGNMENT if is_aligned else _ABOUT_OFFSETS + _ABOUT_ZERO[kind])
    return place


def draw_scored_overview(
    run: ShownRun,
    snapshot: ShownSnapshot,
    view: MapView,
    *,
    is_stretched: bool,
    gold: Pair | None,
    off: Collection[tuple[int, int]],
    on_click: Callable[[], None],
) -> None:
    """Draw all heads with their scores, after a pause in which the big map reaches the screen."""
    turns.pause(DELAY)
    kind = view.choice.kind
    labels = None if isinstance(snapshot, PretrainedSnapshot) else _label_tiles(run, snapshot, kind, off)
    n_layers = snapshot.translator.model.config.count_layers(kind)
    height = tiles_height(n_layers, has_labels=bool(run.corpus.held_out))
    view.draw_overview(is_stretched=is_stretched, labels=labels, gold=gold, off=off, height=height, on_click=on_click)


def _label_tiles(run: ShownRun, snapshot: Snapshot, kind: Kind, off: Collection[tuple[int, int]]) -> TileLabels | None:
    """Return the scores of the heads: alignment accuracy where there are gold links, else where most rows look."""
    if kind is Kind.CROSS and (scores := cached_records.score_heads(snapshot, run)) is not None:
        return label_alignment(scores, off)
    measures = cached_records.measure_offsets(snapshot, run, kind)
    if measures is None:
        return None
    return label_offsets(np.vectorize(name_offset)(measures.best_offset), measures.offset_share, off)
