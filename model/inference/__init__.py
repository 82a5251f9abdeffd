"""A trained model at work: greedy decoding, generation, teacher forcing, and the immutable records they return."""
