"""The command line, ``python -m model``."""
