"""The views of the training page."""
