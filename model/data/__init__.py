"""Input of models: vocabularies, subwords, typed sentences, and batches of token ids."""
