"""The Translate page."""
