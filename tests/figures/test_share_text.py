"""Tests of shares as texts."""

from figures.share_text import format_share


def test_no_share_above_none_is_shown_as_none_and_none_below_all_as_all() -> None:
    shares = [
        format_share(share).replace("\u202f", " ") for share in (0.0, 1e-9, 0.0099, 0.01, 0.994, 0.995, 0.99999, 1.0)
    ]
    assert shares == ["0 %", "&lt; 1 %", "&lt; 1 %", "1 %", "99 %", "&gt; 99 %", "&gt; 99 %", "100 %"]
