"""Attention and the layers around it, computed step by step on small matrices."""
