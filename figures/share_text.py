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


def format_fine_share(share: float) -> str:
    """Return a share in percent, as HTML, that also tells small ones apart: two digits of less than 10 % or the rest.

    Whole percents in between; "< 0.01 %" and "> 99.9 %" for what would round to none and all.
    """
    percent = 100 * share
    if 0 < percent < 0.01:
        return "&lt;\u202f0.01\u202f%"
    if 99.95 <= percent < 100:
        return "&gt;\u202f99.9\u202f%"
    if 0 < percent < 9.95:
        return f"{percent:#.2g}\u202f%"
    return f"{percent:.1f}\u202f%" if 99.05 <= percent < 100 else format_share(share)
