"""The Heads page."""
