"""The lexicon: words as tables, one line an entry, that can be extended without Python."""
