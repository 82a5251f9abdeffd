"""Tests of learning curves."""

from itertools import chain
from typing import Any

import pytest

from figures.attention_cost import attention_cost
from figures.learning_curves import Curve, loss_curves, score_curves
from figures.line_chart import line_chart
from figures.palette import FIRST, LINE_COLORS, RUN_COLORS, SECOND, TRAINING_DASH

CURVES = [
    Curve("with, training", [0, 1, 20], [float("nan"), 5.0, 2.4], FIRST, is_training=True),
    Curve("without, held-out", [0, 1, 20], [5.1, 5.0, 0.001], SECOND),
]


def test_every_curve_is_drawn_and_named() -> None:
    figure = loss_curves(CURVES, n_steps=20)
    assert [list(line.y)[1:] for line in figure.data] == [[5.0, 2.4], [5.0, 0.001]]
    assert [line.line.color for line in figure.data] == [FIRST, SECOND]
    assert figure.data[1].hovertemplate.startswith("without, held-out, step %{x}")


def test_on_all_pages_a_dashed_line_is_measured_on_training_sentences() -> None:
    for draw in (loss_curves, score_curves):
        assert [line.line.dash for line in draw(CURVES, n_steps=20).data] == [TRAINING_DASH, "solid"]
    others = (
        line_chart({name: [1.0, 2.0] for name in "abcd"}, x="", y=""),
        attention_cost([1, 2], [1, 4], [2, 4]),
    )
    for figure in others:
        assert {line.line.dash for line in figure.data if line.mode.startswith("lines")} <= {None, "solid"}


def test_the_quantities_of_two_runs_have_colours_of_their_own() -> None:
    assert sorted(chain(*RUN_COLORS)) == sorted(set(LINE_COLORS))


@pytest.mark.parametrize("draw", [loss_curves, score_curves])
def test_the_axes_do_not_depend_on_the_progress_of_training(draw: Any) -> None:
    early, late = (draw([Curve("a", steps, [1.0] * len(steps), FIRST)], n_steps=400) for steps in ([0], [0, 400]))
    assert early.layout.xaxis.range == late.layout.xaxis.range == (0, 400)
    assert early.layout.yaxis.range == late.layout.yaxis.range
    assert early.layout.yaxis.type == ("log" if draw is loss_curves else None)


def test_the_axis_of_losses_ends_where_it_is_told_and_has_a_tick_at_each_power_of_ten() -> None:
    axis = loss_curves(CURVES, n_steps=20, lowest=0.0005).layout.yaxis
    assert 10 ** axis.range[0] == pytest.approx(0.0005)
    assert axis.ticktext == ("0.001", "0.01", "0.1", "1", "10")


def test_a_loss_beyond_the_axis_extends_it_by_whole_decades() -> None:
    losses = [Curve("a", [0, 1, 2, 3], [40.0, 0.0, float("inf"), 0.0002], FIRST)]
    axis = loss_curves(losses, n_steps=3).layout.yaxis
    assert axis.range == (-4, 2)
    assert axis.ticktext == ("0.0001", "0.001", "0.01", "0.1", "1", "10", "100")


def test_the_chosen_step_is_marked() -> None:
    (mark,) = score_curves(CURVES, n_steps=20, chosen=5).layout.shapes
    assert mark.x0 == mark.x1 == 5
    assert not score_curves(CURVES, n_steps=20).layout.shapes


def test_a_loss_beyond_all_numbers_is_drawn_without_it() -> None:
    curve = Curve("loss", [1, 2], [1.7e308, 2.0], FIRST)
    assert loss_curves([curve], n_steps=2).layout.yaxis.range[1] == 1


def test_a_single_report_is_a_point_and_a_curve_without_values_is_empty() -> None:
    single, none = Curve("a", [1], [2.0], FIRST), Curve("b", [1], [float("nan")], SECOND)
    assert [line.mode for line in loss_curves([single, *CURVES], n_steps=20).data] == ["markers", "lines", "lines"]
    assert [curve.is_empty for curve in (single, none, *CURVES)] == [False, True, False, False]


def test_the_end_of_label_smoothing_is_marked_and_named_among_the_losses() -> None:
    figure = loss_curves(CURVES, n_steps=20, chosen=3, smoothing_end=14)
    assert [(line.x0, line.x1, line.line.dash) for line in figure.layout.shapes] == [(3, 3, None), (14, 14, "dot")]
    assert [(note.x, note.text) for note in figure.layout.annotations] == [(14, "label smoothing ends")]
    assert not loss_curves(CURVES, n_steps=20).layout.annotations
