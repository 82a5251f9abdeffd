"""Tests of the diagram of a block."""

from figures.diagram import DiagramStage, diagram


def test_every_stage_has_its_number_and_a_sum_its_sign() -> None:
    stages = [DiagramStage("x", "3 × 8", ""), DiagramStage("relu", "3 × 8", "", group="a"), DiagramStage("+", "", "")]
    texts = [note["text"] for note in diagram(stages, chosen=0).to_plotly_json()["layout"]["annotations"]]
    assert [text for text in texts if text in {"1 x", "2 relu", "3", "+"}] == ["1 x", "2 relu", "3", "+"]
