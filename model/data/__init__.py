"""What a model reads: vocabularies, subwords, typed sentences, and batches of token ids."""
