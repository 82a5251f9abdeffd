"""Operation counts grow with the sequence length as they should."""

from model.lab.attention_cost import count_linear_operations, count_softmax_operations, measure_times


def test_linear_attention_grows_with_the_length_and_softmax_with_its_square() -> None:
    assert count_linear_operations(2000, 2000, 16, 16) == 10 * count_linear_operations(200, 200, 16, 16)
    assert count_softmax_operations(2000, 2000, 16, 16) == 100 * count_softmax_operations(200, 200, 16, 16)


def test_values_may_be_wider_than_keys() -> None:
    assert next(measure_times(2, 5)).length == 64
