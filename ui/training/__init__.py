"""The views of the Training page."""
