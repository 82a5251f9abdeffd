"""Numbers as texts of the pages."""

_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_FEW = 50  # things of which each is more than two percent


def format_percent(share: float | None) -> str:
    """Return a share with one decimal; a dash for None."""
    return "–" if share is None else f"{100 * share:.1f}\u202f%"


def format_fine_percent(share: float) -> str:
    """Return a share with one decimal; "< 0.1 %" and "> 99.9 %" for what would round to none and all."""
    if 0 < share < 0.0005:
        return "<\u202f0.1\u202f%"
    return ">\u202f99.9\u202f%" if 0.9995 <= share < 1 else format_percent(share)


def format_share_of(share: float, n: int) -> str:
    """Return a share of ``n`` things in percent, or as a count, "2 of 7", where there are few."""
    return f"{round(share * n)} of {n}" if n < _FEW else format_percent(share)


def format_number(value: int) -> str:
    """Return a whole number with its thousands separated."""
    return f"{value:,}"


def count(n: int, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is one."""
    return f"{format_number(n)} {plural(n, noun)}"


def plural(n: int, noun: str) -> str:
    """Return a noun in the plural, unless there is one of it."""
    return noun if n == 1 else f"{noun}s"


def format_correlation(correlation: float | None) -> str:
    """Return a correlation with two decimals; a dash for None."""
    return "–" if correlation is None else format_decimal(correlation)


def format_decimal(value: float, n_digits: int = 2) -> str:
    """Return a number with so many decimals, a minus sign where it is negative, and no zero below zero."""
    return f"{round(value, n_digits) + 0.0:.{n_digits}f}".replace("-", "\N{MINUS SIGN}")


def format_power(value: float) -> str:
    """Return a small number as a digit and a power of ten, "2 · 10⁻⁷", or "0"."""
    if not value:
        return "0"
    digits, exponent = f"{value:.0e}".split("e")
    return f"{digits}\u202f·\u202f10{str(int(exponent)).translate(_RAISED)}"


def format_seconds(seconds: float) -> str:
    """Return a duration in seconds, from two minutes on in minutes, from an hour on in hours and minutes."""
    if round(seconds) < 120:
        return f"{round(seconds)} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def format_bytes(n_bytes: int) -> str:
    """Return a size in kB or MB."""
    return f"{n_bytes / 1e6:.1f}\u202fMB" if n_bytes >= 100_000 else f"{n_bytes / 1e3:.0f}\u202fkB"
