"""The picture of what attention costs."""

from figures.cost import cost

LENGTHS, SOFTMAX, LINEAR = [1, 10, 100], [20.0, 2e3, 2e5], [30.0, 300.0, 3e3]


def spans(measured: list[tuple[int, float, float]]) -> list[tuple[int, int]]:
    layout = cost(LENGTHS, SOFTMAX, LINEAR, unit="operations", measured=measured).layout
    return [tuple(layout[axis].range) for axis in ("yaxis", "yaxis2")]


def test_a_decade_is_as_tall_on_both_axes() -> None:
    for measured in ([(10, 0.03, 0.2), (100, 7.0, 0.9)], [(10, 1e-4, 5.0), (100, 1e5, 2.0)]):
        counted, timed = spans(measured)
        assert counted[1] - counted[0] == timed[1] - timed[0]
        assert 10 ** counted[0] <= 20 < 2e5 <= 10 ** counted[1]
        times = [time for point in measured for time in point[1:]]
        assert 10 ** timed[0] <= min(times) < max(times) <= 10 ** timed[1]


def test_without_times_there_is_one_axis() -> None:
    assert spans([])[0] == (1, 6)
    assert not cost(LENGTHS, SOFTMAX, LINEAR, unit="operations").layout.yaxis2.visible
