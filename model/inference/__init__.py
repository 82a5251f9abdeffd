"""Inference with a trained model: greedy decoding, generation, teacher forcing, and their immutable records."""
