"""The Transformer and all it needs, without a page: works in a notebook or a shell."""
