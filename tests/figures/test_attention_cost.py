"""Tests of the attention cost chart."""

from figures.attention_cost import attention_cost

LENGTHS, SOFTMAX, LINEAR = [1, 10, 100], [20.0, 2e3, 2e5], [30.0, 300.0, 3e3]


def spans(measured: list[tuple[int, float, float]]) -> list[tuple[int, int]]:
    layout = attention_cost(LENGTHS, SOFTMAX, LINEAR, measured=measured).layout
    return [tuple(layout[axis].range) for axis in ("yaxis", "yaxis2")]


def test_a_decade_is_as_tall_on_both_axes() -> None:
    for measured in ([(10, 0.03, 0.2), (100, 7.0, 0.9)], [(10, 1e-4, 5.0), (100, 1e5, 2.0)]):
        counted, timed = spans(measured)
        assert counted[1] - counted[0] == timed[1] - timed[0]
        assert 10 ** counted[0] <= 20 < 2e5 <= 10 ** counted[1]
        times = [time for point in measured for time in point[1:]]
        assert 10 ** timed[0] <= min(times) < max(times) <= 10 ** timed[1]


def test_equal_times_have_a_decade() -> None:
    timed = spans([(64, 1.0, 1.0)])[1]
    assert timed[0] <= 0 < timed[1]


def test_without_times_there_is_one_axis() -> None:
    assert spans([])[0] == (1, 6)
    assert not attention_cost(LENGTHS, SOFTMAX, LINEAR).layout.yaxis2.visible


def test_costs_are_drawn_on_logarithmic_axes() -> None:
    figure = attention_cost([1, 2], [1, 4], [2, 4], measured=[(2, 0.1, 0.2)])
    assert figure.layout.xaxis.type == figure.layout.yaxis.type == figure.layout.yaxis2.type == "log"
    assert list(figure.data[2].y) == [0.1]
    names = ["softmax", "linear", "softmax, measured", "linear, measured"]
    assert [trace.name for trace in figure.data] == names, "the legend of a saved picture"
