"""Values of a link that few of its parameters have."""

NONSENSE = ["", "99", "-1", "0", "1.5", "abc", "zzz", "NaN", "1e9", "true", "<b>", "\x00", "9" * 400]
