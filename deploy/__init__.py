"""Serving many visitors: several processes behind nginx."""
