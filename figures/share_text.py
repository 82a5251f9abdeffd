"""Shares in percent, as texts of figures and pages."""


def format_whole_percent(share: float) -> str:
    """Return a share rounded to whole percent."""
    return f"{100 * share:.0f}\u202f%"


def format_share(share: float) -> str:
    """Return a share in whole percent, as HTML; "< 1 %" and "> 99 %" for what would round to none and all."""
    if 0 < share < 0.01:
        return "&lt;\u202f1\u202f%"
    return "&gt;\u202f99\u202f%" if 0.995 <= share < 1 else format_whole_percent(share)
