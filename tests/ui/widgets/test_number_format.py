"""Numbers as texts."""

from ui.widgets.number_format import format_share


def test_no_share_above_zero_is_shown_as_zero() -> None:
    shares = [format_share(share).replace("\u202f", " ") for share in (0.0, 1e-9, 0.0099, 0.01, 1.0)]
    assert shares == ["0 %", "&lt; 1 %", "&lt; 1 %", "1 %", "100 %"]
