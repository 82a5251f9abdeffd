"""Tests of learning curves."""

from figures.learning_curves import Curve, loss_curves
from figures.palette import FIRST, SECOND

CURVES = [
    Curve("with, training", [0, 1, 20], [float("nan"), 5.0, 2.4], FIRST),
    Curve("without, held-out", [0, 1, 20], [5.1, 5.0, 0.001], SECOND, is_dotted=True),
]


def test_every_curve_is_drawn_and_named() -> None:
    figure = loss_curves(CURVES, n_steps=20)
    assert [list(line.y)[1:] for line in figure.data] == [[5.0, 2.4], [5.0, 0.001]]
    assert [line.line.dash for line in figure.data] == ["solid", "dot"]
    assert [line.line.color for line in figure.data] == [FIRST, SECOND]
    assert figure.data[1].hovertemplate.startswith("without, held-out, step %{x}")


def test_the_axes_do_not_depend_on_the_progress_of_training() -> None:
    early, late = (
        loss_curves([Curve("a", steps, [1.0] * len(steps), FIRST)], n_steps=400) for steps in ([0], [0, 400])
    )
    assert early.layout.xaxis.range == late.layout.xaxis.range == (0, 400)
    assert early.layout.yaxis.range == late.layout.yaxis.range
    assert early.layout.yaxis.type == "log"
