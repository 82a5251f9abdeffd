"""Numbers as the pages write them."""


def percent(share: float | None) -> str:
    """A share with one digit behind the point; a dash where it is not known."""
    return "–" if share is None else f"{100 * share:.1f}\u202f%"


def number(value: int) -> str:
    """A whole number, its thousands apart."""
    return f"{value:,}".replace(",", "\u202f")


def size(n_bytes: int) -> str:
    """Bytes on disk."""
    return f"{n_bytes / 1e6:.1f}\u202fMB" if n_bytes >= 100_000 else f"{n_bytes / 1e3:.0f}\u202fkB"
