"""Numbers as texts of the pages."""


def format_percent(share: float | None) -> str:
    """Return a share with one decimal; a dash for None."""
    return "–" if share is None else f"{100 * share:.1f}\u202f%"


def format_share(share: float) -> str:
    """Return a share in whole percent, as HTML; "< 1 %" for what would round to zero."""
    return "&lt;\u202f1\u202f%" if 0 < share < 0.01 else f"{100 * share:.0f}\u202f%"


def format_number(value: int) -> str:
    """Return a whole number with its thousands separated."""
    return f"{value:,}".replace(",", "\u202f")


def format_bytes(n_bytes: int) -> str:
    """Return a size in kB or MB."""
    return f"{n_bytes / 1e6:.1f}\u202fMB" if n_bytes >= 100_000 else f"{n_bytes / 1e3:.0f}\u202fkB"
