"""British spellings, which are read as the American ones of the lexicon: "neighbour" as "neighbor"."""

_AMERICAN = {
    "neighbour": "neighbor",
    "neighbours": "neighbors",
    "mum": "mom",
    "favourite": "favorite",
    "colour": "color",
}


def spell_american(word: str) -> str:
    """Return the American spelling of a word of the lexicon; any other word as it is."""
    return _AMERICAN.get(word, word)


def begins_british(text: str) -> bool:
    """Return True if a British spelling begins with this text in lower case: "neighbou"."""
    return any(word.startswith(text) for word in _AMERICAN)
