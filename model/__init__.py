"""The Transformer with its data, training and inference; works in a notebook or a shell."""
