"""The difference of two sentences."""

from model.inference.token_difference import find_differences


def test_a_difference_is_what_one_text_has_and_the_other_lacks() -> None:
    first, second = ["le", "chat", "noir", "dort"], ["la", "chat", "dort", "bien"]
    assert find_differences(first, second) == ({0, 2}, {0, 3})
    assert find_differences(first, first) == (set(), set())
    assert find_differences(["le", "chien", "noir"], ["le", "chien", "chien", "noir"]) == (set(), {2})
    assert find_differences([], first) == (set(), {0, 1, 2, 3})
