"""Choices for the texts of a session, which the browser's Back may bring again together with an address."""

from ui.widgets import session

_MAX_TEXTS = 20


def remember(key: str, text: str, choice: str) -> None:
    """Remember the last choice for a text, as its address holds it, under a session key; an empty one is forgotten."""
    chosen = {other: each for other, each in session.get(key, {}).items() if other != text}
    if choice:
        chosen[text] = choice
    session.put(key, dict(list(chosen.items())[-_MAX_TEXTS:]))


def is_last_choice(key: str, text: str, choice: str) -> bool:
    """Return True if this was chosen for the text last; a new text has none, though its address may still hold one."""
    return bool(choice) and session.get(key, {}).get(text) == choice
