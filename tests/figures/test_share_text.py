"""Tests of shares as texts."""

import pytest

from figures.share_text import format_fine_share, format_share


def test_no_share_above_none_is_shown_as_none_and_none_below_all_as_all() -> None:
    texts = {
        "0 %": [0.0],
        "&lt; 1 %": [1e-9, 0.0049, 0.005],
        "1 %": [0.0051, 0.0099, 0.01, 0.0149],
        "99 %": [0.99, 0.994],
        "&gt; 99 %": [0.995, 0.99999],
        "100 %": [1.0],
    }
    for text, shares in texts.items():
        assert [format_share(share).replace("\u202f", " ") for share in shares] == [text] * len(shares)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (1e-9, "&lt; 0.01 %"),
        (0.00012, "0.012 %"),
        (0.0063, "0.63 %"),
        (0.0994, "9.9 %"),
        (0.0996, "10 %"),
        (0.456, "46 %"),
        (0.99, "99 %"),
        (0.995, "99.5 %"),
        (0.9996, "&gt; 99.9 %"),
        (1.0, "100 %"),
    ],
)
def test_a_fine_share_tells_small_shares_and_small_rests_apart(share: float, text: str) -> None:
    assert format_fine_share(share).replace("\u202f", " ") == text
