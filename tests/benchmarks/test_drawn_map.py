"""The map that a benchmark reads from a page."""

from pathlib import Path

import numpy as np

from benchmarks.drawn_map import DrawnMap, Reference
from model.inference.attention_maps import AttentionMaps
from model.inference.translation import DecodingStep, Translation
from model.transformer.kind import Kind
from ui.widgets.head_selector import HeadChoice
from ui.widgets.map_view import MapView


def test_the_name_of_a_map_with_changes_tells_its_head() -> None:
    maps = AttentionMaps({Kind.CROSS: np.zeros((1, 2, 1, 2), np.float32)})
    record = Translation(("the", "cat"), (DecodingStep("<bos>", "le", 1.0, ()),), maps, is_complete=True)
    view = MapView(record, HeadChoice(Kind.CROSS, 0, 1), 1, notes=("a head is off",))
    drawn = DrawnMap(record.source, view.weights, view.describe("rows", "columns"))
    assert drawn.layer == 1
    assert Reference(Path()).is_right(drawn, head=2)
    assert not Reference(Path()).is_right(drawn, head=1)
