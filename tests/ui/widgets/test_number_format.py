"""Numbers as texts."""

import pytest

from ui.widgets.number_format import (
    count,
    format_decimal,
    format_fine_percent,
    format_power,
    format_seconds,
    format_share_of,
)


def test_a_fine_share_is_none_or_all_only_where_it_is() -> None:
    shares = [format_fine_percent(share).replace("\u202f", " ") for share in (0.0, 0.0004, 0.0005, 0.9994, 0.9996, 1.0)]
    assert shares == ["0.0 %", "< 0.1 %", "0.1 %", "99.9 %", "> 99.9 %", "100.0 %"]


def test_a_number_has_its_noun_in_the_plural_unless_it_is_one() -> None:
    assert [count(n, "sentence") for n in (0, 1, 2_000)] == ["0 sentences", "1 sentence", "2,000 sentences"]


def test_a_share_of_few_things_is_a_count() -> None:
    assert [format_share_of(share, n) for share, n in ((0.0, 1), (2 / 7, 7), (0.5, 50))] == [
        "0 of 1", "2 of 7", "50.0\u202f%",
    ]  # fmt: skip


def test_no_number_is_below_zero_and_shown_as_zero() -> None:
    assert [format_decimal(value) for value in (-1.5, -0.001, 0.0, 2.25)] == [
        "\N{MINUS SIGN}1.50",
        "0.00",
        "0.00",
        "2.25",
    ]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.4, "0 s"),
        (119.4, "119 s"),
        (119.6, "2 min"),
        (523.0, "9 min"),
        (3599.0, "1 h 0 min"),
        (10_740.0, "2 h 59 min"),
    ],
)
def test_a_duration_has_the_unit_of_its_length(seconds: float, text: str) -> None:
    assert format_seconds(seconds) == text


@pytest.mark.parametrize(("value", "text"), [(0.0, "0"), (1.6e-7, "2·10⁻⁷"), (9.96e-6, "1·10⁻⁵")])
def test_a_small_number_is_a_digit_and_a_power_of_ten(value: float, text: str) -> None:
    assert format_power(value).replace("\u202f", "") == text
