"""Shares in percent, as texts of figures and pages."""


def format_whole_percent(share: float) -> str:
    """Return a share rounded to whole percent."""
    return f"{100 * share:.0f}\u202f%"


_NONE, _ALL = format_whole_percent(0), format_whole_percent(1)


def format_share(share: float) -> str:
    """Return a share in whole percent, as HTML; "< 1 %" and "> 99 %" for what would round to none and all."""
    text = format_whole_percent(share)
    if share > 0 and text == _NONE:
        return "&lt;\u202f1\u202f%"
    return "&gt;\u202f99\u202f%" if share < 1 and text == _ALL else text
