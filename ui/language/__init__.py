"""The Language model page."""
