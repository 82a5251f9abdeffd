"""Measures of what attention heads do: pure functions of a model and its records."""
