"""Operations are counted one by one, and grow with the sequence length as they should."""

from model.lab.attention_cost import count_linear_operations, count_softmax_operations, measure_times


def test_linear_attention_grows_with_the_length_and_softmax_with_its_square() -> None:
    assert count_linear_operations(2000, 2000, 16, 16) == 10 * count_linear_operations(200, 200, 16, 16)
    assert count_softmax_operations(2000, 2000, 16, 16) == 100 * count_softmax_operations(200, 200, 16, 16)


def test_values_may_be_wider_than_keys() -> None:
    assert next(measure_times(2, 5)).length == 64


def test_every_operation_of_two_queries_and_three_keys_is_counted() -> None:
    scores, scaled, exponentials, weights, mixed = 6 * 4, 6, 6, 6, 6 * 5
    assert count_softmax_operations(2, 3, 4, 5) == scores + scaled + exponentials + weights + mixed
    features, scaled, memory, mixed, totals, divided = (2 + 3) * 4, 2 * 4, 3 * 4 * 5, 2 * 4 * 5, 2 * 4, 2 * 5
    assert count_linear_operations(2, 3, 4, 5) == features + scaled + memory + mixed + totals + divided


def test_linear_attention_of_a_head_of_sixteen_needs_fewer_from_seventeen_tokens_on() -> None:
    assert count_softmax_operations(16, 16, 16, 16) < count_linear_operations(16, 16, 16, 16)
    assert count_softmax_operations(17, 17, 16, 16) > count_linear_operations(17, 17, 16, 16)
