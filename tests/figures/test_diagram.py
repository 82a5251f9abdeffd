"""Tests of the diagram of a block."""

import pytest

from figures.diagram import DiagramStage, diagram
from figures.palette import HIGHLIGHT

STAGES = [
    DiagramStage("x", "3 × 8", "length 2"),
    DiagramStage("relu", "3 × 16", "length 5", group="a"),
    DiagramStage("+", "", ""),
]


def test_every_stage_has_its_number_and_a_sum_its_sign() -> None:
    texts = [note["text"] for note in diagram(STAGES, chosen=0).to_plotly_json()["layout"]["annotations"]]
    assert [text for text in texts if text in {"1 x", "2 relu", "3", "+"}] == ["1 x", "2 relu", "3", "+"]


@pytest.mark.parametrize("chosen", range(len(STAGES)))
def test_the_chosen_stage_is_framed_where_it_is_clicked(chosen: int) -> None:
    figure = diagram(STAGES, chosen=chosen)
    points = figure.data[0]
    (frame,) = (shape for shape in figure.layout.shapes if shape.line.color == HIGHLIGHT)
    assert ((frame.x0 + frame.x1) / 2, (frame.y0 + frame.y1) / 2) == (points.x[chosen], points.y[chosen])


def test_sizes_stand_left_of_the_arrow_and_lengths_right() -> None:
    figure = diagram(STAGES, chosen=0)
    notes = {note.text: note for note in figure.layout.annotations}
    for stage, x in list(zip(STAGES, figure.data[0].x, strict=True))[:2]:
        size, length = notes[stage.size], notes[stage.length]
        assert size.x < x < length.x
        assert (size.xanchor, length.xanchor) == ("right", "left")
