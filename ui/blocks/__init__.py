"""The Building blocks page."""
