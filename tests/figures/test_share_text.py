"""Tests of shares as texts."""

from figures.share_text import format_share


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
